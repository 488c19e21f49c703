# SPDX-License-Identifier: MIT
# Every tests/compile_fail/<name>.cpp|.cu compiles as it is, and fails with TWILL_MUST_FAIL defined
# and the words of its `// expect: ` lines in the compiler's message. A `// options: ` line adds
# flags for the compiler.

file(GLOB cases CONFIGURE_DEPENDS compile_fail/*.cpp compile_fail/*.cu)
set(host_command ${CMAKE_CXX_COMPILER} -std=c++20 -Wall -Wextra -fsyntax-only)
set(device_command "")
if(CUDAToolkit_FOUND)
  foreach(folder IN LISTS CUDAToolkit_INCLUDE_DIRS)
    list(APPEND host_command -isystem ${folder})
  endforeach()
endif()
if(TWILL_HAS_CUDA)
  # Both front ends, but neither ptxas nor the host compiler's back end.
  set(device_command ${CMAKE_CUDA_COMPILER} -std=c++20 -arch=sm_90 -cuda -o /dev/null)
endif()

foreach(case IN LISTS cases)
  cmake_path(GET case STEM name)
  file(STRINGS ${case} needs_cuda REGEX "#include <twill/device\\.hpp>")
  if(needs_cuda AND NOT CUDAToolkit_FOUND)
    continue()
  endif()
  if(case MATCHES "\\.cpp$")
    set(command ${host_command})
    set(name compile_fail_${name}_host)
  elseif(TWILL_HAS_CUDA)
    set(command ${device_command})
    set(name compile_fail_${name}_device)
  else()
    continue()
  endif()
  file(STRINGS ${case} options REGEX "^// options: ")
  foreach(line IN LISTS options)
    string(REGEX REPLACE "^// options: *" "" line ${line})
    separate_arguments(line UNIX_COMMAND ${line})
    list(APPEND command ${line})
  endforeach()
  add_test(NAME ${name}
           COMMAND ${CMAKE_COMMAND} -D SOURCE=${case}
                   -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/must_fail.cmake --
                   ${command} -I ${PROJECT_SOURCE_DIR}/include -I ${CMAKE_CURRENT_SOURCE_DIR} ${case})
  set_tests_properties(${name} PROPERTIES LABELS compile_fail)
endforeach()

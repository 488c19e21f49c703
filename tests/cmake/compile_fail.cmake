# SPDX-License-Identifier: MIT
# Every tests/compile_fail/<name>.cpp|.cu compiles as it is, and fails with TWILL_MUST_FAIL defined
# and the words of its `// expect: ` lines in the compiler's message, those of `// expect first: ` in
# the first error of it, those of `// expect never: ` nowhere in it. A `// options: ` line adds flags
# for the compiler.

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

# What most cases include, parsed once: g++ finds <header>.gch before the header.
set(parsed_folder)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(parsed_folder ${CMAKE_CURRENT_BINARY_DIR}/compile_fail)
  file(MAKE_DIRECTORY ${parsed_folder}/twill)
  set(parsed_headers)
  set(parse ${host_command})
  list(REMOVE_ITEM parse -fsyntax-only)
  foreach(header twill/twill.hpp twill/index.hpp)
    set(output ${parsed_folder}/${header}.gch)
    # What another header than the first finds.
    file(CONFIGURE OUTPUT ${parsed_folder}/${header} CONTENT "#include_next <${header}>\n")
    add_custom_command(
      OUTPUT ${output}
      COMMAND ${parse} -w -I ${PROJECT_SOURCE_DIR}/include -MD -MT ${output} -MF ${output}.d
              -x c++-header ${PROJECT_SOURCE_DIR}/include/${header} -o ${output}
      DEPENDS ${PROJECT_SOURCE_DIR}/include/${header}
      DEPFILE ${output}.d
      COMMENT "Parsing ${header} for the statements that must not compile"
      VERBATIM)
    list(APPEND parsed_headers ${output})
  endforeach()
  add_custom_target(twill_parsed_headers ALL DEPENDS ${parsed_headers})
  list(APPEND host_command -I ${parsed_folder})
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

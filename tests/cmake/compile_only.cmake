# SPDX-License-Identifier: MIT
# Device tests on a machine without a GPU: twill_compile_only_test(<name> <source> <component>) compiles
# the source for the first architecture there is and adds a test that reports itself skipped. The tests of
# device code alone (.cu) go as far as PTX, without optimising it; those of both spaces end with the front
# end, which instantiates and checks the same templates at two thirds of the cost. ptxas and the host
# compiler's view of CUDA files are left to the programs that are linked anywhere: examples, benchmarks,
# headers, consumers.

list(GET CMAKE_CUDA_ARCHITECTURES 0 architecture)
if(NOT architecture MATCHES "^[0-9]+")
  set(architecture 90)
endif()
string(REGEX MATCH "^[0-9]+" architecture ${architecture})
set(compile_only_flags -std=c++20 -arch=compute_${architecture} -ptx)
set(compile_only_ends)
if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 13.0)
  list(APPEND compile_only_flags --Ofast-compile=max)
  set(compile_only_ends --fdevice-syntax-only)
endif()
if(TWILL_WARNINGS_AS_ERRORS)
  list(APPEND compile_only_flags -Werror all-warnings)
endif()
# Without the compiler's own folder, which may not stand in another place of the order.
set(gtest_folders "$<TARGET_PROPERTY:GTest::gtest,INTERFACE_INCLUDE_DIRECTORIES>")
set(gtest_folders "$<FILTER:${gtest_folders},EXCLUDE,^/usr/include$>")

add_executable(twill_no_device support/no_device.cpp)
# make does not create it.
file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/compile_only)

function(twill_compile_only_test name source component)
  set(folders)
  set(definitions)
  if(component)
    set(folders "$<TARGET_PROPERTY:twill::${component},INTERFACE_INCLUDE_DIRECTORIES>")
    set(folders "$<FILTER:${folders},EXCLUDE,^/usr/include$>")
    set(definitions "$<TARGET_PROPERTY:twill::${component},INTERFACE_COMPILE_DEFINITIONS>")
  endif()
  set(ends)
  if(NOT source MATCHES "_test\\.cu$")
    set(ends ${compile_only_ends})
  endif()
  set(output ${CMAKE_CURRENT_BINARY_DIR}/compile_only/${name}.ptx)
  add_custom_command(
    OUTPUT ${output}
    COMMAND
      ${CMAKE_CUDA_COMPILER_LAUNCHER} ${CMAKE_CUDA_COMPILER} ${compile_only_flags} ${ends}
      -I ${PROJECT_SOURCE_DIR}/include -I ${CMAKE_CURRENT_SOURCE_DIR}
      "$<$<BOOL:${gtest_folders}>:-isystem;$<JOIN:${gtest_folders},;-isystem;>>"
      "$<$<BOOL:${folders}>:-isystem;$<JOIN:${folders},;-isystem;>>"
      "$<$<BOOL:${definitions}>:-D;$<JOIN:${definitions},;-D;>>"
      -MD -MT ${output} -MF ${output}.d -o ${output} ${source}
    # Only that it compiles is of interest, and PTX is large.
    COMMAND ${CMAKE_COMMAND} -E rm -f ${output}
    COMMAND ${CMAKE_COMMAND} -E touch ${output}
    DEPENDS ${source}
    DEPFILE ${output}.d
    COMMENT "Compiling ${name} (device code that cannot run here)"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${name} ALL DEPENDS ${output})
  add_test(NAME ${name} COMMAND twill_no_device)
  set_tests_properties(${name} PROPERTIES LABELS device SKIP_RETURN_CODE 77)
endfunction()

# SPDX-License-Identifier: MIT
# cmake -D SOURCE=<file> -P must_fail.cmake -- <compiler command>
# The command succeeds as it is and fails with -DTWILL_MUST_FAIL and every expected sentence.
cmake_minimum_required(VERSION 3.25)

set(command)
set(seen FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE ${last})
  if(seen)
    list(APPEND command "${CMAKE_ARGV${i}}")
  elseif(CMAKE_ARGV${i} STREQUAL "--")
    set(seen TRUE)
  endif()
endforeach()

file(STRINGS ${SOURCE} expectations REGEX "// expect: ")
if(NOT expectations)
  message(FATAL_ERROR "${SOURCE} has no line '// expect: <words>'")
endif()
file(STRINGS ${SOURCE} guard REGEX "TWILL_MUST_FAIL")
if(NOT guard)
  message(FATAL_ERROR "${SOURCE} never asks for TWILL_MUST_FAIL")
endif()

execute_process(COMMAND ${command} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the twin that must compile does not:\n${out}")
endif()

execute_process(COMMAND ${command} -DTWILL_MUST_FAIL
                RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
if(status EQUAL 0)
  message(FATAL_ERROR "compiles, but must fail")
endif()
foreach(line IN LISTS expectations)
  string(REGEX REPLACE "^.*// expect: *" "" words "${line}")
  string(STRIP "${words}" words)
  string(FIND "${out}" "${words}" position)
  if(position EQUAL -1)
    message(FATAL_ERROR "fails without the words '${words}':\n${out}")
  endif()
endforeach()

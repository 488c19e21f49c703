# SPDX-License-Identifier: MIT
# cmake -D GDB=<gdb> -D PRINTERS=<twill_gdb.py> -D PROGRAM=<program> -P gdb.cmake
# What gdb shows of a program's arrays with twill's printers. A gdb without Python cannot: skipped.
cmake_minimum_required(VERSION 3.25)

execute_process(COMMAND ${GDB} -nx -batch -ex "python print('py' + 'thon')"
                OUTPUT_VARIABLE out ERROR_VARIABLE err)
if(NOT out MATCHES "python")
  message(NOTICE "skipped: ${GDB} has no Python\n${err}")
  return()
endif()

set(command ${GDB} -nx -batch -ex "set width 0" -ex "source ${PRINTERS}"
            -ex "break here" -ex "run" -ex "up")
set(expected)
macro(show expression text)
  list(APPEND command -ex "print ${expression}")
  list(APPEND expected "= ${text}")
endmacro()
show(m "(2, 3) of float array = {{1, 2, 3}, {4, 5, 6}}")
show(none "(0,) of int array")
show(scalar "() of double array = {3}")
show(turned "(3, 2) of float view = {{1, 4}, {2, 5}, {3, 6}}")
show(column "(2,) of float view = {2, 5}")
show(shape "(2, 3)")
show(points "(2,) of twill::v0::vec<float, 3> array = {(1, 2, 3), (4, 5, 6)}")
show(pair "(7, -8)")
show(z "1.5-2j")
show(half "0.25")
show(brain "-3")
show(many "(1000,) of int array = {0, 1, 2, ")

execute_process(COMMAND ${command} ${PROGRAM} RESULT_VARIABLE status
                OUTPUT_VARIABLE out ERROR_VARIABLE err)
if(NOT out MATCHES "Breakpoint 1, ")
  # Containers and sandboxes may forbid tracing.
  message(NOTICE "skipped: ${GDB} cannot run a program here\n${err}")
  return()
endif()
foreach(text IN LISTS expected)
  string(FIND "${out}" "${text}" position)
  if(position EQUAL -1)
    message(FATAL_ERROR "gdb does not show\n  ${text}\nbut\n${out}\n${err}")
  endif()
endforeach()

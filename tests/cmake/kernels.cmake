# SPDX-License-Identifier: MIT
# How many kernels a statement instantiates: each costs who compiles it. SOURCE says so in lines
# `// KERNELS <regular expression of a kernel's name> <at most>`.
cmake_minimum_required(VERSION 3.25)

file(MAKE_DIRECTORY ${WORK})
execute_process(
  COMMAND ${COMPILER} -std=c++20 -arch=compute_${ARCHITECTURE} -ptx -I ${INCLUDE_DIR} ${SOURCE}
          -o ${WORK}/kernels.ptx
  COMMAND_ERROR_IS_FATAL ANY)
file(STRINGS ${WORK}/kernels.ptx entries REGEX "\\.entry ")
file(STRINGS ${SOURCE} expected REGEX "^// KERNELS ")
if(NOT expected)
  message(FATAL_ERROR "${SOURCE} does not say how many kernels it has")
endif()
foreach(line IN LISTS expected)
  string(REGEX MATCH "^// KERNELS ([^ ]+) ([0-9]+)" line "${line}")
  set(name ${CMAKE_MATCH_1})
  set(most ${CMAKE_MATCH_2})
  set(found ${entries})
  list(FILTER found INCLUDE REGEX ${name})
  list(LENGTH found count)
  message(STATUS "${name}: ${count} kernels")
  if(count GREATER most OR count EQUAL 0)
    list(JOIN found "\n" found)
    message(FATAL_ERROR "${count} kernels of ${name}, at most ${most} wanted:\n${found}")
  endif()
endforeach()

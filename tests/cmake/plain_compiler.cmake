# SPDX-License-Identifier: MIT
# A file through the C++ compiler alone: nothing of CMake, nothing of CUDA, no warning; then run it.
cmake_minimum_required(VERSION 3.25)

file(MAKE_DIRECTORY ${WORK})
execute_process(
  COMMAND ${CMAKE_COMMAND} -E env --unset=CPATH --unset=CPLUS_INCLUDE_PATH
          ${COMPILER} -std=c++20 -O2 -Wall -Wextra -Wconversion -Werror -pthread -I ${INCLUDE_DIR}
          -MD -MF ${WORK}/includes ${SOURCE} -o ${WORK}/app
  COMMAND_ERROR_IS_FATAL ANY)
file(STRINGS ${WORK}/includes cuda REGEX "cuda_runtime|/cub/|/thrust/|\\.cuh")
if(cuda)
  message(FATAL_ERROR "a host program includes CUDA:\n${cuda}")
endif()
execute_process(COMMAND ${WORK}/app COMMAND_ERROR_IS_FATAL ANY)

# SPDX-License-Identifier: MIT
# cmake -D SOURCE=<twill> -D WORK=<folder> -D PREFIX=<folder> -D COMPILER=<file> -D MAKE_PROGRAM=<file>
#       -D GENERATOR=<name> -D VERSION=<x.y.z> -P install.cmake
# README's two commands for an installation, where no package and no nvcc is found: nothing of the
# tests, examples and benchmarks is asked for, and nothing is built.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${WORK} ${PREFIX})
execute_process(
  COMMAND ${CMAKE_COMMAND} -E env --unset=CUDACXX https_proxy=http://127.0.0.1:9
          ${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK} -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${COMPILER}
          -D CMAKE_MAKE_PROGRAM=${MAKE_PROGRAM} -D CMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF
          -D CMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH=OFF -D CMAKE_DISABLE_FIND_PACKAGE_CUDAToolkit=ON
  OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
file(STRINGS ${WORK}/CMakeCache.txt asked REGEX "^(GTest|benchmark|PNG|CMAKE_CUDA)_")
if(asked)
  message(FATAL_ERROR "an installation asks for ${asked}")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} --install ${WORK} --prefix ${PREFIX}
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

# The version: header, project and package agree.
set(PACKAGE_FIND_VERSION ${VERSION})
include(${PREFIX}/share/cmake/twill/twillConfigVersion.cmake)
file(STRINGS ${PREFIX}/include/twill/core/config.hpp parts REGEX "int version_(major|minor|patch)")
list(TRANSFORM parts REPLACE "[^0-9]*([0-9]+);" "\\1")
list(JOIN parts "." header)
if(NOT PACKAGE_VERSION_EXACT OR NOT header STREQUAL VERSION)
  message(FATAL_ERROR "project ${VERSION}, package ${PACKAGE_VERSION}, header ${header}")
endif()

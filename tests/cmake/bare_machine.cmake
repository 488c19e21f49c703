# SPDX-License-Identifier: MIT
# cmake -D SOURCE=<twill> -D WORK=<folder> -D COMPILER=<file> -D MAKE_PROGRAM=<file> -D GENERATOR=<name>
#       -D CASE=demo|test|no_make -P bare_machine.cmake
# A machine with a compiler and CMake: no package is found, no site is reached, nothing is installed.
# CASE=demo configures the demo preset, builds one example and runs it. CASE=test configures the test
# preset, which must say in one message what is missing. CASE=no_make has ninja alone, which CMake does
# not choose by itself. CASE=jobs has no SHELL in the environment, as containers: make must still get a
# number of jobs.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${WORK})
set(nowhere http://127.0.0.1:9)
function(run)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env http_proxy=${nowhere} https_proxy=${nowhere}
            all_proxy=${nowhere} ${ARGN}
    RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said WORKING_DIRECTORY ${SOURCE})
  set(status ${status} PARENT_SCOPE)
  set(said "${said}" PARENT_SCOPE)
endfunction()
macro(fail)
  message(FATAL_ERROR ${ARGN} "\n${said}")
endmacro()

if(CASE STREQUAL "no_make")
  file(WRITE ${WORK}/tools/ninja "")
  file(CHMOD ${WORK}/tools/ninja PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  run(--unset=CMAKE_GENERATOR PATH=${WORK}/tools ${CMAKE_COMMAND} --preset demo -B ${WORK}/build
      -D CMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF)
  if(status EQUAL 0 OR NOT said MATCHES "CMAKE_GENERATOR=Ninja cmake --workflow --fresh")
    fail("no word of ninja")
  endif()
  return()
endif()

if(CASE STREQUAL "jobs")
  find_program(make NAMES gmake make REQUIRED)
  file(READ ${SOURCE}/CMakePresets.json presets)
  string(JSON flags GET "${presets}" buildPresets 0 environment MAKEFLAGS)
  string(JSON shell GET "${presets}" buildPresets 0 environment SHELL)
  file(WRITE ${WORK}/Makefile "all:\n\t@echo jobs: $(MAKEFLAGS)\n")
  foreach(environment "SHELL=${shell}" --unset=SHELL)
    run(${environment} "MAKEFLAGS=${flags}" ${make} -C ${WORK})
    if(NOT status EQUAL 0 OR NOT said MATCHES "jobs:[^\n]* -j *[1-9]")
      fail("make has no number of jobs")
    endif()
  endforeach()
  return()
endif()

# Without optimisation: whether it builds is the question, not how fast it runs.
set(configure ${CMAKE_COMMAND} --preset ${CASE} -B ${WORK} -G ${GENERATOR} -D TWILL_CUDA=OFF
    -D CMAKE_BUILD_TYPE=Debug -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_MAKE_PROGRAM=${MAKE_PROGRAM}
    -D CMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF -D CMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH=OFF)

if(CASE STREQUAL "test")
  run(${configure} -D TWILL_INSTALL_PACKAGES=OFF -D TWILL_DOWNLOAD_SITE=https://127.0.0.1:9
      -D TWILL_EIGEN_SITE=https://127.0.0.1:9)
  foreach(words "GoogleTest is missing" "Linear algebra on the host is missing"
                "The header of Fourier transforms on the host is missing"
                "apt-get install libgtest-dev liblapacke-dev libopenblas-dev")
    if(status EQUAL 0 OR NOT said MATCHES "${words}")
      fail("it does not say: ${words}")
    endif()
  endforeach()
  return()
endif()

run(${configure})
if(NOT status EQUAL 0 OR said MATCHES "downloading|installing|CMake Warning" OR EXISTS ${WORK}/_deps)
  fail("the demo preset wants more than a compiler")
endif()
run(${CMAKE_COMMAND} --build ${WORK} --target meshgrid_distance)
if(NOT status EQUAL 0)
  fail("the example does not build")
endif()

set(example ${WORK}/examples/meshgrid_distance)
set(picture ${WORK}/picture.bmp)
run(${example} --size 50 -r1 --threads=1 -p ${picture})
if(NOT status EQUAL 0 OR NOT said MATCHES "picture: ${picture}")
  fail("the example does not run")
endif()
# The file's first words: "BM", its size, 0, where the pixels start.
file(READ ${picture} head LIMIT 14 HEX)
file(SIZE ${picture} size)
string(REGEX REPLACE "^424d(..)(..)(..)000000000036000000$" "0x\\3\\2\\1" stated ${head})
if(NOT stated MATCHES "^0x" OR NOT stated EQUAL size)
  fail("not a BMP file: ${head}, ${size} bytes")
endif()

run(${example} --help)
if(NOT status EQUAL 0 OR NOT said MATCHES "-n, --size N .*meshgrid_distance.bmp")
  fail("--help")
endif()
foreach(wrong --sizes=5 -z -n --size=5x extra --picture=a.png --size=1)
  run(${example} ${wrong})
  if(NOT status EQUAL 2 OR NOT said MATCHES "^meshgrid_distance: [^\n]*\n$")
    fail("${wrong}: status ${status}")
  endif()
endforeach()

# SPDX-License-Identifier: MIT
# cmake -D SOURCE=<twill> -D WORK=<folder> -D MAKE_PROGRAM=<file> -D GENERATOR=<name> -P dependencies.cmake
# How a missing GoogleTest, and what the components need on the host, is come by. The system's is hidden,
# the package manager, sudo, id and Python are stand-ins that write down what they are asked, and the
# download sites are a folder: nothing is installed, and no network is used.
cmake_minimum_required(VERSION 3.25)

set(tools ${WORK}/tools)
set(prefix ${WORK}/prefix)
set(log ${WORK}/log)
set(site ${WORK}/site)
set(archive google/googletest/archive/refs/tags/v1.14.0.tar.gz)
file(REMOVE_RECURSE ${WORK})

function(write_tool name)
  file(WRITE ${tools}/${name} "#!/bin/sh\n${ARGN}")
  file(CHMOD ${tools}/${name} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endfunction()
write_tool(id "echo $FAKE_USER\n")
write_tool(sudo "test $FAKE_SUDO = allowed || exit 1
test \"$1\" = -n || exit 1
shift
test $1 = true || echo by sudo >>${log}
exec \"$@\"
")
write_tool(python3 "echo python3 \"$*\" >>${log}\nexit 1\n")
# It knows the package, knows it after an update ("fresh"), or never. Of those of linear algebra it
# brings none.
write_tool(apt-get "test $1 = --version && exit 0
echo \"apt-get $*\" >>${log}
case \"$*\" in
*' update') touch ${WORK}/lists; echo \"W: $FAKE_UPDATE\"; exit 0 ;;
*lapacke*) exit 0 ;;
esac
if test $FAKE_LISTS = never || { test $FAKE_LISTS = fresh && test ! -e ${WORK}/lists; }; then
    echo 'E: Unable to locate package' >&2
    exit 100
fi
mkdir -p ${prefix}/lib/cmake/GTest
echo 'add_library(GTest::gtest INTERFACE IMPORTED)' >${prefix}/lib/cmake/GTest/GTestConfig.cmake
")
# A stand-in for the archive of GoogleTest.
file(WRITE ${site}/googletest-1.14.0/CMakeLists.txt
     "add_library(gtest INTERFACE)\nadd_library(GTest::gtest ALIAS gtest)\n")
cmake_path(GET archive PARENT_PATH folder)
file(MAKE_DIRECTORY ${site}/${folder})
execute_process(COMMAND ${CMAKE_COMMAND} -E tar czf ${archive} googletest-1.14.0
                WORKING_DIRECTORY ${site} COMMAND_ERROR_IS_FATAL ANY)
file(SHA256 ${site}/${archive} sha256)
# And one for that of Eigen.
set(archive libeigen/eigen/-/archive/3.4.0/eigen-3.4.0.tar.gz)
cmake_path(GET archive PARENT_PATH folder)
file(MAKE_DIRECTORY ${site}/${folder})
file(WRITE ${site}/eigen-3.4.0/Eigen/Dense "")
execute_process(COMMAND ${CMAKE_COMMAND} -E tar czf ${archive} eigen-3.4.0
                WORKING_DIRECTORY ${site} COMMAND_ERROR_IS_FATAL ANY)
file(SHA256 ${site}/${archive} eigen_sha256)

set(errors 0)
# check(<case> [ENVIRONMENT <name=value>...] [OPTIONS <-D...>] FOUND|MISSING [SAYS <words>...]
#       [ASKS <line of the log>...]): configures the project and sees what came of it.
function(check case)
  cmake_parse_arguments(PARSE_ARGV 1 want "FOUND;MISSING" "" "ENVIRONMENT;OPTIONS;SAYS;ASKS")
  file(REMOVE_RECURSE ${WORK}/build ${prefix} ${log} ${WORK}/lists)
  file(WRITE ${log} "")
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env "PATH=${tools}:$ENV{PATH}" FAKE_USER=0 FAKE_LISTS=known
            FAKE_SUDO=refused ${want_ENVIRONMENT}
            ${CMAKE_COMMAND} --no-warn-unused-cli -S ${SOURCE}/tests/cmake/dependencies -B ${WORK}/build -G ${GENERATOR}
            -D CMAKE_MAKE_PROGRAM=${MAKE_PROGRAM} -D TWILL_SOURCE=${SOURCE}
            -D CMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF -D CMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH=OFF
            -D CMAKE_PREFIX_PATH=${prefix} -D TWILL_DOWNLOAD_SITE=https://127.0.0.1:9
            -D TWILL_EIGEN_SITE=https://127.0.0.1:9 -D Python3_EXECUTABLE=${tools}/python3
            ${want_OPTIONS}
    RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
  file(STRINGS ${log} asked)
  set(problems)
  if(want_FOUND AND NOT status EQUAL 0)
    list(APPEND problems "fails")
  elseif(want_MISSING AND status EQUAL 0)
    list(APPEND problems "succeeds")
  endif()
  string(REGEX MATCHALL "CMake (Error|Warning)" complaints "${said}")
  list(LENGTH complaints count)
  if(want_FOUND AND NOT count EQUAL 0 OR want_MISSING AND NOT count EQUAL 1)
    list(APPEND problems "has ${count} messages of errors and warnings")
  endif()
  string(REGEX REPLACE "[ \n]+" " " flat "${said}")
  foreach(words IN LISTS want_SAYS)
    string(FIND "${flat}" "${words}" position)
    if(position EQUAL -1)
      list(APPEND problems "does not say '${words}'")
    endif()
  endforeach()
  # Options of apt-get aside.
  list(TRANSFORM asked REPLACE " (-q|-y|-o [^ ]+)" "")
  if(NOT "${asked}" STREQUAL "${want_ASKS}")
    list(APPEND problems "asks for: ${asked}")
  endif()
  if(problems)
    list(JOIN problems ", " problems)
    message(NOTICE "${case}: ${problems}\n${said}")
    math(EXPR errors "${errors} + 1")
    set(errors ${errors} PARENT_SCOPE)
  endif()
endfunction()

set(allowed -D TWILL_INSTALL_PACKAGES=ON)
set(installing "twill: installing libgtest-dev by apt-get (-D TWILL_INSTALL_PACKAGES=OFF prevents it)")
set(install "apt-get install --no-install-recommends libgtest-dev")

check("nothing allowed, nothing reachable" MISSING
      SAYS "GoogleTest is missing" "TWILL_INSTALL_PACKAGES is OFF" "download of https://127.0.0.1:9/"
           "apt-get install libgtest-dev" "gtest-devel on Fedora" "TWILL_BUILD_TESTS=OFF"
           "--preset demo")
check("downloads forbidden" OPTIONS -D FETCHCONTENT_FULLY_DISCONNECTED=ON MISSING
      SAYS "FETCHCONTENT_FULLY_DISCONNECTED is ON" "apt-get install libgtest-dev")
check("as root" OPTIONS ${allowed} FOUND SAYS "${installing}" ASKS "${install}")
check("as root, fresh machine" ENVIRONMENT FAKE_LISTS=fresh OPTIONS ${allowed} FOUND
      SAYS "${installing}" ASKS "${install}" "apt-get update" "${install}")
check("as root, no such package" ENVIRONMENT FAKE_LISTS=never "FAKE_UPDATE=no route" OPTIONS ${allowed}
      MISSING SAYS "E: Unable to locate package, after apt-get update said: W: no route" ASKS "${install}" "apt-get update" "${install}")
check("sudo without a password" ENVIRONMENT FAKE_USER=1000 FAKE_SUDO=allowed OPTIONS ${allowed} FOUND
      SAYS "${installing}" ASKS "by sudo" "${install}")
check("sudo with a password" ENVIRONMENT FAKE_USER=1000 OPTIONS ${allowed} MISSING
      SAYS "apt-get needs root, and sudo a password")
check("downloaded" OPTIONS -D TWILL_DOWNLOAD_SITE=file://${site} -D ARCHIVE_SHA256=${sha256} FOUND
      SAYS "twill: downloading file://")
check("downloaded, another archive" OPTIONS -D TWILL_DOWNLOAD_SITE=file://${site} MISSING
      SAYS "its SHA-256 is ${sha256}, not 8ad598c7")
set(install_lapacke "apt-get install --no-install-recommends liblapacke-dev libopenblas-dev")
set(both "-DCOMPONENTS=linalg\;fft")
check("components, nothing allowed, nothing reachable" OPTIONS ${both} MISSING
      SAYS "GoogleTest is missing" "Linear algebra on the host is missing" "Eigen 3.4: not found"
           "download of https://127.0.0.1:9/libeigen" "The header of Fourier transforms on the host is missing"
           "apt-get install libgtest-dev liblapacke-dev libopenblas-dev"
           "TWILL_BUILD_TESTS=OFF, -D TWILL_HOST_LINALG=OFF, -D TWILL_HOST_FFT=OFF; or"
           "-D TWILL_EIGEN_INCLUDE_DIR=<folder>" "-D TWILL_POCKETFFT_INCLUDE_DIR=<folder>")
check("components left out" MISSING SAYS "TWILL_BUILD_TESTS=OFF; or"
      OPTIONS ${both} -D TWILL_HOST_LINALG=OFF -D TWILL_HOST_FFT=OFF)
check("linalg alone is missing" MISSING SAYS "Linear algebra on the host is missing"
      OPTIONS -DCOMPONENTS=linalg -D FETCHCONTENT_SOURCE_DIR_GOOGLETEST=${site}/googletest-1.14.0)
check("fft alone is left out" FOUND SAYS "twill: download of https://127.0.0.1:9/"
      OPTIONS -DCOMPONENTS=fft -D FETCHCONTENT_SOURCE_DIR_GOOGLETEST=${site}/googletest-1.14.0)
check("fft asked for" MISSING SAYS "The header of Fourier transforms on the host is missing"
      OPTIONS -DCOMPONENTS=fft -D TWILL_HOST_FFT=pocketfft
              -D FETCHCONTENT_SOURCE_DIR_GOOGLETEST=${site}/googletest-1.14.0)
check("Eigen's headers downloaded" FOUND SAYS "twill: downloading file://"
      OPTIONS -D EIGEN_SHA256=${eigen_sha256} -D TWILL_EIGEN_SITE=file://${site}
              -D FETCHCONTENT_SOURCE_DIR_GOOGLETEST=${site}/googletest-1.14.0)
check("Eigen's headers after apt-get" FOUND ASKS "${install}" "${install_lapacke}"
      OPTIONS ${allowed} -D EIGEN_SHA256=${eigen_sha256} -D TWILL_EIGEN_SITE=file://${site})
file(WRITE ${site}/eigen-3.4.0/Eigen/Core "")
check("own Eigen" FOUND
      OPTIONS -DCOMPONENTS=linalg -D TWILL_EIGEN_INCLUDE_DIR=${site}/eigen-3.4.0
              -D FETCHCONTENT_SOURCE_DIR_GOOGLETEST=${site}/googletest-1.14.0)
check("one update for all" ENVIRONMENT FAKE_LISTS=never OPTIONS ${allowed} -DCOMPONENTS=linalg MISSING
      SAYS "but a program that calls them does not link"
      ASKS "${install}" "apt-get update" "${install}" "${install_lapacke}")

check("own source" OPTIONS -D FETCHCONTENT_SOURCE_DIR_GOOGLETEST=${site}/googletest-1.14.0 FOUND)

if(errors)
  message(FATAL_ERROR "${errors} cases are wrong")
endif()

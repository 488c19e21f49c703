# SPDX-License-Identifier: MIT
# What the tests and the benchmarks need of others. It is looked for on the system, then installed
# with the machine's package manager where TWILL_INSTALL_PACKAGES allows it and no password is asked,
# then downloaded. What is missing after all of that is gathered, and twill_report_missing() names all
# the packages and the ways without them in one message.
include(FetchContent)

option(TWILL_INSTALL_PACKAGES
       "Install missing packages of the tests and benchmarks by apt-get, as root or by sudo -n, and take a header out of a wheel by pip" OFF)
set(TWILL_DOWNLOAD_SITE https://github.com CACHE STRING
    "Where missing sources of the tests and benchmarks are downloaded from (a mirror of GitHub)")
set(TWILL_EIGEN_SITE https://gitlab.com CACHE STRING
    "Where Eigen's headers are downloaded from when there is neither LAPACKE nor Eigen (a mirror of GitLab)")
mark_as_advanced(TWILL_DOWNLOAD_SITE TWILL_EIGEN_SITE)

# twill_missing(<name> <what is missing> TRIED <what was done, and why it failed>... APT <packages>
#               OTHERS <packages elsewhere> PLACE <options that say where it is> WITHOUT <options>
#               [OPTIONAL]): for the message of twill_report_missing, which OPTIONAL alone does not cause.
function(twill_missing name)
  cmake_parse_arguments(PARSE_ARGV 1 it OPTIONAL "OTHERS;PLACE;WITHOUT" "TRIED;APT")
  list(TRANSFORM it_TRIED PREPEND "    ")
  list(JOIN it_TRIED "\n" tried)
  set_property(GLOBAL APPEND_STRING PROPERTY twill_missing
               "  ${name} is missing (${it_OTHERS}).\n${tried}\n    Or say where it is: ${it_PLACE}\n")
  set_property(GLOBAL APPEND PROPERTY twill_missing_packages ${it_APT})
  set_property(GLOBAL APPEND PROPERTY twill_missing_without "${it_WITHOUT}")
  if(NOT it_OPTIONAL)
    set_property(GLOBAL PROPERTY twill_missing_stops TRUE)
  endif()
endfunction()

# One message of all that is missing.
function(twill_report_missing)
  get_property(stops GLOBAL PROPERTY twill_missing_stops)
  if(NOT stops)
    return()
  endif()
  get_property(missing GLOBAL PROPERTY twill_missing)
  get_property(packages GLOBAL PROPERTY twill_missing_packages)
  get_property(without GLOBAL PROPERTY twill_missing_without)
  list(JOIN packages " " packages)
  list(JOIN without ", " without)
  message(
    FATAL_ERROR
      "twill: what this build needs is not all here.\n"
      "${missing}"
      "  Install what is missing: apt-get install ${packages}\n"
      "  Build without it: ${without}; or cmake --workflow --preset demo, which needs no package.\n")
endfunction()

# Tries to install a package; sets `problem` to why it is not installed, empty when it is.
function(twill_install_package package problem)
  if(NOT TWILL_INSTALL_PACKAGES)
    set(${problem} "apt-get was not asked, TWILL_INSTALL_PACKAGES is OFF" PARENT_SCOPE)
    return()
  endif()
  execute_process(COMMAND apt-get --version RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
  if(NOT status EQUAL 0)
    set(${problem} "there is no apt-get here" PARENT_SCOPE)
    return()
  endif()
  set(as_root)
  execute_process(COMMAND id -u OUTPUT_VARIABLE user OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT user STREQUAL "0")
    execute_process(COMMAND sudo -n true RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
    if(NOT status EQUAL 0)
      set(${problem} "apt-get needs root, and sudo a password" PARENT_SCOPE)
      return()
    endif()
    set(as_root sudo -n)
  endif()

  list(JOIN package " " names)
  message(STATUS "twill: installing ${names} by apt-get (-D TWILL_INSTALL_PACKAGES=OFF prevents it)")
  # Servers that do not answer must not hold up what can go on without them.
  set(apt ${as_root} env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Acquire::Retries=0
          -o Acquire::http::Timeout=5 -o Acquire::https::Timeout=5 -o DPkg::Lock::Timeout=30)
  set(install ${apt} install --no-install-recommends ${package})
  execute_process(COMMAND ${install} RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT status EQUAL 0)
    # A fresh machine does not know yet which packages there are.
    get_property(updated GLOBAL PROPERTY twill_apt_updated SET)
    if(NOT updated)
      execute_process(COMMAND ${apt} update TIMEOUT 60 RESULT_VARIABLE update
                      OUTPUT_VARIABLE update_said ERROR_VARIABLE update_said)
      string(REGEX MATCH "(^|\n)[EW]: [^\n]*" reason "${update_said}")
      string(STRIP "${reason}" reason)
      if(update MATCHES "timeout")
        set(reason "no answer within a minute")
      endif()
      set_property(GLOBAL PROPERTY twill_apt_updated "${reason}")
      execute_process(COMMAND ${install} RESULT_VARIABLE status
                      OUTPUT_VARIABLE said ERROR_VARIABLE said)
    endif()
  endif()
  if(status EQUAL 0)
    set(${problem} "" PARENT_SCOPE)
  else()
    string(REGEX MATCH "E: [^\n]*" said "${said}")
    get_property(update GLOBAL PROPERTY twill_apt_updated)
    if(update)
      string(APPEND said ", after apt-get update said: ${update}")
    endif()
    set(${problem} "apt-get install ${names} failed: ${said}" PARENT_SCOPE)
  endif()
endfunction()

# Tries to get a file with this checksum; sets `problem` to why it is not there, empty when it is.
# Not left to FetchContent, whose five retries, a minute and a half of them, cannot be changed.
function(twill_download url sha256 to problem)
  set(${problem} "" PARENT_SCOPE)
  if(EXISTS ${to})
    file(SHA256 ${to} found)
    if(found STREQUAL sha256)
      return()
    endif()
  endif()
  if(FETCHCONTENT_FULLY_DISCONNECTED)
    set(${problem} "nothing is downloaded, FETCHCONTENT_FULLY_DISCONNECTED is ON" PARENT_SCOPE)
    return()
  endif()
  message(STATUS "twill: downloading ${url}")
  # A site that has sent nothing by then is out of reach, one that has sent a part is slow. (The
  # INACTIVITY_TIMEOUT does not count while a connection is made.)
  file(DOWNLOAD ${url} ${to} STATUS status TIMEOUT 10)
  if(EXISTS ${to})
    file(SIZE ${to} received)
    if(status MATCHES "^28;" AND received GREATER 0)
      file(DOWNLOAD ${url} ${to} STATUS status TIMEOUT 600 INACTIVITY_TIMEOUT 8)
    endif()
  endif()
  list(POP_FRONT status code)
  if(NOT code EQUAL 0)
    file(REMOVE ${to})
    set(${problem} "download of ${url}: ${status}" PARENT_SCOPE)
    return()
  endif()
  file(SHA256 ${to} found)
  if(NOT found STREQUAL sha256)
    file(REMOVE ${to})
    set(${problem} "download of ${url}: its SHA-256 is ${found}, not ${sha256}" PARENT_SCOPE)
  endif()
endfunction()

# twill_require(<target> NAME <what people call it> FIND <package of find_package> APT <package>
#               OTHERS <packages elsewhere> FETCH <name for FetchContent> ARCHIVE <path on the site>
#               SHA256 <its checksum> WITHOUT <how to build without it>)
function(twill_require target)
  cmake_parse_arguments(PARSE_ARGV 1 need ""
                        "NAME;FIND;APT;OTHERS;FETCH;ARCHIVE;SHA256;WITHOUT" "")
  string(TOUPPER ${need_FETCH} upper)
  if(NOT FETCHCONTENT_SOURCE_DIR_${upper})
    find_package(${need_FIND} CONFIG QUIET)
    if(TARGET ${target})
      return()
    endif()
    twill_install_package(${need_APT} not_installed)
    if(NOT not_installed)
      find_package(${need_FIND} CONFIG QUIET)
      if(TARGET ${target})
        return()
      endif()
      set(not_installed "apt-get installed ${need_APT}, but find_package(${need_FIND}) fails")
    endif()
    set(archive ${FETCHCONTENT_BASE_DIR}/${need_FETCH}.tar.gz)
    twill_download(${TWILL_DOWNLOAD_SITE}/${need_ARCHIVE} ${need_SHA256} ${archive} not_downloaded)
    if(not_downloaded)
      twill_missing(
        ${need_NAME} OTHERS "${need_APT}; ${need_OTHERS}" APT ${need_APT} WITHOUT "${need_WITHOUT}"
        TRIED "find_package(${need_FIND}): not found" "${not_installed}" "${not_downloaded}"
        PLACE "-D ${need_FIND}_ROOT=<prefix>, -D FETCHCONTENT_SOURCE_DIR_${upper}=<its source>")
      return()
    endif()
  endif()
  set(BUILD_SHARED_LIBS OFF)
  FetchContent_Declare(${need_FETCH} SYSTEM URL ${archive} URL_HASH SHA256=${need_SHA256})
  # What may not be downloaded is here by now: only FetchContent's own unpacking is left.
  set(FETCHCONTENT_FULLY_DISCONNECTED OFF)
  FetchContent_MakeAvailable(${need_FETCH})
endfunction()

# GTest::gtest
function(twill_require_googletest)
  set(INSTALL_GTEST OFF)
  set(BUILD_GMOCK OFF)
  twill_require(
    GTest::gtest NAME GoogleTest FIND GTest FETCH googletest
    APT libgtest-dev OTHERS "gtest-devel on Fedora, gtest on Arch, googletest of Homebrew"
    ARCHIVE google/googletest/archive/refs/tags/v1.14.0.tar.gz
    SHA256 8ad598c73ad796e0d8280b082cebd82a630d73e73cd3c70057938a6501bba5d7
    WITHOUT "-D TWILL_BUILD_TESTS=OFF")
endfunction()

# benchmark::benchmark
function(twill_require_benchmark)
  set(BENCHMARK_ENABLE_TESTING OFF)
  set(BENCHMARK_ENABLE_INSTALL OFF)
  twill_require(
    benchmark::benchmark NAME "Google Benchmark" FIND benchmark FETCH benchmark
    APT libbenchmark-dev OTHERS "google-benchmark-devel on Fedora, benchmark on Arch, google-benchmark of Homebrew"
    ARCHIVE google/benchmark/archive/refs/tags/v1.8.3.tar.gz
    SHA256 6bc180a57d23d4d9515519f92b0c83d61b05b5bab188961f36ac7b06b0d9e9ce
    WITHOUT "-D TWILL_BUILD_BENCHMARKS=OFF")
endfunction()

# pocketfft's C++ header into the build folder, where the system has none: by pip, where
# TWILL_INSTALL_PACKAGES allows it, out of a package that carries it (a wheel is an archive; nothing is
# installed), otherwise from the download site. Sets `problem` to why it is not there.
function(twill_download_pocketfft problem)
  set(${problem} "" PARENT_SCOPE)
  set(folder ${FETCHCONTENT_BASE_DIR}/pocketfft)
  set(header ${folder}/pocketfft_hdronly.h)
  if(NOT EXISTS ${header} AND TWILL_INSTALL_PACKAGES AND NOT FETCHCONTENT_FULLY_DISCONNECTED)
    find_package(Python3 QUIET COMPONENTS Interpreter)
    if(Python3_Interpreter_FOUND)
      message(STATUS "twill: downloading pocketfft's header by pip")
      execute_process(
        COMMAND ${Python3_EXECUTABLE} -m pip download -q --retries 0 --timeout 10 --no-deps
                --only-binary=:all: --platform manylinux_2_35_x86_64 --python-version 3.12
                --implementation py --abi none -d ${folder}/wheel mlx-cpu==0.32.4
        TIMEOUT 60 RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
      file(GLOB wheel ${folder}/wheel/mlx_cpu-0.32.4-*.whl)
      set(inside mlx/include/mlx/3rdparty/pocketfft.h)
      if(status EQUAL 0 AND wheel)
        file(ARCHIVE_EXTRACT INPUT ${wheel} DESTINATION ${folder}/wheel PATTERNS ${inside})
        file(SHA256 ${folder}/wheel/${inside} found)
        if(found STREQUAL 0eaea21304bf324639ff11022ee63faf48a8fab64afe5c3c2d1efefbe1d7dfa6)
          file(RENAME ${folder}/wheel/${inside} ${header})
        endif()
      endif()
      file(REMOVE_RECURSE ${folder}/wheel)
    endif()
  endif()
  if(NOT EXISTS ${header})
    set(commit 33ae5dc94c9cdc7f1c78346504a85de87cadaa12)
    twill_download(${TWILL_DOWNLOAD_SITE}/mreineck/pocketfft/raw/${commit}/pocketfft_hdronly.h
                   50f4ddbe60432325f560c706b6f1c49f9e0949fc7f20ae6499f2299e37d9790c ${header} not_downloaded)
    if(not_downloaded)
      set(${problem} "${not_downloaded}" PARENT_SCOPE)
      return()
    endif()
  endif()
  set(TWILL_POCKETFFT_INCLUDE_DIR ${folder} CACHE PATH "The folder of pocketfft_hdronly.h" FORCE)
endfunction()

# Eigen's headers into the build folder. Sets `problem` to why they are not there. With SHA256 the
# archive is another one.
function(twill_download_eigen problem)
  cmake_parse_arguments(PARSE_ARGV 1 eigen "" SHA256 "")
  if(NOT eigen_SHA256)
    set(eigen_SHA256 8586084f71f9bde545ee7fa6d00288b264a2b7ac3607b974e54d13e7162c1c72)
  endif()
  set(folder ${FETCHCONTENT_BASE_DIR}/eigen)
  twill_download(${TWILL_EIGEN_SITE}/libeigen/eigen/-/archive/3.4.0/eigen-3.4.0.tar.gz
                 ${eigen_SHA256} ${folder}.tar.gz not_downloaded)
  set(${problem} "${not_downloaded}" PARENT_SCOPE)
  if(not_downloaded)
    return()
  endif()
  file(ARCHIVE_EXTRACT INPUT ${folder}.tar.gz DESTINATION ${folder} PATTERNS eigen-3.4.0/Eigen)
  set(TWILL_EIGEN_INCLUDE_DIR ${folder}/eigen-3.4.0 CACHE PATH "The folder of Eigen's headers" FORCE)
endfunction()

# Linear algebra on the host: LAPACKE, installed where it may be, otherwise Eigen.
function(twill_require_host_linalg)
  set(tried)
  if(NOT TWILL_HOST_LINALG STREQUAL "Eigen")
    twill_find_lapacke(found)
    if(found)
      return()
    endif()
    twill_install_package("liblapacke-dev;libopenblas-dev" not_installed)
    if(NOT not_installed)
      foreach(variable TWILL_CBLAS_INCLUDE_DIR TWILL_LAPACKE_INCLUDE_DIR TWILL_BLAS_LIBRARY
                       TWILL_LAPACKE_LIBRARY)
        unset(${variable} CACHE)
      endforeach()
      twill_find_lapacke(found)
      if(found)
        return()
      endif()
    endif()
    if(NOT not_installed)
      set(not_installed "apt-get installed them, but a program that calls them does not link")
    endif()
    set(tried "LAPACKE and CBLAS: not found" "${not_installed}")
  endif()
  if(NOT TWILL_HOST_LINALG STREQUAL "LAPACKE")
    twill_find_eigen(found)
    if(found)
      return()
    endif()
    twill_download_eigen(not_downloaded ${ARGN})
    if(NOT not_downloaded)
      return()
    endif()
    list(APPEND tried "Eigen 3.4: not found" "${not_downloaded}")
  endif()
  twill_missing(
    "Linear algebra on the host" TRIED ${tried} APT liblapacke-dev libopenblas-dev
    OTHERS "liblapacke-dev and libopenblas-dev, or libeigen3-dev; lapack-devel openblas-devel on Fedora, openblas of Homebrew"
    PLACE "-D CMAKE_PREFIX_PATH=<prefix>, -D TWILL_EIGEN_INCLUDE_DIR=<folder>"
    WITHOUT "-D TWILL_HOST_LINALG=OFF")
endfunction()

# Fourier transforms on the host: pocketfft's header, otherwise FFTW, which is under the GPL and the only
# one that the system's packages hold: for what is not passed on.
function(twill_require_host_fft)
  twill_find_pocketfft(found)
  if(found)
    return()
  endif()
  twill_download_pocketfft(not_downloaded)
  if(NOT not_downloaded)
    return()
  endif()
  set(tried "pocketfft_hdronly.h: not found" "${not_downloaded}")
  set(optional)
  if(TWILL_HOST_FFT STREQUAL "AUTO")
    set(optional OPTIONAL)
    message(STATUS "twill: ${not_downloaded}")
    twill_install_package(libfftw3-dev not_installed)
    if(NOT not_installed)
      set(TWILL_HOST_FFT FFTW CACHE STRING "" FORCE)
      return()
    endif()
    list(APPEND tried "${not_installed}")
  endif()
  twill_missing(
    "The header of Fourier transforms on the host" ${optional} TRIED ${tried}
    OTHERS "no package: pocketfft_hdronly.h of pocketfft, or libfftw3-dev with -D TWILL_HOST_FFT=FFTW"
    PLACE "-D TWILL_POCKETFFT_INCLUDE_DIR=<folder>" WITHOUT "-D TWILL_HOST_FFT=OFF")
endfunction()

# What the components need on the host. What is missing for another reason the component says itself.
function(twill_require_components)
  if("linalg" IN_LIST ARGN AND NOT TWILL_HOST_LINALG STREQUAL "OFF")
    twill_require_host_linalg()
  endif()
  if("fft" IN_LIST ARGN AND TWILL_HOST_FFT MATCHES "^(AUTO|pocketfft)$")
    twill_require_host_fft()
  endif()
endfunction()

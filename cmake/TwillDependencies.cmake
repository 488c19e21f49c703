# SPDX-License-Identifier: MIT
# What the tests and the benchmarks need of others. It is looked for on the system, then installed
# with the machine's package manager where TWILL_INSTALL_PACKAGES allows it and no password is asked,
# then downloaded; when all of that fails, one message names the packages and the ways without them.
include(FetchContent)

option(TWILL_INSTALL_PACKAGES
       "Install missing packages of the tests and benchmarks by apt-get, as root or by sudo -n" OFF)
set(TWILL_DOWNLOAD_SITE https://github.com CACHE STRING
    "Where missing sources of the tests and benchmarks are downloaded from (a mirror of GitHub)")
mark_as_advanced(TWILL_DOWNLOAD_SITE)

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
    execute_process(COMMAND ${apt} update TIMEOUT 60 OUTPUT_QUIET ERROR_QUIET)
    execute_process(COMMAND ${install} RESULT_VARIABLE status
                    OUTPUT_VARIABLE said ERROR_VARIABLE said)
  endif()
  if(status EQUAL 0)
    set(${problem} "" PARENT_SCOPE)
  else()
    string(REGEX MATCH "E: [^\n]*" said "${said}")
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
      message(
        FATAL_ERROR
          "twill: ${need_NAME} is missing.\n"
          "  find_package(${need_FIND}): not found\n"
          "  ${not_installed}\n"
          "  ${not_downloaded}\n"
          "Install it: apt-get install ${need_APT} (${need_OTHERS}), or say where it is: "
          "-D ${need_FIND}_ROOT=<prefix>, -D FETCHCONTENT_SOURCE_DIR_${upper}=<its source>.\n"
          "Without it: ${need_WITHOUT}.\n")
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
    WITHOUT "-D TWILL_BUILD_TESTS=OFF, or cmake --workflow --preset demo, which needs no package")
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
    WITHOUT "-D TWILL_BUILD_BENCHMARKS=OFF, or cmake --workflow --preset demo, which needs no package")
endfunction()

# pocketfft's C++ header into the build folder, where the system has none: by pip, out of a package that
# carries it (a wheel is an archive; nothing is installed), otherwise from the download site.
function(twill_download_pocketfft)
  set(folder ${FETCHCONTENT_BASE_DIR}/pocketfft)
  set(header ${folder}/pocketfft_hdronly.h)
  if(NOT EXISTS ${header} AND NOT FETCHCONTENT_FULLY_DISCONNECTED)
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
                   50f4ddbe60432325f560c706b6f1c49f9e0949fc7f20ae6499f2299e37d9790c ${header} problem)
    if(problem)
      message(STATUS "twill: ${problem}")
      return()
    endif()
  endif()
  set(TWILL_POCKETFFT_INCLUDE_DIR ${folder} CACHE PATH "The folder of pocketfft_hdronly.h" FORCE)
endfunction()

# What the components need on the host, where TWILL_INSTALL_PACKAGES allows it; headers alone are
# downloaded in any case. A component says itself what it then lacks.
function(twill_install_components)
  if("fft" IN_LIST ARGN AND TWILL_HOST_FFT MATCHES "^(AUTO|pocketfft)$")
    twill_find_pocketfft(found)
    if(NOT found)
      twill_download_pocketfft()
      # The system's packages hold FFTW alone, which is under the GPL: for what is not passed on.
      if(NOT TWILL_POCKETFFT_INCLUDE_DIR AND TWILL_INSTALL_PACKAGES AND TWILL_HOST_FFT STREQUAL "AUTO")
        twill_install_package(libfftw3-dev problem)
        if(problem)
          message(STATUS "twill: ${problem}")
        else()
          set(TWILL_HOST_FFT FFTW CACHE STRING "" FORCE)
        endif()
      endif()
    endif()
  endif()
  if(NOT TWILL_INSTALL_PACKAGES)
    return()
  endif()
  if("linalg" IN_LIST ARGN AND TWILL_HOST_LINALG MATCHES "^(AUTO|LAPACKE)$")
    twill_find_lapacke(found)
    if(NOT found)
      twill_install_package("liblapacke-dev;libopenblas-dev" problem)
      foreach(variable TWILL_CBLAS_INCLUDE_DIR TWILL_LAPACKE_INCLUDE_DIR TWILL_BLAS_LIBRARY
                       TWILL_LAPACKE_LIBRARY)
        unset(${variable} CACHE)
      endforeach()
    endif()
  endif()
endfunction()

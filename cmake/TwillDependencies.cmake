# SPDX-License-Identifier: MIT
# What the tests, examples and benchmarks use: the machine's own copy first, a download otherwise.
include(FetchContent)
set(FETCHCONTENT_QUIET OFF)

# GTest::gtest
macro(twill_require_googletest)
  find_package(GTest CONFIG QUIET)
  if(NOT TARGET GTest::gtest)
    message(STATUS "twill: GoogleTest is not installed, downloading it")
    FetchContent_Declare(
      googletest SYSTEM URL https://github.com/google/googletest/archive/refs/tags/v1.14.0.tar.gz)
    set(INSTALL_GTEST OFF)
    set(BUILD_GMOCK OFF)
    set(BUILD_SHARED_LIBS OFF)
    FetchContent_MakeAvailable(googletest)
  endif()
endmacro()

# benchmark::benchmark
macro(twill_require_benchmark)
  find_package(benchmark CONFIG QUIET)
  if(NOT TARGET benchmark::benchmark)
    message(STATUS "twill: Google Benchmark is not installed, downloading it")
    FetchContent_Declare(
      benchmark SYSTEM URL https://github.com/google/benchmark/archive/refs/tags/v1.8.3.tar.gz)
    set(BENCHMARK_ENABLE_TESTING OFF)
    set(BENCHMARK_ENABLE_INSTALL OFF)
    set(BUILD_SHARED_LIBS OFF)
    FetchContent_MakeAvailable(benchmark)
  endif()
endmacro()

# One header-only library as the target `twill_<name>`: found by its header, or downloaded.
function(twill_require_header name header url subfolder)
  if(TARGET twill_${name})
    return()
  endif()
  find_path(TWILL_${name}_INCLUDE_DIR ${header} PATH_SUFFIXES ${name})
  mark_as_advanced(TWILL_${name}_INCLUDE_DIR)
  set(folder ${TWILL_${name}_INCLUDE_DIR})
  if(NOT folder)
    message(STATUS "twill: ${name} is not installed, downloading it")
    # A SOURCE_SUBDIR without a CMakeLists.txt: unpack it, build nothing of it.
    FetchContent_Declare(twill_${name} URL ${url} SOURCE_SUBDIR headers-only)
    FetchContent_MakeAvailable(twill_${name})
    set(folder ${twill_${name}_SOURCE_DIR}/${subfolder})
  endif()
  add_library(twill_${name} INTERFACE)
  target_include_directories(twill_${name} SYSTEM INTERFACE ${folder})
endfunction()

# twill_cxxopts: <cxxopts.hpp>
macro(twill_require_cxxopts)
  twill_require_header(
    cxxopts cxxopts.hpp https://github.com/jarro2783/cxxopts/archive/refs/tags/v3.1.1.tar.gz include)
endmacro()

# twill_stb: <stb_image_write.h>
macro(twill_require_stb)
  twill_require_header(
    stb stb_image_write.h
    https://github.com/nothings/stb/archive/8b5f1f37b5b75829fc72d38e7b5d4bcbf8a26d55.tar.gz "")
endmacro()

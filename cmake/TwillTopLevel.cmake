# SPDX-License-Identifier: MIT
# What twill's own build wants and a user's build must not be given: a build type, ccache, the CUDA
# language with its architectures, and warnings as errors (target twill_warnings).
# Sets TWILL_HAS_CUDA: a CUDA compiler is enabled and used.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CUDA_EXTENSIONS OFF)

find_program(TWILL_CCACHE ccache)
mark_as_advanced(TWILL_CCACHE)
if(TWILL_CCACHE)
  foreach(lang CXX CUDA)
    # That of the environment is in the variable only when the language is enabled, CUDA below.
    if(NOT DEFINED CMAKE_${lang}_COMPILER_LAUNCHER
       AND NOT DEFINED ENV{CMAKE_${lang}_COMPILER_LAUNCHER})
      set(CMAKE_${lang}_COMPILER_LAUNCHER ${TWILL_CCACHE} CACHE STRING "Launcher of the compiler")
    endif()
  endforeach()
endif()

set(TWILL_FALLBACK_ARCHITECTURES "portable" CACHE STRING
    "CUDA architectures when no GPU is seen and CMAKE_CUDA_ARCHITECTURES is not given")

# Sets `out` to the name of the first GPU of this machine, empty when there is none.
function(twill_find_gpu out)
  set(${out} "" PARENT_SCOPE)
  find_program(TWILL_NVIDIA_SMI nvidia-smi HINTS /usr/local/nvidia/bin)
  mark_as_advanced(TWILL_NVIDIA_SMI)
  if(TWILL_NVIDIA_SMI)
    execute_process(COMMAND ${TWILL_NVIDIA_SMI} -L RESULT_VARIABLE status
                    OUTPUT_VARIABLE gpus ERROR_QUIET)
    if(status EQUAL 0 AND gpus MATCHES "GPU 0: ([^\n(]*[^\n( ])")
      set(${out} "${CMAKE_MATCH_1}" PARENT_SCOPE)
    endif()
  endif()
endfunction()

# Code for every generation this compiler knows, PTX for the ones after it.
function(twill_portable_architectures out nvcc)
  execute_process(COMMAND ${nvcc} --list-gpu-arch OUTPUT_VARIABLE known ERROR_QUIET)
  set(list)
  foreach(arch 75 80 86 89 90 100 120)
    if(known MATCHES "compute_${arch}[^0-9]")
      list(APPEND list ${arch}-real)
      set(newest ${arch})
    endif()
  endforeach()
  set(${out} ${list} ${newest}-virtual PARENT_SCOPE)
endfunction()

set(TWILL_HAS_CUDA FALSE)
if(NOT TWILL_CUDA STREQUAL "OFF")
  include(CheckLanguage)
  find_package(CUDAToolkit 12.0 QUIET)
  # nvcc is often installed without being on the PATH.
  if(CUDAToolkit_NVCC_EXECUTABLE AND NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
    set(ENV{CUDACXX} ${CUDAToolkit_NVCC_EXECUTABLE})
  endif()
  if(CUDAToolkit_FOUND)
    check_language(CUDA)
  endif()
  if(CUDAToolkit_FOUND AND CMAKE_CUDA_COMPILER)
    twill_find_gpu(gpu)
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
      if(gpu)
        set(architectures native)
      elseif(TWILL_FALLBACK_ARCHITECTURES STREQUAL "portable")
        twill_portable_architectures(architectures ${CMAKE_CUDA_COMPILER})
      else()
        set(architectures ${TWILL_FALLBACK_ARCHITECTURES})
      endif()
      set(CMAKE_CUDA_ARCHITECTURES ${architectures} CACHE STRING "CUDA architectures")
    endif()
    enable_language(CUDA)
    set(TWILL_HAS_CUDA TRUE)
  elseif(TWILL_CUDA STREQUAL "ON")
    message(FATAL_ERROR "TWILL_CUDA=ON, but no CUDA 12 or later with a working nvcc was found")
  endif()
endif()

if(TWILL_HAS_CUDA)
  list(JOIN CMAKE_CUDA_ARCHITECTURES " " architectures)
  if(gpu)
    message(STATUS "twill: CUDA ${CMAKE_CUDA_COMPILER_VERSION} and a GPU (${gpu}): device and host space, "
                   "architectures: ${architectures}")
  else()
    message(STATUS "twill: CUDA ${CMAKE_CUDA_COMPILER_VERSION}, no GPU here: the device space is compiled, "
                   "the host space runs; architectures: ${architectures} (CMAKE_CUDA_ARCHITECTURES changes them)")
  endif()
elseif(TWILL_CUDA STREQUAL "OFF")
  message(STATUS "twill: TWILL_CUDA=OFF: host space only")
else()
  message(STATUS "twill: no CUDA found: host space only")
endif()

# Warnings that depend on what the optimizer sees come and go with the version of g++, and are often
# false (-Wrestrict in g++ 12's std::string): they stay warnings.
option(TWILL_WARNINGS_AS_ERRORS "Warnings are errors in twill's own build" ON)
set(cxx_warnings -Wall -Wextra -Wconversion)
set(cuda_warnings -Xcompiler=-Wall,-Wextra,-Wconversion)
if(TWILL_WARNINGS_AS_ERRORS)
  list(APPEND cxx_warnings -Werror)
  list(APPEND cuda_warnings "SHELL:-Werror all-warnings")
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(optimizer_warnings -Wno-restrict -Wno-error=array-bounds -Wno-error=maybe-uninitialized
                         -Wno-error=stringop-overflow -Wno-error=stringop-overread)
  list(APPEND cxx_warnings ${optimizer_warnings})
  list(JOIN optimizer_warnings "," optimizer_warnings)
  list(APPEND cuda_warnings -Xcompiler=${optimizer_warnings})
endif()
add_library(twill_warnings INTERFACE)
target_compile_options(
  twill_warnings INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${cxx_warnings}>"
                           "$<$<COMPILE_LANGUAGE:CUDA>:${cuda_warnings}>")

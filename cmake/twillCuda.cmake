# SPDX-License-Identifier: MIT
# twill_find_cuda() and twill_use_cuda(<target>): CUDA for the twill target, both in twill's own build
# and behind find_package(twill). CUDA belongs to the machine that compiles, so it is never exported.

# TWILL_CUDA: ON requires the toolkit, OFF leaves it out, anything else takes it when it is there.
macro(twill_find_cuda)
  if(TWILL_CUDA STREQUAL "ON")
    find_package(CUDAToolkit 12.0 REQUIRED)
  elseif(NOT TWILL_CUDA STREQUAL "OFF")
    find_package(CUDAToolkit 12.0 QUIET)
  endif()
endmacro()

function(twill_use_cuda target)
  if(TWILL_CUDA STREQUAL "OFF" OR NOT CUDAToolkit_FOUND)
    return()
  endif()
  if("cuda_std_20" IN_LIST CMAKE_CUDA_COMPILE_FEATURES)
    target_compile_features(${target} INTERFACE $<BUILD_INTERFACE:cuda_std_20>)
  else()
    # CMake before 3.25.2 does not know that nvcc has C++20.
    target_compile_options(
      ${target} INTERFACE $<BUILD_INTERFACE:$<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-std=c++20>>)
  endif()
  if(TWILL_SHARED_CUDART OR CMAKE_CUDA_RUNTIME_LIBRARY STREQUAL "Shared")
    target_link_libraries(${target} INTERFACE $<BUILD_INTERFACE:CUDA::cudart>)
  else()
    target_link_libraries(${target} INTERFACE $<BUILD_INTERFACE:CUDA::cudart_static>)
  endif()
endfunction()

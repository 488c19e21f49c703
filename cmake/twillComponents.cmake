# SPDX-License-Identifier: MIT
# twill_add_component(<name> <problem>): the target twill::<name>, in twill's own build (for each name in
# TWILL_COMPONENTS) and behind find_package(twill COMPONENTS <name>). What a component links belongs to
# the machine that compiles, so it is never exported. Sets `problem` to what is missing, empty when
# nothing is.
#   linalg  products.hpp and linalg.hpp: cuBLAS and cuSOLVER on the device; on the host what
#           TWILL_HOST_LINALG says
#   fft     fft.hpp: cuFFT on the device; on the host what TWILL_HOST_FFT says, nothing (and a
#           message) where AUTO finds nothing

set(TWILL_HOST_LINALG AUTO CACHE STRING
    "Linear algebra on the host: LAPACKE (with CBLAS), Eigen, OFF, or AUTO: LAPACKE, otherwise Eigen")
set_property(CACHE TWILL_HOST_LINALG PROPERTY STRINGS AUTO LAPACKE Eigen OFF)
set(TWILL_HOST_FFT AUTO CACHE STRING
    "FFT on the host: pocketfft, FFTW, OFF, or AUTO: pocketfft")
set_property(CACHE TWILL_HOST_FFT PROPERTY STRINGS AUTO pocketfft FFTW OFF)

# Links the toolkit's libraries where CUDA is used; sets `problem` to those that are missing.
function(twill_link_toolkit target problem)
  set(${problem} "" PARENT_SCOPE)
  if(TWILL_CUDA STREQUAL "OFF" OR NOT CUDAToolkit_FOUND)
    return()
  endif()
  set(missing)
  foreach(library IN LISTS ARGN)
    if(TARGET CUDA::${library})
      target_link_libraries(${target} INTERFACE CUDA::${library})
    else()
      list(APPEND missing ${library})
    endif()
  endforeach()
  if(missing)
    list(JOIN missing ", " missing)
    set(${problem} "the CUDA toolkit in ${CUDAToolkit_ROOT} lacks ${missing}" PARENT_SCOPE)
  endif()
endfunction()

# Whether `code` compiles and links with `libraries`, tried once for each set of them.
function(twill_can_link out includes libraries code)
  include(CheckCXXSourceCompiles)
  string(MD5 key "${includes} ${libraries}")
  set(CMAKE_REQUIRED_QUIET ON)
  set(CMAKE_REQUIRED_INCLUDES ${includes})
  set(CMAKE_REQUIRED_LIBRARIES ${libraries})
  check_cxx_source_compiles("${code}" TWILL_LINKS_${key})
  set(${out} ${TWILL_LINKS_${key}} PARENT_SCOPE)
endfunction()

# CBLAS and LAPACKE as one of the libraries that bring them (OpenBLAS, the reference ones).
function(twill_find_lapacke out)
  set(${out} FALSE PARENT_SCOPE)
  find_path(TWILL_CBLAS_INCLUDE_DIR cblas.h PATH_SUFFIXES openblas cblas)
  find_path(TWILL_LAPACKE_INCLUDE_DIR lapacke.h PATH_SUFFIXES openblas lapacke)
  find_library(TWILL_BLAS_LIBRARY NAMES openblas cblas blas)
  find_library(TWILL_LAPACKE_LIBRARY NAMES lapacke)
  mark_as_advanced(TWILL_CBLAS_INCLUDE_DIR TWILL_LAPACKE_INCLUDE_DIR TWILL_BLAS_LIBRARY
                   TWILL_LAPACKE_LIBRARY)
  if(NOT TWILL_CBLAS_INCLUDE_DIR OR NOT TWILL_LAPACKE_INCLUDE_DIR OR NOT TWILL_BLAS_LIBRARY)
    return()
  endif()
  set(includes ${TWILL_CBLAS_INCLUDE_DIR} ${TWILL_LAPACKE_INCLUDE_DIR})
  list(REMOVE_DUPLICATES includes)
  # OpenBLAS often has LAPACKE inside.
  foreach(libraries "${TWILL_BLAS_LIBRARY}" "${TWILL_LAPACKE_LIBRARY};${TWILL_BLAS_LIBRARY}")
    if(NOT libraries MATCHES "NOTFOUND")
      twill_can_link(
        works "${includes}" "${libraries}"
        "#include <complex>
         #define lapack_complex_float std::complex<float>
         #define lapack_complex_double std::complex<double>
         #include <cblas.h>
         #include <lapacke.h>
         int main() {
           double a[1] = {2};
           cblas_dscal(1, 0.5, a, 1);
           return LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'U', 1, a, 1);
         }")
      if(works)
        set(${out} TRUE PARENT_SCOPE)
        set(TWILL_LAPACKE_INCLUDES ${includes} PARENT_SCOPE)
        set(TWILL_LAPACKE_LIBRARIES ${libraries} PARENT_SCOPE)
        return()
      endif()
    endif()
  endforeach()
endfunction()

# Eigen 3.4 or later: TWILL_EIGEN_INCLUDE_DIR, or else the target Eigen3::Eigen.
macro(twill_find_eigen found)
  set(TWILL_EIGEN_INCLUDE_DIR "" CACHE PATH "The folder of Eigen's headers, where find_package is not to look")
  mark_as_advanced(TWILL_EIGEN_INCLUDE_DIR)
  set(${found} FALSE)
  if(NOT TWILL_EIGEN_INCLUDE_DIR)
    find_package(Eigen3 QUIET NO_MODULE)
  endif()
  if(EXISTS "${TWILL_EIGEN_INCLUDE_DIR}/Eigen/Core" OR (TARGET Eigen3::Eigen AND NOT Eigen3_VERSION VERSION_LESS 3.4))
    set(${found} TRUE)
  endif()
endmacro()

function(twill_component_linalg target problem)
  twill_link_toolkit(${target} missing cublas cublasLt cusolver)
  set(${problem} "${missing}" PARENT_SCOPE)
  if(missing OR TWILL_HOST_LINALG STREQUAL "OFF")
    return()
  endif()
  if(NOT TWILL_HOST_LINALG STREQUAL "Eigen")
    twill_find_lapacke(found)
    if(found)
      target_include_directories(${target} SYSTEM INTERFACE ${TWILL_LAPACKE_INCLUDES})
      target_link_libraries(${target} INTERFACE ${TWILL_LAPACKE_LIBRARIES})
      target_compile_definitions(${target} INTERFACE TWILL_HAS_CBLAS TWILL_HAS_LAPACKE)
      return()
    endif()
  endif()
  if(NOT TWILL_HOST_LINALG STREQUAL "LAPACKE")
    twill_find_eigen(found)
    if(found)
      if(TWILL_EIGEN_INCLUDE_DIR)
        target_include_directories(${target} SYSTEM INTERFACE ${TWILL_EIGEN_INCLUDE_DIR})
      else()
        target_link_libraries(${target} INTERFACE Eigen3::Eigen)
      endif()
      target_compile_definitions(${target} INTERFACE TWILL_HAS_EIGEN)
      return()
    endif()
  endif()
  set(${problem}
      "linear algebra on the host needs LAPACKE and CBLAS (apt-get install liblapacke-dev libopenblas-dev; lapack-devel openblas-devel on Fedora, openblas of Homebrew) or Eigen 3.4 (libeigen3-dev, eigen3-devel, eigen, or -D TWILL_EIGEN_INCLUDE_DIR=<folder>); -D TWILL_HOST_LINALG=OFF builds without it"
      PARENT_SCOPE)
endfunction()

# The folder of pocketfft's C++ header, which is one file, as TWILL_POCKETFFT_INCLUDE_DIR.
macro(twill_find_pocketfft found)
  find_path(TWILL_POCKETFFT_INCLUDE_DIR pocketfft_hdronly.h PATH_SUFFIXES pocketfft)
  mark_as_advanced(TWILL_POCKETFFT_INCLUDE_DIR)
  set(${found} FALSE)
  if(TWILL_POCKETFFT_INCLUDE_DIR)
    set(${found} TRUE)
  endif()
endmacro()

function(twill_component_fft target problem)
  twill_link_toolkit(${target} missing cufft)
  set(${problem} "${missing}" PARENT_SCOPE)
  if(missing OR TWILL_HOST_FFT STREQUAL "OFF")
    return()
  endif()
  if(TWILL_HOST_FFT STREQUAL "FFTW")
    find_path(TWILL_FFTW_INCLUDE_DIR fftw3.h)
    find_library(TWILL_FFTW_LIBRARY fftw3)
    find_library(TWILL_FFTWF_LIBRARY fftw3f)
    mark_as_advanced(TWILL_FFTW_INCLUDE_DIR TWILL_FFTW_LIBRARY TWILL_FFTWF_LIBRARY)
    if(TWILL_FFTW_INCLUDE_DIR AND TWILL_FFTW_LIBRARY AND TWILL_FFTWF_LIBRARY)
      target_include_directories(${target} SYSTEM INTERFACE ${TWILL_FFTW_INCLUDE_DIR})
      target_link_libraries(${target} INTERFACE ${TWILL_FFTW_LIBRARY} ${TWILL_FFTWF_LIBRARY})
      target_compile_definitions(${target} INTERFACE TWILL_HAS_FFTW)
      return()
    endif()
    set(${problem}
        "TWILL_HOST_FFT=FFTW, but there is no FFTW 3 in single and double precision (apt-get install libfftw3-dev; fftw-devel on Fedora, fftw of Homebrew)"
        PARENT_SCOPE)
    return()
  endif()
  twill_find_pocketfft(found)
  if(found)
    target_include_directories(${target} SYSTEM INTERFACE ${TWILL_POCKETFFT_INCLUDE_DIR})
    # pocketfft keeps so many plans of each kind.
    target_compile_definitions(${target} INTERFACE TWILL_HAS_POCKETFFT POCKETFFT_CACHE_SIZE=16)
    return()
  endif()
  set(missing
      "FFT on the host needs the header pocketfft_hdronly.h (say where it is: -D TWILL_POCKETFFT_INCLUDE_DIR=<folder>) or FFTW (apt-get install libfftw3-dev, -D TWILL_HOST_FFT=FFTW)")
  if(TWILL_HOST_FFT STREQUAL "AUTO")
    message(STATUS "twill: ${missing}: twill::fft is without it")
  else()
    set(${problem} "${missing}; -D TWILL_HOST_FFT=OFF builds without it" PARENT_SCOPE)
  endif()
endfunction()

macro(twill_add_component name problem)
  if(TARGET twill::${name})
    # What it lacked when it was made it lacks still.
    get_property(${problem} GLOBAL PROPERTY twill_problem_of_${name})
  elseif("${name}" MATCHES "^(linalg|fft)$")
    add_library(twill::${name} INTERFACE IMPORTED GLOBAL)
    target_link_libraries(twill::${name} INTERFACE twill::twill)
    cmake_language(CALL twill_component_${name} twill::${name} ${problem})
    set_property(GLOBAL PROPERTY twill_problem_of_${name} "${${problem}}")
  else()
    set(${problem} "there is no component ${name}; there are linalg and fft")
  endif()
endmacro()

# SPDX-License-Identifier: MIT
# Every header compiles by itself and when included twice, and links when it is in two translation
# units: its own, and one that includes all of them. The inner ones of device code, which are in the
# second together with the entry headers, compile as far as PTX, at a third of the cost.

file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/include
     ${PROJECT_SOURCE_DIR}/include/twill/*.hpp ${PROJECT_SOURCE_DIR}/include/twill/*.cuh)

# A program of one generated translation unit for each header, and one for all.
function(twill_add_header_test name extension)
  set(all "")
  set(sources)
  set(inner_sources)
  foreach(header IN LISTS ARGN)
    string(REGEX REPLACE "[/.]" "_" file ${header})
    set(source ${CMAKE_CURRENT_BINARY_DIR}/headers/${file}.${extension})
    file(CONFIGURE OUTPUT ${source} CONTENT "#include <${header}>\n#include <${header}>\n")
    if(extension STREQUAL "cu" AND header MATCHES "/.*/")
      list(APPEND inner_sources ${source})
    else()
      list(APPEND sources ${source})
    endif()
    string(APPEND all "#include <${header}>\n")
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/headers/all.${extension})
  file(CONFIGURE OUTPUT ${source} CONTENT "${all}int main() { return 0; }\n")
  add_executable(${name} ${sources} ${source})
  set(targets ${name})
  if(inner_sources)
    add_library(${name}_inner OBJECT ${inner_sources})
    list(GET CMAKE_CUDA_ARCHITECTURES 0 architecture)
    if(NOT architecture MATCHES "^([0-9]+)")
      set(architecture 80)
    endif()
    string(REGEX MATCH "^[0-9]+" architecture ${architecture})
    set_target_properties(${name}_inner PROPERTIES CUDA_PTX_COMPILATION ON
                                                   CUDA_ARCHITECTURES ${architecture}-virtual)
    list(APPEND targets ${name}_inner)
  endif()
  foreach(target IN LISTS targets)
    target_link_libraries(${target} PRIVATE twill::twill twill_warnings)
    # Headers of a component are empty in part without the libraries that it finds.
    foreach(component linalg fft)
      if(TARGET twill::${component})
        target_link_libraries(${target} PRIVATE twill::${component})
      endif()
    endforeach()
  endforeach()
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS structure)
endfunction()

set(host_headers ${headers})
list(FILTER host_headers INCLUDE REGEX "\\.hpp$")
if(NOT CUDAToolkit_FOUND)
  # These need the CUDA runtime API's own headers.
  list(FILTER host_headers EXCLUDE REGEX "^twill/(cuda/.*|(device|runtime)\\.hpp)")
endif()
if(host_headers)
  twill_add_header_test(headers_host cpp ${host_headers})
endif()

# Through nvcc: the .cuh, and the entry headers, which include all the rest.
set(device_headers ${headers})
list(FILTER device_headers INCLUDE REGEX "\\.cuh$|^twill/[^/]*$")
if(TWILL_HAS_CUDA AND device_headers)
  twill_add_header_test(headers_device cu ${device_headers})
endif()

# SPDX-License-Identifier: MIT
# No function of a program leaves the upper halves of vector registers dirty, which would make every
# later call of the C library's functions many times as slow: what writes one of the first 16 in full
# and returns has a vzeroupper, but where it takes or returns such registers.
cmake_minimum_required(VERSION 3.25)

file(MAKE_DIRECTORY ${WORK})
file(WRITE ${WORK}/program.cpp [[
#include <twill/twill.hpp>
#include <twill/products.hpp>
#include <twill/sort.hpp>
namespace tw = twill;
void compute(tw::host_array<double>& y, tw::host_array<double> const& x, tw::host_array<float, 2>& m) {
    y = lgamma(x);
    y = exp(x) + x;
    y(tw::slice(0, 10, 2)) = sum(m);
    m = (m - mean(m, tw::axis<1>, tw::keepdims)) / 2.0f;
    m = matmul(m, m);
    y = sort(x);
}
]])
foreach(flags "-O2" "-O3;-march=x86-64-v4")
  execute_process(COMMAND ${COMPILER} -std=c++20 ${flags} -I ${INCLUDE_DIR} -S ${WORK}/program.cpp
                          -o ${WORK}/program.s
                  COMMAND_ERROR_IS_FATAL ANY)
  file(STRINGS ${WORK}/program.s lines
       REGEX "^[A-Za-z_][^ ]*:|%[yz]mm([0-9]|1[0-5])([^0-9]|$)|vzeroupper|^\tret|^\t\\.size")
  set(dirty)
  set(clears 0)
  foreach(line IN LISTS lines)
    if(line MATCHES "^([A-Za-z_].*):")
      set(function ${CMAKE_MATCH_1})
      set(wide FALSE)
      set(cleared FALSE)
      set(returns FALSE)
    elseif(line MATCHES "vzeroupper")
      set(cleared TRUE)
      math(EXPR clears "${clears} + 1")
    elseif(line MATCHES "^\tret")
      set(returns TRUE)
    elseif(line MATCHES "mm")
      set(wide TRUE)
    elseif(wide AND returns AND NOT cleared AND NOT function MATCHES "Dv[0-9]+_")
      list(APPEND dirty ${function})
      set(wide FALSE)
    endif()
  endforeach()
  if(dirty)
    list(JOIN dirty "\n" dirty)
    message(FATAL_ERROR "with ${flags} no vzeroupper before the return of\n${dirty}")
  endif()
  if(clears EQUAL 0)
    message(FATAL_ERROR "with ${flags} there is no vzeroupper at all: the assembly is not read as it is")
  endif()
endforeach()

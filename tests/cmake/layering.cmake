# SPDX-License-Identifier: MIT
# cmake -D INCLUDE_DIR=<include> -P layering.cmake
# Which room may include which, what the elementwise path may include, how long a header may be, and
# that no room declares what another one defines or is ambiguous with it.
# Entry headers are the files directly in twill/; they may include every room.
cmake_minimum_required(VERSION 3.25)

set(max_lines 400)

# A room may include itself and these.
set(allow_core "")
set(allow_shape core)
set(allow_expr shape core)
set(allow_lower expr shape core)
set(allow_eval lower expr shape core)
set(allow_array eval lower expr shape core)
set(allow_host lower shape core)
set(allow_cuda lower shape core)
# Operations are guests: they include the engine, which includes none of them.
set(allow_io array eval lower expr shape core)
set(allow_ops array eval lower expr shape core host cuda)

# Declared by the engine for others to complete; and what is not twill's.
set(seams backend memory transfer runner __half __nv_bfloat16)

# The files from which the elementwise path starts, and the headers it may use that are not twill's;
# what twill.hpp may besides, whose price every program pays: not <string>, <vector>, <memory> or
# <algorithm>.
set(lean_entries twill/elementwise.cuh twill/device.hpp twill/twill.hpp)
set(more_of_twill/twill.hpp charconv pthread.h unistd.h)
set(lean_headers
    array
    bit
    cassert
    cfloat
    climits
    cmath
    cstdarg
    math.h
    compare
    concepts
    cstddef
    cstdint
    cstdio
    cstdlib
    cstring
    cuda_runtime.h
    cuda_runtime_api.h
    exception
    initializer_list
    iterator
    limits
    new
    numbers
    source_location
    span
    sys/mman.h
    time.h
    tuple
    type_traits
    typeinfo
    utility
    version)

set(errors 0)
macro(complain)
  message(NOTICE ${ARGN})
  math(EXPR errors "${errors} + 1")
endmacro()

function(room_of out header)
  if(header MATCHES "^twill/([^/]+)/")
    set(${out} ${CMAKE_MATCH_1} PARENT_SCOPE)
  else()
    set(${out} entry PARENT_SCOPE)
  endif()
endfunction()

file(GLOB_RECURSE headers RELATIVE ${INCLUDE_DIR} ${INCLUDE_DIR}/twill/*)
if(NOT headers)
  message(FATAL_ERROR "no headers under ${INCLUDE_DIR}/twill")
endif()

foreach(header IN LISTS headers)
  room_of(room ${header})
  if(NOT header MATCHES "\\.(hpp|cuh)$")
    complain("${header}: neither .hpp nor .cuh")
  endif()
  if(NOT room STREQUAL "entry" AND NOT DEFINED allow_${room})
    complain("${header}: room '${room}' is not in the table of layering.cmake")
  endif()

  file(READ ${INCLUDE_DIR}/${header} text)
  string(REGEX REPLACE "[^\n]" "" newlines "${text}")
  string(LENGTH "${newlines}" lines)
  if(lines GREATER max_lines)
    complain("${header}: ${lines} lines, more than ${max_lines}")
  endif()

  # Types that a room declares only, and those that it defines.
  file(STRINGS ${INCLUDE_DIR}/${header} declared REGEX "^ *(struct|class) [A-Za-z_0-9]+;")
  foreach(line IN LISTS declared)
    string(REGEX REPLACE "^ *(struct|class) ([A-Za-z_0-9]+).*" "\\2" name "${line}")
    list(APPEND declared_${room} "${name}@${header}")
  endforeach()
  file(STRINGS ${INCLUDE_DIR}/${header} defined REGEX "^ *(struct|class) [^;]*$")
  foreach(line IN LISTS defined)
    string(REGEX REPLACE "alignas\\(.*\\) " "" line "${line}")
    string(REGEX REPLACE "[<:{].*" "" line "${line}")
    string(REGEX MATCHALL "[A-Za-z_0-9]+" names "${line}")
    list(APPEND defined_${room} ${names})
  endforeach()
  list(APPEND rooms ${room})

  # Function templates that take anything: two of one name are ambiguous where both headers are read.
  set(family ${room})
  if(header MATCHES "^twill/ops/([^/]+)/")
    set(family ${CMAKE_MATCH_1})
  endif()
  file(STRINGS ${INCLUDE_DIR}/${header} takes_all REGEX "^[a-z][a-z_ ()]*[ &]([a-z_0-9]+)\\([A-Z][A-Za-z]* const& [a-z]+\\) {$")
  foreach(line IN LISTS takes_all)
    string(REGEX REPLACE ".*[ &]([a-z_0-9]+)\\([A-Z].*" "\\1" name "${line}")
    if(DEFINED taken_${name} AND NOT taken_${name} STREQUAL family)
      complain("${header}: '${name}' takes anything in '${taken_${name}}' too")
    endif()
    set(taken_${name} ${family})
  endforeach()

  # Own headers in own_<header>, all others in other_<header>.
  set(own_${header})
  set(other_${header})
  file(STRINGS ${INCLUDE_DIR}/${header} includes REGEX "^[ \t]*#[ \t]*include[ \t]*[<\"]")
  foreach(line IN LISTS includes)
    string(REGEX MATCH "([<\"])([^>\"]+)[>\"]" ignored "${line}")
    set(target ${CMAKE_MATCH_2})
    cmake_path(GET header PARENT_PATH folder)
    set(beside ${folder}/${target})
    cmake_path(NORMAL_PATH beside)
    if("${line}" MATCHES "\"" AND EXISTS ${INCLUDE_DIR}/${beside})
      set(target ${beside})
    endif()
    if(NOT target MATCHES "^twill/")
      list(APPEND other_${header} ${target})
      continue()
    endif()
    list(APPEND own_${header} ${target})
    if(NOT EXISTS ${INCLUDE_DIR}/${target})
      complain("${header}: includes ${target}, which does not exist")
    endif()
    room_of(target_room ${target})
    if(NOT room STREQUAL "entry" AND NOT room STREQUAL target_room
       AND NOT target_room IN_LIST allow_${room})
      complain("${header}: room '${room}' may not include '${target_room}' (${target})")
    endif()
    if(header MATCHES "\\.hpp$" AND target MATCHES "\\.cuh$")
      complain("${header}: a .hpp may not include a .cuh (${target})")
    endif()
  endforeach()
endforeach()

list(REMOVE_DUPLICATES rooms)
foreach(room IN LISTS rooms)
  foreach(declared IN LISTS declared_${room})
    string(REGEX REPLACE "@.*" "" name ${declared})
    string(REGEX REPLACE ".*@" "" header ${declared})
    if(NOT name IN_LIST defined_${room} AND NOT name IN_LIST seams)
      complain("${header}: declares '${name}', which room '${room}' does not define")
    endif()
  endforeach()
endforeach()

foreach(entry IN LISTS lean_entries)
  if(NOT entry IN_LIST headers)
    continue()
  endif()
  set(reached ${entry})
  set(todo ${entry})
  while(todo)
    list(POP_FRONT todo header)
    foreach(other IN LISTS other_${header})
      if(NOT other IN_LIST lean_headers AND NOT other IN_LIST more_of_${entry})
        complain("${header}: <${other}> is too heavy for ${entry}")
      endif()
    endforeach()
    foreach(own IN LISTS own_${header})
      if(NOT own IN_LIST reached)
        list(APPEND reached ${own})
        list(APPEND todo ${own})
      endif()
    endforeach()
  endwhile()
endforeach()

if(errors)
  message(FATAL_ERROR "${errors} violations")
endif()
list(LENGTH headers count)
message(STATUS "${count} headers keep to the rules")

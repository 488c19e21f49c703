# SPDX-License-Identifier: MIT
# A project of a user's, through find_package and through add_subdirectory; a plain compiler without
# CUDA; one program of two .cpp files and a .cu file that pass arrays to each other; and machines that
# have no package.

set(consumer ${CMAKE_CURRENT_SOURCE_DIR}/consumer)
set(work ${CMAKE_CURRENT_BINARY_DIR}/consumer)
set(prefix ${work}/prefix)

set(options -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} -DCMAKE_BUILD_TYPE=Release
            -DCMAKE_CXX_FLAGS_RELEASE=-O2 -DTWILL_CUDA=${TWILL_CUDA})
if(TWILL_HAS_CUDA)
  list(APPEND options -DCMAKE_CUDA_COMPILER=${CMAKE_CUDA_COMPILER}
       "-DCMAKE_CUDA_ARCHITECTURES=${CMAKE_CUDA_ARCHITECTURES}" -DCONSUMER_CUDA=ON)
endif()

function(twill_add_consumer name)
  add_test(NAME consumer_${name}
           COMMAND ${CMAKE_CTEST_COMMAND} --build-and-test ${consumer} ${work}/${name}
                   --build-generator ${CMAKE_GENERATOR} --build-makeprogram ${CMAKE_MAKE_PROGRAM}
                   --build-options ${options} ${ARGN} --test-command host_app)
  set_tests_properties(consumer_${name} PROPERTIES LABELS consumer)
endfunction()

# What the scripts below need to configure a project as this one was.
set(like_this -D SOURCE=${PROJECT_SOURCE_DIR} -D COMPILER=${CMAKE_CXX_COMPILER}
              -D MAKE_PROGRAM=${CMAKE_MAKE_PROGRAM} -D GENERATOR=${CMAKE_GENERATOR})

add_test(NAME consumer_install
         COMMAND ${CMAKE_COMMAND} ${like_this} -D WORK=${work}/install -D PREFIX=${prefix}
                 -D VERSION=${PROJECT_VERSION} -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/install.cmake)
set_tests_properties(consumer_install PROPERTIES LABELS consumer FIXTURES_SETUP installed_twill)
twill_add_consumer(find_package -DCMAKE_PREFIX_PATH=${prefix} -DCONSUMER_TWILL_VERSION=${PROJECT_VERSION})
set_tests_properties(consumer_find_package PROPERTIES FIXTURES_REQUIRED installed_twill)
twill_add_consumer(add_subdirectory -DCONSUMER_TWILL_SOURCE=${PROJECT_SOURCE_DIR})

add_test(NAME consumer_plain_compiler
         COMMAND ${CMAKE_COMMAND} -D COMPILER=${CMAKE_CXX_COMPILER}
                 -D SOURCE=${consumer}/host_app.cpp -D INCLUDE_DIR=${PROJECT_SOURCE_DIR}/include
                 -D WORK=${work}/plain_compiler -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/plain_compiler.cmake)
set_tests_properties(consumer_plain_compiler PROPERTIES LABELS consumer)

foreach(case demo test no_make jobs)
  add_test(NAME consumer_bare_machine_${case}
           COMMAND ${CMAKE_COMMAND} ${like_this} -D WORK=${work}/bare_${case} -D CASE=${case}
                   -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/bare_machine.cmake)
  set_tests_properties(consumer_bare_machine_${case} PROPERTIES LABELS consumer)
endforeach()
# What cannot be found must be said soon: FetchContent alone tries for a minute and a half.
set_tests_properties(consumer_bare_machine_test PROPERTIES TIMEOUT 30)
add_test(NAME consumer_dependencies
         COMMAND ${CMAKE_COMMAND} ${like_this} -D WORK=${work}/dependencies
                 -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/dependencies.cmake)
set_tests_properties(consumer_dependencies PROPERTIES LABELS consumer TIMEOUT 120)

add_executable(static_destructor consumer/static_destructor.cpp)
target_link_libraries(static_destructor PRIVATE twill::twill twill_warnings)
add_test(NAME consumer_static_destructor COMMAND static_destructor)
set_tests_properties(consumer_static_destructor PROPERTIES LABELS consumer TIMEOUT 60)

# A program and its libraries, whose symbols are hidden where nothing says otherwise; a third library
# is loaded and unloaded while the program runs.
if(UNIX)
  add_library(shared_one SHARED consumer/shared_one.cpp)
  add_library(shared_two SHARED consumer/shared_two.cpp)
  add_library(shared_plugin MODULE consumer/shared_plugin.cpp)
  add_executable(shared_app consumer/shared_main.cpp)
  add_dependencies(shared_app shared_plugin)
  foreach(target IN ITEMS shared_one shared_two shared_plugin shared_app)
    set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden
                                               VISIBILITY_INLINES_HIDDEN ON)
    target_link_libraries(${target} PRIVATE twill::twill twill_warnings)
    if(TWILL_HAS_CUDA)
      target_compile_definitions(${target} PRIVATE SHARED_DEVICE)
    endif()
  endforeach()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Otherwise it would never be unloaded.
    target_compile_options(shared_plugin PRIVATE -fno-gnu-unique)
  endif()
  target_link_libraries(shared_app PRIVATE shared_one shared_two ${CMAKE_DL_LIBS})
  add_test(NAME consumer_shared_libraries COMMAND shared_app $<TARGET_FILE:shared_plugin>)
  set_tests_properties(consumer_shared_libraries PROPERTIES LABELS consumer TIMEOUT 60)
endif()

if(TWILL_HAS_CUDA)
  add_executable(mixed_app consumer/mixed_main.cpp consumer/mixed_hold.cpp consumer/mixed_add.cu)
  target_link_libraries(mixed_app PRIVATE twill::twill twill_warnings)
  add_test(NAME consumer_mixed COMMAND mixed_app)
  set_tests_properties(consumer_mixed PROPERTIES LABELS "consumer;device" SKIP_RETURN_CODE 77)
endif()

# The headers as part of the user's own code: no system include hides their warnings. At -O3, where
# most of the optimiser's own warnings come from.
add_test(NAME consumer_warnings
         COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -O3 -Wall -Wextra -Wconversion -Wshadow -Werror
                 -I ${PROJECT_SOURCE_DIR}/include -c ${consumer}/warnings.cpp
                 -o ${CMAKE_CURRENT_BINARY_DIR}/consumer_warnings.o)
set_tests_properties(consumer_warnings PROPERTIES LABELS consumer)

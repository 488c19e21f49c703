# SPDX-License-Identifier: MIT
# A project of a user's, through find_package and through add_subdirectory; a plain compiler without
# CUDA; and one program of two .cpp files and a .cu file that pass arrays to each other.

set(consumer ${CMAKE_CURRENT_SOURCE_DIR}/consumer)
set(work ${CMAKE_CURRENT_BINARY_DIR}/consumer)
set(prefix ${work}/prefix)

set(options -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} -DCMAKE_BUILD_TYPE=Release
            -DTWILL_CUDA=${TWILL_CUDA})
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

if(TWILL_INSTALL)
  add_test(NAME consumer_install
           COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${prefix})
  set_tests_properties(consumer_install PROPERTIES LABELS consumer FIXTURES_SETUP installed_twill)
  twill_add_consumer(find_package -DCMAKE_PREFIX_PATH=${prefix})
  set_tests_properties(consumer_find_package PROPERTIES FIXTURES_REQUIRED installed_twill)
endif()
twill_add_consumer(add_subdirectory -DCONSUMER_TWILL_SOURCE=${PROJECT_SOURCE_DIR})

add_test(NAME consumer_plain_compiler
         COMMAND ${CMAKE_COMMAND} -D COMPILER=${CMAKE_CXX_COMPILER}
                 -D SOURCE=${consumer}/host_app.cpp -D INCLUDE_DIR=${PROJECT_SOURCE_DIR}/include
                 -D WORK=${work}/plain_compiler -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/plain_compiler.cmake)
set_tests_properties(consumer_plain_compiler PROPERTIES LABELS consumer)

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

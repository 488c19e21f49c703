# SPDX-License-Identifier: MIT
# install() and the files behind find_package(twill).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_DATADIR}/cmake/twill)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/twill DESTINATION include)
install(TARGETS twill EXPORT twillTargets)
install(EXPORT twillTargets NAMESPACE twill:: DESTINATION ${package_dir})
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/twillConfig.cmake.in ${PROJECT_BINARY_DIR}/twillConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/twillConfigVersion.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/twillCuda.cmake
              ${PROJECT_SOURCE_DIR}/cmake/twillComponents.cmake ${PROJECT_BINARY_DIR}/twillConfig.cmake
              ${PROJECT_BINARY_DIR}/twillConfigVersion.cmake
        DESTINATION ${package_dir})
install(FILES ${PROJECT_SOURCE_DIR}/cmake/twill_gdb.py DESTINATION ${CMAKE_INSTALL_DATADIR}/gdb)

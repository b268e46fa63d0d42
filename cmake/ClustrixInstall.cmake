# What an installation holds: programs, the runtime, its headers, and the CMake package. It may be moved as a whole.
include_guard(DIRECTORY)

# As somebody's subdirectory we stay out of their installation, unless they want us in it.
option(CLUSTRIX_INSTALL "Install Clustrix with the project" ${PROJECT_IS_TOP_LEVEL})
if(NOT CLUSTRIX_INSTALL)
  return()
endif()
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Clustrix)

foreach(program IN ITEMS clustrix-rewrite clustrix-config clustrix-info clustrix-c++)
  if(TARGET ${program})
    # LLVM's libraries where this build found them.
    set_target_properties(${program} PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
    set(export)
    if(program STREQUAL clustrix-rewrite)  # the one that CMake projects call
      set(export EXPORT ClustrixTargets)
    endif()
    install(TARGETS ${program} ${export} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endforeach()

if(TARGET clustrix_runtime)
  set_target_properties(clustrix_runtime PROPERTIES EXPORT_NAME runtime)
  install(TARGETS clustrix_runtime EXPORT ClustrixTargets
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  if(TARGET clustrix_audit)
    set_target_properties(clustrix_audit PROPERTIES EXPORT_NAME audit)
    install(TARGETS clustrix_audit EXPORT ClustrixTargets
            ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  endif()
  install(EXPORT ClustrixTargets NAMESPACE Clustrix:: DESTINATION ${package_folder})
endif()
if(TARGET clustrix_cuda)
  set_target_properties(clustrix_cuda PROPERTIES EXPORT_NAME cuda)
  install(TARGETS clustrix_cuda EXPORT ClustrixCudaTargets
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT ClustrixCudaTargets NAMESPACE Clustrix:: DESTINATION ${package_folder})
endif()

install(DIRECTORY runtime/include/clustrix DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")

configure_package_config_file(cmake/ClustrixConfig.cmake.in ${PROJECT_BINARY_DIR}/ClustrixConfig.cmake
                              INSTALL_DESTINATION ${package_folder})
# Before 1.0 a minor version may change what rewritten files and the runtime say to each other.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ClustrixConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ClustrixConfig.cmake ${PROJECT_BINARY_DIR}/ClustrixConfigVersion.cmake
              cmake/ClustrixTarget.cmake cmake/ClustrixRewriteSource.cmake cmake/ClustrixCudaFlags.cmake
              cmake/ClustrixAuditFlags.cmake
        DESTINATION ${package_folder})
install(FILES LICENSE docs/changelog.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/clustrix)

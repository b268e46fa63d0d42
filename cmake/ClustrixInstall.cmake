# What an installation holds, which may be moved as a whole. It has parts, for `cmake --install BUILD --component PART` and
# for packages:
#
#     runtime    the runtime as a shared library: what a program linked with it needs
#     info       clustrix-info, for machines that only run
#     mpi        clustrix-run, and what a program loads that a launcher of MPI has started: a library for each MPI
#     dev        headers, archives, CMake's and pkg-config's description, clustrix-config: builds rewritten files
#     compiler   the other programs: rewrite
#
# Each program brings its man page and its completions.
include_guard(DIRECTORY)

# As somebody's subdirectory we stay out of their installation, unless they want us in it.
option(CLUSTRIX_INSTALL "Install Clustrix with the project" ${PROJECT_IS_TOP_LEVEL})
if(NOT CLUSTRIX_INSTALL)
  return()
endif()
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Clustrix)

# clustrix_part_of(PROGRAM OUT)
function(clustrix_part_of program out)
  set(part compiler)
  if(program STREQUAL clustrix-config)
    set(part dev)
  elseif(program STREQUAL clustrix-info)
    set(part info)
  elseif(program STREQUAL clustrix-run)  # without a library for any MPI it only says so
    get_property(flavours GLOBAL PROPERTY CLUSTRIX_MPI_FLAVOURS)
    if(flavours)
      set(part mpi)
    else()
      set(part info)
    endif()
  endif()
  set(${out} ${part} PARENT_SCOPE)
endfunction()

get_property(flavours GLOBAL PROPERTY CLUSTRIX_MPI_FLAVOURS)
foreach(program IN LISTS CLUSTRIX_PROGRAMS)
  if(TARGET ${program})
    clustrix_part_of(${program} part)
    # LLVM's libraries where this build found them; the runtime, where it is no archive, beside the program, and what
    # the runtime loads under a launcher of MPI.
    set_target_properties(${program} PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
    if(BUILD_SHARED_LIBS OR (flavours AND program STREQUAL clustrix-info))
      file(RELATIVE_PATH libraries /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
      set_target_properties(${program} PROPERTIES INSTALL_RPATH "$ORIGIN/${libraries}")
    endif()
    set(export)
    if(program STREQUAL clustrix-rewrite)  # the one that CMake projects call
      set(export EXPORT ClustrixRewriteTargets)
    endif()
    install(TARGETS ${program} ${export} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ${part})
  endif()
endforeach()
if(TARGET clustrix-rewrite)
  install(EXPORT ClustrixRewriteTargets NAMESPACE Clustrix:: DESTINATION ${package_folder} COMPONENT compiler)
endif()

# clustrix_install_library(TARGET SET): SET names the file that ClustrixConfig.cmake includes.
function(clustrix_install_library target set)
  if(TARGET ${target})
    install(TARGETS ${target} EXPORT Clustrix${set}Targets
            ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev
            LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT dev)
    install(EXPORT Clustrix${set}Targets NAMESPACE Clustrix:: DESTINATION ${package_folder} COMPONENT dev)
  endif()
endfunction()

# Clang's headers, for installations that go to machines without it. Debian has a package of them.
option(CLUSTRIX_INSTALL_CLANG_HEADERS "Install Clang's own headers with the compiler" OFF)
if(CLUSTRIX_INSTALL_CLANG_HEADERS AND TARGET clustrix-rewrite)
  install(DIRECTORY ${CLUSTRIX_CLANG_RESOURCE_DIR}/include
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/clustrix/clang COMPONENT compiler)
endif()

get_target_property(kind clustrix_runtime TYPE)
if(kind STREQUAL STATIC_LIBRARY)
  clustrix_install_library(clustrix_runtime Static)
  clustrix_install_library(clustrix_runtime_shared Shared)
else()
  clustrix_install_library(clustrix_runtime Shared)
endif()
clustrix_install_library(clustrix_audit Audit)
clustrix_install_library(clustrix_cuda Cuda)

# Loaded by name, and linked by nobody.
foreach(flavour IN LISTS flavours)
  install(TARGETS clustrix_mpi_${flavour} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT mpi)
endforeach()

install(DIRECTORY runtime/include/clustrix DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev
        FILES_MATCHING PATTERN "*.h")

configure_package_config_file(cmake/ClustrixConfig.cmake.in ${PROJECT_BINARY_DIR}/ClustrixConfig.cmake
                              INSTALL_DESTINATION ${package_folder})
# Before 1.0 a minor version may change what rewritten files and the runtime say to each other.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ClustrixConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ClustrixConfig.cmake ${PROJECT_BINARY_DIR}/ClustrixConfigVersion.cmake
              cmake/ClustrixTarget.cmake cmake/ClustrixRewriteSource.cmake cmake/ClustrixCudaFlags.cmake
              cmake/ClustrixAuditFlags.cmake
        DESTINATION ${package_folder} COMPONENT dev)
include(ClustrixPkgConfig)
include(ClustrixPages)
install(FILES LICENSE docs/changelog.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/clustrix COMPONENT dev)
install(FILES docs/remarks.md docs/editors.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/clustrix COMPONENT compiler)

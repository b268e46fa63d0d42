# Packages: `cpack -G DEB` in a build tree, best of the preset `deb`, whose paths are Debian's. One for each part of
# ClustrixInstall.cmake:
#
#     clustrix                     the compiler              depends on libclustrix-dev and Clang's headers
#     clustrix-info                what the runtime sees
#     libclustrix-mpi              for programs that mpirun or srun starts
#     libclustrix-dev              headers and archives
#     libclustrix-runtimeX.Y       the shared runtime; X.Y is its SONAME's version
#
# Other generators (`cpack -G TGZ`) put all parts into one.
include_guard(DIRECTORY)

set(CPACK_PACKAGE_NAME clustrix)
set(CPACK_PACKAGE_VENDOR "The Clustrix authors")
set(CPACK_PACKAGE_CONTACT "The Clustrix authors <clustrix@example.org>" CACHE STRING
    "Whom packages name as their maintainer: who hands them out says NAME <ADDRESS> here")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_FILE_NAME clustrix-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
find_program(CLUSTRIX_DPKG_SHLIBDEPS dpkg-shlibdeps)
if(CLUSTRIX_DPKG_SHLIBDEPS)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
# A program of ours that is linked with the shared runtime depends on the package of it.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/lib)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/debian/Settings.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian/Files.cmake)
set(CPACK_CLUSTRIX_SOURCE ${PROJECT_SOURCE_DIR})

# clustrix_package(PART NAME SECTION SUMMARY DESCRIPTION [DEPENDS packages ...] [RECOMMENDS packages ...])
set(CPACK_COMPONENTS_ALL)
function(clustrix_package part name section summary description)
  cmake_parse_arguments(PARSE_ARGV 5 arg "" "" "DEPENDS;RECOMMENDS")
  string(TOUPPER ${part} upper)
  foreach(kind IN ITEMS DEPENDS RECOMMENDS)
    list(JOIN arg_${kind} ", " arg_${kind})
    set(CPACK_DEBIAN_${upper}_PACKAGE_${kind} "${arg_${kind}}" PARENT_SCOPE)
  endforeach()
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${summary}\n${description}" PARENT_SCOPE)
  set(CPACK_COMPONENTS_ALL ${CPACK_COMPONENTS_ALL} ${part} PARENT_SCOPE)
endfunction()

set(debian_version "${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}")
set(dev_depends libtbb-dev libyaml-cpp-dev)
if(TARGET clustrix_runtime_shared OR BUILD_SHARED_LIBS)
  set(runtime_package libclustrix-runtime${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  list(PREPEND dev_depends "${runtime_package} (= ${debian_version})")
  set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/debian/triggers)
  clustrix_package(runtime ${runtime_package} libs "runtime of rewritten C++ programs: shared library"
    "What a program needs that was linked with Clustrix's runtime as a shared\nlibrary: it spreads the program's loops over the GPUs that there are, or over\nCPU threads.")
endif()
get_property(flavours GLOBAL PROPERTY CLUSTRIX_MPI_FLAVOURS)
if(flavours)
  set(CPACK_DEBIAN_MPI_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/debian/triggers)
  clustrix_package(mpi libclustrix-mpi libs "rewritten C++ programs on the GPUs of several machines"
    "What rewritten programs load that mpirun or srun has started: one program\nthen runs its loops on the devices of all ranks. clustrix-run starts them."
    RECOMMENDS "openmpi-bin | mpich | slurm-client")
endif()
clustrix_package(info clustrix-info utils "shows the devices that rewritten C++ programs run on"
  "Prints the GPUs that Clustrix's runtime sees on this machine, how fast they\nare, and what hides others.")
clustrix_package(dev libclustrix-dev libdevel "runtime of rewritten C++ programs: development files"
  "Headers and libraries that files rewritten by clustrix-rewrite are compiled\nand linked with, for CMake, for pkg-config, and for clustrix-config, which\nprints flags for any other build."
  DEPENDS ${dev_depends})
if(TARGET clustrix-rewrite)
  set(compiler_depends "libclustrix-dev (= ${debian_version})")
  if(NOT CLUSTRIX_INSTALL_CLANG_HEADERS)
    list(APPEND compiler_depends libclang-common-${LLVM_VERSION_MAJOR}-dev)
  endif()
  clustrix_package(compiler clustrix devel "spreads plain C++ loops over several GPUs"
    "A source-to-source compiler: it finds the loops of marked functions, proves\nwhich may run in any order, and writes one file that nvcc and plain C++\ncompilers both accept. Without GPUs such programs run on CPU threads."
    DEPENDS ${compiler_depends} RECOMMENDS g++ clustrix-info)
endif()
set(CPACK_COMPONENTS_GROUPING IGNORE)

include(CPack)

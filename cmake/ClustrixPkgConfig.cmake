# What pkg-config says of an installation, found from the place of its files, so that it may be moved:
#
#     clustrix-runtime         the static runtime, which needs no LD_LIBRARY_PATH
#     clustrix-runtime-shared  the shared one
#     clustrix-cuda            the backend and the static runtime, as nvcc takes them
#
# Each stands alone: nvcc does not take the flags of host compilers.
include_guard(DIRECTORY)

clustrix_external_link_flags(external TBB::tbb yaml-cpp)
list(JOIN external " " external)
set(static_runtime "\${libdir}/libclustrix_runtime.a ${external} -lpthread -ldl")
file(RELATIVE_PATH pc_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" pc_prefix "${pc_prefix}")

# clustrix_pkg_config(NAME DESCRIPTION CFLAGS LIBS)
function(clustrix_pkg_config pc_name pc_description pc_cflags pc_libs)
  configure_file(cmake/clustrix.pc.in ${PROJECT_BINARY_DIR}/${pc_name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${pc_name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
endfunction()

if(NOT BUILD_SHARED_LIBS)
  clustrix_pkg_config(clustrix-runtime "what a rewritten file is compiled and linked with, by a host compiler"
                      -Wno-attributes "${static_runtime}")
endif()
if(BUILD_SHARED_LIBS OR TARGET clustrix_runtime_shared)
  clustrix_pkg_config(clustrix-runtime-shared "clustrix-runtime, with the runtime as a shared library"
                      -Wno-attributes "-L\${libdir} -lclustrix_runtime -lpthread")
endif()
if(TARGET clustrix_cuda AND NOT BUILD_SHARED_LIBS)
  list(FILTER CLUSTRIX_CUDA_FLAGS EXCLUDE REGEX "^(-x|cu)$")
  list(JOIN CLUSTRIX_CUDA_FLAGS " " cuda_flags)
  list(JOIN CLUSTRIX_CUDA_LINK_FLAGS " " cuda_link_flags)
  clustrix_pkg_config(clustrix-cuda "what a rewritten file is compiled and linked with, by nvcc" "${cuda_flags}"
                      "${cuda_link_flags} \${libdir}/libclustrix_cuda.a ${static_runtime}")
endif()

# What the compiler links with: the shared libraries for tests, which are many, and archives for a program with the
# property CLUSTRIX_OWN_LIBRARIES. Such a program is large, but it begins without looking up two hundred thousand symbols,
# and its calls go straight: a sixth of the time that a source takes. The targets are
#
#     ClustrixClang, ClustrixIsl, ClustrixYaml
#
# Where an archive is missing, all stay shared: two copies of the C++ library in one program would be one too many.
include_guard(DIRECTORY)

set(clang_archives
    Tooling ToolingCore ToolingInclusions Format Frontend Serialization Driver Parse Sema APINotes Edit Analysis
    ASTMatchers Rewrite AST Support Lex Basic)
list(TRANSFORM clang_archives REPLACE "(.+)" "${LLVM_LIBRARY_DIR}/libclang\\1.a")
foreach(library IN ITEMS isl gmp yaml-cpp)
  find_library(CLUSTRIX_ARCHIVE_${library} lib${library}.a)
endforeach()

set(CLUSTRIX_ARCHIVES ON)
foreach(file IN LISTS clang_archives ITEMS ${LLVM_LIBRARY_DIR}/libLLVMSupport.a ${CLUSTRIX_ARCHIVE_isl}
                                           ${CLUSTRIX_ARCHIVE_gmp} ${CLUSTRIX_ARCHIVE_yaml-cpp})
  if(NOT EXISTS ${file})
    set(CLUSTRIX_ARCHIVES OFF)
  endif()
endforeach()
# Debian's LLVM compresses, and its package only knows the libraries for that where their headers are installed. What
# sanitizers look at is our code alone.
if(NOT TARGET zstd::libzstd_shared OR NOT TARGET ZLIB::ZLIB OR CLUSTRIX_SANITIZE)
  set(CLUSTRIX_ARCHIVES OFF)
endif()

# clustrix_own_library(NAME SHARED libraries ... ARCHIVES libraries ...)
function(clustrix_own_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SHARED;ARCHIVES")
  add_library(${name}Shared INTERFACE)
  target_link_libraries(${name}Shared INTERFACE ${arg_SHARED})
  add_library(${name}Own INTERFACE)
  target_link_libraries(${name}Own INTERFACE ${arg_ARCHIVES})
  add_library(${name} INTERFACE)
  target_link_libraries(${name} INTERFACE
      "$<IF:$<BOOL:$<TARGET_PROPERTY:CLUSTRIX_OWN_LIBRARIES>>,${name}Own,${name}Shared>")
endfunction()

llvm_map_components_to_libnames(llvm_archives
    Core FrontendHLSL FrontendOpenMP Option ProfileData Support TargetParser WindowsDriver)
list(JOIN clang_archives "," clang_archives)
if(NOT CLUSTRIX_ARCHIVES)
  set(llvm_archives)
endif()
clustrix_own_library(ClustrixClang SHARED clang-cpp LLVM
                     ARCHIVES "$<LINK_GROUP:RESCAN,${clang_archives}>" ${llvm_archives})
clustrix_own_library(ClustrixIsl SHARED isl::isl ARCHIVES ${CLUSTRIX_ARCHIVE_isl} ${CLUSTRIX_ARCHIVE_gmp})
target_include_directories(ClustrixIsl SYSTEM INTERFACE ${CLUSTRIX_ISL_INCLUDE})
clustrix_own_library(ClustrixYaml SHARED yaml-cpp ARCHIVES ${CLUSTRIX_ARCHIVE_yaml-cpp})
target_include_directories(ClustrixYaml SYSTEM INTERFACE
    $<TARGET_PROPERTY:yaml-cpp,INTERFACE_INCLUDE_DIRECTORIES>)

# A program that begins soon: archives where they are there, no tables for relocation, one copy of the C++ library, and
# an allocator that many small objects do not slow down.
function(clustrix_quick_program name)
  if(NOT CLUSTRIX_ARCHIVES)
    return()
  endif()
  set_target_properties(${name} PROPERTIES CLUSTRIX_OWN_LIBRARIES ON POSITION_INDEPENDENT_CODE OFF)
  target_link_options(${name} PRIVATE -no-pie -static-libstdc++ -static-libgcc)
  find_package(mimalloc QUIET CONFIG)
  if(TARGET mimalloc)
    target_link_libraries(${name} PRIVATE mimalloc)
    target_compile_definitions(${name} PRIVATE CLUSTRIX_MIMALLOC)
  endif()
endfunction()

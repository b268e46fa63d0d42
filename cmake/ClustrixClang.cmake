# Clang's libraries, as the target ClustrixClang: one file for tests, which are many, and the libraries themselves for
# a program that sets the property CLUSTRIX_OWN_CLANG. Such a program is large, but it begins without looking up two
# hundred thousand symbols, and its calls within Clang go straight: a tenth of the time that a source takes.
include_guard(DIRECTORY)

add_library(ClustrixClangShared INTERFACE)
target_link_libraries(ClustrixClangShared INTERFACE clang-cpp LLVM)

add_library(ClustrixClangOwn INTERFACE)
set(clang_libraries
    Tooling ToolingCore ToolingInclusions Format Frontend Serialization Driver Parse Sema APINotes Edit Analysis
    ASTMatchers Rewrite AST Support Lex Basic)
list(TRANSFORM clang_libraries REPLACE "(.+)" "${LLVM_LIBRARY_DIR}/libclang\\1.a")
set(all_there ON)
foreach(library IN LISTS clang_libraries ITEMS ${LLVM_LIBRARY_DIR}/libLLVMSupport.a)
  if(NOT EXISTS ${library})
    set(all_there OFF)
  endif()
endforeach()
# Debian's LLVM compresses with zstd, whose target its package only knows where the headers are installed. What
# sanitizers look at is our code alone.
if(all_there AND TARGET zstd::libzstd_shared AND TARGET ZLIB::ZLIB AND NOT CLUSTRIX_SANITIZE)
  list(JOIN clang_libraries "," clang_libraries)
  llvm_map_components_to_libnames(llvm_libraries
      Core FrontendHLSL FrontendOpenMP Option ProfileData Support TargetParser WindowsDriver)
  target_link_libraries(ClustrixClangOwn INTERFACE "$<LINK_GROUP:RESCAN,${clang_libraries}>" ${llvm_libraries})
else()
  target_link_libraries(ClustrixClangOwn INTERFACE ClustrixClangShared)
endif()

add_library(ClustrixClang INTERFACE)
target_link_libraries(ClustrixClang INTERFACE
    "$<IF:$<BOOL:$<TARGET_PROPERTY:CLUSTRIX_OWN_CLANG>>,ClustrixClangOwn,ClustrixClangShared>")

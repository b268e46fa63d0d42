# How our own code is built: options, warnings, output folders, and the functions that each folder's CMakeLists.txt
# uses.
#
#     clustrix_library(NAME SOURCES a.cpp ... [LINK targets ...] [INCLUDE folders ...] [APART])
#         An internal static library. Its sources see include/ ("clustrix/Plan.h") and lib/ ("Support/Isl.h"), with
#         APART only the folders of INCLUDE: the compiler's and the runtime's headers share names.
#         LINK is public: who links NAME also gets these.
#     clustrix_clang_library(NAME SOURCES a.cpp ... [LINK targets ...])
#         An internal library whose sources see Clang's headers (as system headers, precompiled): a room of the frontend.
#     clustrix_precompile(NAME HEADER FLAGS)
#         For targets of many sources that include HEADER; compiled once for all targets that name it and have the
#         same FLAGS: a word for each set of options.
#     clustrix_program(NAME SOURCES main.cpp ... [LINK targets ...])
#         A program of ours in build/PRESET/bin.
#     clustrix_unit_test(NAME SOURCES aTest.cpp ... [LINK targets ...] [LABELS labels ...] [APART])
#         A Catch2 program and a CTest test of that name, label `unit` unless said otherwise. `main` is provided.
#         With APART each source is compiled alone: their helpers share names.
#     clustrix_add_folders(folders ...)
#         add_subdirectory for each folder that holds a CMakeLists.txt.
include_guard(DIRECTORY)

option(CLUSTRIX_BUILD_TESTS "Build Clustrix's own tests" ${PROJECT_IS_TOP_LEVEL})
option(CLUSTRIX_WERROR "Warnings in Clustrix's own code are errors" ${PROJECT_IS_TOP_LEVEL})
option(CLUSTRIX_PRECOMPILE "Precompile the headers of Clang and Catch2" ON)
option(CLUSTRIX_UNITY "Compile several files of a library or test at a time" ON)
option(CLUSTRIX_SHARED_RUNTIME "Build the runtime as a shared library beside the static one" ${PROJECT_IS_TOP_LEVEL})
option(CLUSTRIX_COVERAGE "The compiler counts which branches of its frontend are taken (with Clang)" OFF)
set(CLUSTRIX_SANITIZE "" CACHE STRING "Sanitizers for everything built here, such as address,undefined")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Kind of build" FORCE)
endif()

# Everything is position independent: the static runtime may end up inside a user's shared library.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_CXX_EXTENSIONS OFF)

# ccache only where nobody chose a launcher. Precompiled headers need the settings; see ccache's manual,
# "Precompiled headers".
find_program(CLUSTRIX_CCACHE ccache)
if(CLUSTRIX_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CLUSTRIX_CCACHE})
endif()

# Flags of our own code. An interface library of its own, so that none of it leaks into a user's targets.
add_library(ClustrixOwnCode INTERFACE)
target_compile_options(ClustrixOwnCode INTERFACE -Wall -Wextra $<$<BOOL:${CLUSTRIX_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees overlapping and endless copies in `"text" + std::to_string(n)`, its bug 105651, and strings without a
  # value in values that are moved.
  target_compile_options(ClustrixOwnCode INTERFACE
    -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds -Wno-maybe-uninitialized)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # It takes a source that a unity build includes for a header, of which several files might know an unnamed namespace.
  target_compile_options(ClustrixOwnCode INTERFACE -Wno-subobject-linkage)
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  # std::stable_sort of libstdc++ 12 uses what C++17 deprecates, in functions that Clang takes for their caller's.
  target_compile_options(ClustrixOwnCode INTERFACE -Wno-deprecated-declarations)
endif()

if(CLUSTRIX_SANITIZE)
  add_compile_options(-fsanitize=${CLUSTRIX_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${CLUSTRIX_SANITIZE})
endif()

function(clustrix_add_folders)
  foreach(folder IN LISTS ARGN)
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/CMakeLists.txt)
      add_subdirectory(${folder})
    endif()
  endforeach()
endfunction()

# Most of the time a file takes is that of the headers' templates, which a batch of files compiles once.
function(clustrix_batches name)
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${CLUSTRIX_UNITY} UNITY_BUILD_BATCH_SIZE 8)
endfunction()

function(clustrix_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "APART" "" "SOURCES;LINK;INCLUDE")
  add_library(${name} STATIC ${arg_SOURCES})
  target_compile_features(${name} PUBLIC cxx_std_20)
  clustrix_batches(${name})
  if(NOT arg_APART)
    list(PREPEND arg_INCLUDE ${Clustrix_SOURCE_DIR}/include ${Clustrix_SOURCE_DIR}/lib)
  endif()
  target_include_directories(${name} PUBLIC ${arg_INCLUDE})
  target_link_libraries(${name} PUBLIC ${arg_LINK} PRIVATE $<BUILD_INTERFACE:ClustrixOwnCode>)
endfunction()

function(clustrix_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK")
  add_executable(${name} ${arg_SOURCES})
  target_compile_features(${name} PRIVATE cxx_std_20)
  target_link_libraries(${name} PRIVATE ${arg_LINK} ClustrixOwnCode)
endfunction()

function(clustrix_precompile name header flags)
  if(NOT CLUSTRIX_PRECOMPILE)
    return()
  endif()
  string(MAKE_C_IDENTIFIER "CLUSTRIX_PRECOMPILED_${header}_${flags}" first)
  get_property(owner GLOBAL PROPERTY ${first})
  if(owner)
    target_precompile_headers(${name} REUSE_FROM ${owner})
  else()
    target_precompile_headers(${name} PRIVATE ${header})
    set_property(GLOBAL PROPERTY ${first} ${name})
  endif()
  # Without them ccache sees no precompiled header of GCC, and one of Clang that is another each time.
  target_compile_options(${name} PRIVATE
    $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess> "$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endfunction()

# Catch2's main takes seconds to compile: one object for all test programs.
function(clustrix_test_main)
  if(NOT TARGET ClustrixTestMain)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/ClustrixTestMain.cpp
         CONTENT "#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n")
    add_library(ClustrixTestMain STATIC ${PROJECT_BINARY_DIR}/ClustrixTestMain.cpp)
    target_compile_features(ClustrixTestMain PRIVATE cxx_std_17)
    target_link_libraries(ClustrixTestMain PUBLIC Catch2::Catch2)
  endif()
endfunction()

function(clustrix_unit_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "APART" "" "SOURCES;LINK;LABELS")
  if(NOT arg_LABELS)
    set(arg_LABELS unit)
  endif()
  clustrix_test_main()
  add_executable(${name} ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  if(NOT arg_APART)
    clustrix_batches(${name})
  endif()
  target_compile_features(${name} PRIVATE cxx_std_20)
  target_link_libraries(${name} PRIVATE ${arg_LINK} ClustrixTestMain ClustrixOwnCode)
  # What they call is optimised; their own checks need not be.
  set(flags "")
  if("unit" IN_LIST arg_LABELS)
    set(flags -O0)
  endif()
  target_compile_options(${name} PRIVATE ${flags})
  list(LENGTH arg_SOURCES sources)
  if(sources GREATER 2)
    if("${arg_LINK}" MATCHES "Clustrix(TestParse|Lower|LanguageServer)")
      list(APPEND flags clang)  # its definitions
    endif()
    clustrix_precompile(${name} <catch2/catch.hpp> "${flags}")
  endif()
  # `--allow-running-no-tests` does not exist in Catch2 2: an empty program fails with -w NoTests, as it should.
  add_test(NAME ${name} COMMAND ${name} -w NoTests)
  set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT 1200)
endfunction()

function(clustrix_clang_library name)
  clustrix_library(${ARGV})
  target_include_directories(${name} SYSTEM PUBLIC ${CLANG_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
  separate_arguments(definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
  target_compile_definitions(${name} PUBLIC ${definitions})
  target_link_libraries(${name} PUBLIC ClustrixClang)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 takes the inactive alternatives of a std::variant for uninitialised reads: its bug 105562.
    target_compile_options(${name} PRIVATE -Wno-maybe-uninitialized)
  endif()
  if(CLUSTRIX_COVERAGE)
    # Clang counts the conditions of the source. Branches of the machine's code, which gcov counts, are also those of
    # destructors and of optional temporaries, which nobody wrote and no program can take.
    if(NOT CMAKE_CXX_COMPILER_ID STREQUAL Clang)
      message(FATAL_ERROR "CLUSTRIX_COVERAGE wants Clang: use the preset 'coverage'")
    endif()
    target_compile_options(${name} PRIVATE -fprofile-instr-generate -fcoverage-mapping)
    target_link_options(${name} PUBLIC -fprofile-instr-generate)
  endif()
  clustrix_precompile(${name} ${Clustrix_SOURCE_DIR}/cmake/ClangHeaders.h "")
endfunction()

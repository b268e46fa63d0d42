# clustrix_target: rewrites some sources of a target at build time.
#
#     add_executable(app main.cpp heat.cpp)
#     clustrix_target(app [SOURCES heat.cpp] [OPTIONS --report=heat.json ...] [HOST] [HELPERS])
#     clustrix_target(app [SOURCES heat.cpp] [OPTIONS ...] AUDIT)
#
#     heat.cpp ──clustrix-rewrite──► clustrix/app/heat.clustrix.cu ──nvcc or host compiler──► app
#
# The rewritten file replaces heat.cpp among the target's sources, and everything said about the target applies to it:
# include directories, definitions, options, the C++ standard, whether said before or after this call. It is compiled
# by nvcc where the project has enabled CUDA, and else (or with HOST) by the host compiler. It is rewritten again when
# the source, a header that it includes, a flag, the tool itself or the nearest clustrix.yml changes, or one appears that
# is nearer. Without SOURCES all C++ sources that the target has by now are rewritten. Annotated functions of headers
# are rewritten with each of them that uses them.
#
# With HELPERS, what one source of the target defines and another one calls is known there: all C++ sources are read
# first, and written down beside the rewritten files; each is then rewritten with what all others have.
#
# With AUDIT, in a build by Clang 19, the program's loops run as written and are looked at (docs/audit.md): all of the
# target has the compiler's hooks, at -O1, whatever else is said.
#
# OPTIONS are handed to clustrix-rewrite. Call it in the folder that defines the target.
include_guard(GLOBAL)

# Words in quotes are words, whatever variables a project has: one called CUDA, say.
cmake_policy(VERSION 3.20...3.25)

set(CLUSTRIX_TARGET_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/ClustrixRewriteSource.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/ClustrixCudaFlags.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/ClustrixAuditFlags.cmake)

# Functions see the variables of their caller, not of this file.
set_property(GLOBAL PROPERTY CLUSTRIX_TARGET_SCRIPT ${CLUSTRIX_TARGET_SCRIPT})
set_property(GLOBAL PROPERTY CLUSTRIX_CUDA_FLAGS "${CLUSTRIX_CUDA_FLAGS}")
set_property(GLOBAL PROPERTY CLUSTRIX_AUDIT_FLAGS "${CLUSTRIX_AUDIT_FLAGS}")

function(clustrix_target target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "HOST;AUDIT;HELPERS" "" "SOURCES;OPTIONS")
  _clustrix_check_arguments()

  set(language CXX)
  if(CMAKE_CUDA_COMPILER AND NOT arg_HOST AND NOT arg_AUDIT)
    set(language CUDA)
  endif()

  set(folder ${CMAKE_CURRENT_BINARY_DIR}/clustrix/${target})
  _clustrix_write_flags(${target} ${folder})
  get_target_property(sources ${target} SOURCES)
  if(arg_AUDIT)
    list(PREPEND arg_OPTIONS --audit)
    _clustrix_audit(${target})
  endif()
  if(arg_HELPERS)
    _clustrix_cxx_sources(${target} all)
    _clustrix_add_helpers("${all}" ${folder} arg_OPTIONS helpers)
  endif()
  foreach(source IN LISTS arg_SOURCES)
    _clustrix_take_out(sources ${target} ${source})
    _clustrix_add_rewriting(${target} ${source} ${folder} ${language} "${arg_OPTIONS}" "${helpers}" rewritten)
    list(APPEND sources ${rewritten})
  endforeach()
  set_target_properties(${target} PROPERTIES SOURCES "${sources}")
  _clustrix_link(${target} ${language})
endfunction()

macro(_clustrix_check_arguments)
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "clustrix_target: unknown arguments '${arg_UNPARSED_ARGUMENTS}'; "
                        "it takes TARGET [SOURCES files...] [OPTIONS options...] [HOST] [HELPERS] [AUDIT]")
  endif()
  if("SOURCES" IN_LIST arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "clustrix_target: SOURCES names no file; leave it out to rewrite all sources of '${target}'")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "clustrix_target: there is no target '${target}'; call add_executable or add_library first")
  endif()
  if(NOT TARGET Clustrix::clustrix-rewrite)
    message(FATAL_ERROR "clustrix_target: this Clustrix has no compiler: it was built or installed without. Install the "
                        "package 'clustrix', build it with Clang 19 installed, or rewrite on a machine that has it")
  endif()
  get_target_property(target_folder ${target} SOURCE_DIR)
  if(NOT target_folder STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    message(FATAL_ERROR "clustrix_target: call it in ${target_folder}, where '${target}' is defined")
  endif()
  if(arg_AUDIT)
    _clustrix_check_audit()
  endif()
  if(NOT arg_SOURCES)
    _clustrix_cxx_sources(${target} arg_SOURCES)
  endif()
endmacro()

function(_clustrix_check_audit)
  if(NOT "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}" MATCHES "^Clang 19\\.")
    message(FATAL_ERROR "clustrix_target: an audit wants Clang 19, and this build's compiler is ${CMAKE_CXX_COMPILER_ID} "
                        "${CMAKE_CXX_COMPILER_VERSION}. Install it (Debian: apt-get install clang-19) and configure a "
                        "build of its own: cmake -DCMAKE_CXX_COMPILER=clang++-19 -B audited")
  endif()
  if(NOT TARGET Clustrix::audit)
    message(FATAL_ERROR "clustrix_target: this Clustrix was built with sanitizers, and without its audit; take one that "
                        "was not")
  endif()
endfunction()

# The C++ files among the sources that `target` has by now.
function(_clustrix_cxx_sources target out)
  get_target_property(sources ${target} SOURCES)
  set(found)
  foreach(source IN LISTS sources)
    cmake_path(GET source EXTENSION LAST_ONLY ending)
    string(REGEX REPLACE "^\\." "" ending "${ending}")
    get_source_file_property(language ${source} LANGUAGE)
    if("${language}" STREQUAL "CXX" OR (NOT language AND ending IN_LIST CMAKE_CXX_SOURCE_FILE_EXTENSIONS))
      list(APPEND found ${source})
    endif()
  endforeach()
  if(NOT found)
    message(FATAL_ERROR "clustrix_target: '${target}' has no C++ sources yet; add them first")
  endif()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# Removes `source` from the list named `list`, however the target spells it. Other targets keep the original.
function(_clustrix_take_out list target source)
  cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE OUTPUT_VARIABLE wanted)
  set(kept)
  set(found FALSE)
  foreach(candidate IN LISTS ${list})
    cmake_path(ABSOLUTE_PATH candidate BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE OUTPUT_VARIABLE path)
    if(path STREQUAL wanted)
      set(found TRUE)
    else()
      list(APPEND kept ${candidate})
    endif()
  endforeach()
  if(NOT found)
    message(FATAL_ERROR "clustrix_target: ${source} is no source of '${target}'; add it to the target first")
  endif()
  set(${list} ${kept} PARENT_SCOPE)
endfunction()

# The target's flags, one a line, for ClustrixRewriteSource.cmake. A file, since only file(GENERATE) evaluates
# $<COMPILE_LANGUAGE> in a target's properties; it writes one for each language, of which CXX is used.
function(_clustrix_write_flags target folder)
  set(content "cxx_flags=${CMAKE_CXX_FLAGS}\n")
  foreach(config IN LISTS CMAKE_CONFIGURATION_TYPES CMAKE_BUILD_TYPE)
    string(TOUPPER ${config} upper)
    string(APPEND content "$<$<CONFIG:${config}>:cxx_flags=${CMAKE_CXX_FLAGS_${upper}}>\n")
  endforeach()
  string(APPEND content "standard=$<TARGET_PROPERTY:${target},CXX_STANDARD>\n"
                        "extensions=$<TARGET_PROPERTY:${target},CXX_EXTENSIONS>\n"
                        "default_standard=${CMAKE_CXX_STANDARD_DEFAULT}\n")
  foreach(pair IN ITEMS "feature:COMPILE_FEATURES" "include:INCLUDE_DIRECTORIES" "define:COMPILE_DEFINITIONS"
                        "option:COMPILE_OPTIONS" "prefix_header:PRECOMPILE_HEADERS")
    string(REGEX MATCH "^([a-z_]+):(.*)$" matched ${pair})
    set(value "$<TARGET_PROPERTY:${target},${CMAKE_MATCH_2}>")
    string(APPEND content "$<$<BOOL:${value}>:${CMAKE_MATCH_1}=$<JOIN:${value},\n${CMAKE_MATCH_1}=>>\n")
  endforeach()
  file(GENERATE OUTPUT ${folder}/flags.$<CONFIG>.$<COMPILE_LANGUAGE>.txt CONTENT "${content}" TARGET ${target})
endfunction()

# The build step that writes down what each of `sources` has for others. Adds them to the `options` of the tool; `out`:
# the files.
function(_clustrix_add_helpers sources folder options out)
  set(files)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    _clustrix_output_path(${source} ${folder} output)
    cmake_path(REPLACE_EXTENSION output LAST_ONLY helpers.json)
    _clustrix_own_flags(${source} own_flags)
    _clustrix_add_run(${source} ${output} ${folder} write_helpers "" "${own_flags}" "" "Reading ${source}")
    list(APPEND files ${output})
    list(APPEND ${options} --helpers ${output})
  endforeach()
  set(${options} ${${options}} PARENT_SCOPE)
  set(${out} ${files} PARENT_SCOPE)
endfunction()

# What was said about a source alone, as ClustrixRewriteSource.cmake takes it.
function(_clustrix_own_flags source out)
  set(flags)
  foreach(pair IN ITEMS "include:INCLUDE_DIRECTORIES" "define:COMPILE_DEFINITIONS" "option:COMPILE_OPTIONS")
    string(REGEX MATCH "^([a-z_]+):(.*)$" matched ${pair})
    get_source_file_property(values ${source} ${CMAKE_MATCH_2})
    if(values)
      list(TRANSFORM values PREPEND "${CMAKE_MATCH_1}=")
      list(APPEND flags ${values})
    endif()
  endforeach()
  set(${out} ${flags} PARENT_SCOPE)
endfunction()

# The command that runs the tool on one source. `mode`: output, or write_helpers.
function(_clustrix_add_run source output folder mode options own_flags dependencies comment)
  set(flags ${folder}/flags.$<CONFIG>.CXX.txt)
  get_property(script GLOBAL PROPERTY CLUSTRIX_TARGET_SCRIPT)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D tool=$<TARGET_FILE:Clustrix::clustrix-rewrite> -D source=${source} -D mode=${mode}
            -D output=${output} -D depfile=${output}.d -D flags=${flags} -P ${script} -- ${options} -- ${own_flags}
    DEPENDS ${source} ${flags} Clustrix::clustrix-rewrite ${script} ${dependencies}
    DEPFILE ${output}.d
    COMMENT "${comment}"
    VERBATIM)
endfunction()

# The build step of one source. `helpers`: files that it is rewritten with; `out`: the rewritten file.
function(_clustrix_add_rewriting target source folder language options helpers out)
  cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
  cmake_path(GET source PARENT_PATH source_folder)
  _clustrix_output_path(${source} ${folder} output)

  # What was said about the source alone holds for the rewritten file too.
  _clustrix_own_flags(${source} own_flags)
  foreach(property IN ITEMS INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS)
    get_source_file_property(values ${source} ${property})
    if(values)
      set_property(SOURCE ${output} APPEND PROPERTY ${property} ${values})
    endif()
  endforeach()

  # As `clustrix-rewrite -p` finds it: the compilation database has the rewritten file.
  file(WRITE ${output}.source "${source}\n")
  _clustrix_configurations(${source_folder} configurations)
  _clustrix_add_run(${source} ${output} ${folder} output "${options}" "${own_flags}" "${configurations};${helpers}"
                    "Rewriting ${source}")

  # `#include "near.h"` keeps looking beside the original first.
  if("${language}" STREQUAL "CUDA")
    # nvcc divides the host compiler's options at commas.
    string(REPLACE "," "\\," host_folder "${source_folder}")
    set_property(SOURCE ${output} APPEND PROPERTY COMPILE_OPTIONS "-Xcompiler=-iquote,${host_folder}")
  else()
    # .cu is unknown to host compilers: they would take it for a linker script.
    set_property(SOURCE ${output} PROPERTY LANGUAGE CXX)
    set_property(SOURCE ${output} APPEND PROPERTY COMPILE_OPTIONS -x c++ -iquote ${source_folder})
  endif()
  set(${out} ${output} PARENT_SCOPE)
endfunction()

# The files that a clustrix.yml for sources in `folder` may be: looked for at each build, since one may appear.
function(_clustrix_configurations folder out)
  set(patterns)
  while(TRUE)
    list(APPEND patterns ${folder}/clustrix.yml)
    cmake_path(GET folder PARENT_PATH above)
    if(above STREQUAL folder)
      break()
    endif()
    set(folder ${above})
  endwhile()
  file(GLOB found CONFIGURE_DEPENDS ${patterns})
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# a/heat.cpp -> FOLDER/a/heat.clustrix.cu; a source outside this folder gets a folder named by a hash of its own.
function(_clustrix_output_path source folder out)
  cmake_path(GET source STEM LAST_ONLY stem)
  cmake_path(GET source PARENT_PATH parent)
  cmake_path(IS_PREFIX CMAKE_CURRENT_SOURCE_DIR ${parent} NORMALIZE inside)
  if(inside)
    cmake_path(RELATIVE_PATH parent BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  else()
    string(SHA256 parent ${parent})
    string(SUBSTRING ${parent} 0 12 parent)
  endif()
  cmake_path(SET path NORMALIZE ${folder}/${parent}/${stem}.clustrix.cu)
  set(${out} ${path} PARENT_SCOPE)
endfunction()

# At the end of the folder, so that its level of optimisation is the last that is said of the target.
function(_clustrix_audit target)
  cmake_language(EVAL CODE "cmake_language(DEFER CALL _clustrix_add_hooks ${target})")
  # OpenMP's pragmas are left alone, which the sources must not notice: the version of GCC's, as the rewriter says it.
  target_compile_definitions(${target} PRIVATE
    $<$<BOOL:$<FILTER:$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>,INCLUDE,^-fopenmp>>:_OPENMP=201511>)
  target_link_libraries(${target} PRIVATE Clustrix::audit)
endfunction()

# In one piece: CMake drops what it takes for the same option once more, such as the second -mllvm.
function(_clustrix_add_hooks target)
  get_property(flags GLOBAL PROPERTY CLUSTRIX_AUDIT_FLAGS)
  list(JOIN flags " " flags)
  foreach(language IN ITEMS C CXX)
    if("${CMAKE_${language}_COMPILER_ID} ${CMAKE_${language}_COMPILER_VERSION}" MATCHES "^Clang 19\\.")
      target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:${language}>:SHELL:${flags}>")
    endif()
  endforeach()
endfunction()

function(_clustrix_link target language)
  # Attributes of a namespace that they do not know make compilers warn; g++ 12 has no narrower switch for statements.
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-attributes>
    $<$<COMPILE_LANG_AND_ID:CXX,Clang,AppleClang>:-Wno-unknown-attributes>)
  if("${language}" STREQUAL "CUDA")
    if(NOT TARGET Clustrix::cuda)
      message(FATAL_ERROR "clustrix_target: CUDA is enabled, but this Clustrix was built without its CUDA backend; "
                          "build it where the CUDA toolkit is installed, or say clustrix_target(${target} ... HOST)")
    endif()
    # CMake itself says the language, its version and the kind of CUDA runtime.
    get_property(cuda_flags GLOBAL PROPERTY CLUSTRIX_CUDA_FLAGS)
    list(FILTER cuda_flags EXCLUDE REGEX "^(-x|cu|-std=.*)$")
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:${cuda_flags}>")
    set_target_properties(${target} PROPERTIES CUDA_RUNTIME_LIBRARY Shared)
    # At the end of the folder, when all is said about the target.
    # EVAL, since a deferred call's variables are those of its end.
    cmake_language(EVAL CODE "cmake_language(DEFER CALL _clustrix_cuda_standard ${target})")
    target_link_libraries(${target} PRIVATE Clustrix::cuda)
  endif()
  target_link_libraries(${target} PRIVATE Clustrix::runtime)
endfunction()

# CMake gives nvcc a standard of its own: the one of the C++ sources, and C++20 where nobody chose.
function(_clustrix_cuda_standard target)
  get_target_property(standard ${target} CUDA_STANDARD)
  if(NOT standard)
    get_target_property(standard ${target} CXX_STANDARD)
    get_target_property(features ${target} COMPILE_FEATURES)
    foreach(feature IN LISTS features)
      if(feature MATCHES "^cxx_std_([0-9]+)$" AND (NOT standard OR CMAKE_MATCH_1 GREATER standard))
        set(standard ${CMAKE_MATCH_1})
      endif()
    endforeach()
    if(NOT standard)
      set(standard 20)
    endif()
    set_target_properties(${target} PROPERTIES CUDA_STANDARD ${standard})
  endif()
  # CMake 3.25 does not know nvcc's word for C++20, and then says nothing at all.
  if(NOT CMAKE_CUDA${standard}_STANDARD_COMPILE_OPTION)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-std=c++${standard}>)
  endif()
endfunction()

# The build step behind clustrix_target: reads a target's flags and runs clustrix-rewrite with them.
#
#     cmake -D tool=... -D source=... -D mode=... -D output=... -D depfile=... -D flags=FILE
#           -P ClustrixRewriteSource.cmake -- OPTIONS-OF-THE-TOOL -- FLAGS-OF-THE-SOURCE
#
# The mode is `output`, or `write_helpers` for what the source has for others.
#
# FILE and FLAGS-OF-THE-SOURCE hold `key=value`: include, define, option, feature, standard, extensions,
# default_standard, cxx_flags, prefix_header.
cmake_minimum_required(VERSION 3.20)

set(tool_options)
file(STRINGS ${flags} settings)
set(separators 0)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(position RANGE ${last})
  set(argument "${CMAKE_ARGV${position}}")
  if(argument STREQUAL "--")
    math(EXPR separators "${separators} + 1")
  elseif(separators EQUAL 1)
    list(APPEND tool_options "${argument}")
  elseif(separators EQUAL 2)
    list(APPEND settings "${argument}")
  endif()
endforeach()

# An audit's hooks are for the compiler alone: what is rewritten is read as in a program that is not audited.
include(${CMAKE_CURRENT_LIST_DIR}/ClustrixAuditFlags.cmake)
list(JOIN CLUSTRIX_AUDIT_FLAGS " " hooks)
list(REMOVE_ITEM settings "option=SHELL:${hooks}")

set(arguments)
set(standard 0)
set(dialect gnu)
foreach(setting IN LISTS settings)
  if(NOT setting MATCHES "^([a-z_]+)=(.*)$" OR CMAKE_MATCH_2 STREQUAL "")
    continue()
  endif()
  set(key ${CMAKE_MATCH_1})
  set(value "${CMAKE_MATCH_2}")
  if(key STREQUAL "include")
    list(APPEND arguments "-I${value}")
  elseif(key STREQUAL "define")
    string(REGEX REPLACE "^-D" "" value "${value}")
    list(APPEND arguments "-D${value}")
  elseif(key STREQUAL "option" OR key STREQUAL "cxx_flags")
    string(REGEX REPLACE "^SHELL:" "" value "${value}")
    separate_arguments(words UNIX_COMMAND "${value}")
    list(APPEND arguments ${words})
  elseif(key STREQUAL "prefix_header")
    string(REGEX REPLACE "^[<\"](.*)[>\"]$" "\\1" value "${value}")
    list(APPEND arguments -include "${value}")
  elseif(key STREQUAL "feature" AND value MATCHES "^cxx_std_([0-9]+)$" AND CMAKE_MATCH_1 GREATER standard)
    set(standard ${CMAKE_MATCH_1})
  elseif(key STREQUAL "standard" AND value GREATER standard)
    set(standard ${value})
  elseif(key STREQUAL "default_standard")
    set(default_standard ${value})
  elseif(key STREQUAL "extensions" AND NOT value)
    set(dialect c)
  endif()
endforeach()
if(standard EQUAL 0)
  set(standard ${default_standard})
endif()

# The compiler proper warns; the same warnings twice, or as errors of another compiler, help nobody.
list(FILTER arguments EXCLUDE REGEX "^(-W[^pla]|-Wa[^,]|-Wp[^,]|-Wl[^,]|-pedantic|-w$)")

get_filename_component(folder ${output} DIRECTORY)
file(MAKE_DIRECTORY ${folder})
set(writes -o)
if(mode STREQUAL "write_helpers")
  set(writes --write-helpers)
endif()
execute_process(
  COMMAND ${tool} ${source} ${writes} ${output} --depfile ${depfile} ${tool_options}
          -- -std=${dialect}++${standard} ${arguments}
  RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "clustrix-rewrite ended with ${status} for ${source}; its messages are above")
endif()

if(mode STREQUAL "write_helpers")
  return()
endif()
# Where nothing was to be rewritten, errors and reports still name the original and not its copy.
file(READ ${source} before)
file(READ ${output} after)
if(before STREQUAL after)
  file(WRITE ${output} "#line 1 \"${source}\"\n${before}")
endif()

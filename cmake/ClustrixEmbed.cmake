# Texts as constants of a header:
#
#     cmake -D output=HEADER -P ClustrixEmbed.cmake -- NAME FILE [NAME FILE ...]
#
# Each FILE becomes `inline constexpr std::string_view NAME` in clustrix::compiler.
cmake_minimum_required(VERSION 3.20)

set(names_and_files)
set(separator OFF)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(position RANGE ${last})
  if(separator)
    list(APPEND names_and_files "${CMAKE_ARGV${position}}")
  elseif(CMAKE_ARGV${position} STREQUAL "--")
    set(separator ON)
  endif()
endforeach()

string(CONCAT header
  "// Written by cmake/ClustrixEmbed.cmake.\n#pragma once\n\n#include <string_view>\n\n"
  "namespace clustrix::compiler {\n")
while(names_and_files)
  list(POP_FRONT names_and_files name file)
  file(READ ${file} text)
  string(FIND "${text}" ")embedded\"" end)
  if(NOT end EQUAL -1)
    message(FATAL_ERROR "${file} has )embedded\" in it, which ends the literal that it becomes: spell it otherwise")
  endif()
  string(APPEND header "\ninline constexpr std::string_view ${name} = R\"embedded(${text})embedded\";\n")
endwhile()
string(APPEND header "\n}  // namespace clustrix::compiler\n")
file(WRITE ${output} "${header}")

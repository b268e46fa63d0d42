// Lines: #line directives and the layout of the source around an offset, so that inserted text moves no diagnostic.
#pragma once

#include "clustrix/Source.h"

#include <string>

namespace clustrix::compiler {

/// `#line 12 "heat.cpp"` and a newline.
std::string lineDirective(const SourceUnit& unit, int line);

/// Where the line of `offset` begins.
std::size_t lineBegin(const std::string& text, std::size_t offset);

/// White space as wide as what stands before `offset` on its line, tabs kept: what follows it keeps its column.
std::string columnPadding(const std::string& text, std::size_t offset);

/// Whether nothing but blanks stands in front of `offset` on its line.
bool isAlone(const std::string& text, std::size_t offset);

/// Whether nothing but white space or a comment to the end of the line follows `offset`.
bool endsLine(const std::string& text, std::size_t offset);

/// Behind the blanks at `offset`, and behind the end of its line.
std::size_t behindBlanks(const std::string& text, std::size_t offset);
std::size_t nextLine(const std::string& text, std::size_t offset);

/// Whether a preprocessor's line stands at `offset`, which needs a line of its own.
bool beginsDirective(const std::string& text, std::size_t offset);

/// Whether the last line with anything on it, in front of `offset`, is a preprocessor's.
bool followsDirective(const std::string& text, std::size_t offset);

/// Where the text begins.
std::size_t behindByteOrderMark(const std::string& text);

/// Whether a backslash continues the line that ends at `newline`.
bool isContinued(const std::string& text, std::size_t newline);

/// How many spaces stand at `offset`.
std::size_t spacesAt(const std::string& text, std::size_t offset);

/// Where something other than white space begins; npos in a text of nothing else.
std::size_t behindWhiteSpace(const std::string& text);
std::string withoutBlanksBehind(std::string text);

/// Moves all lines but the first from indentation `from` to `to`. A raw string's lines are its value, and a line that
/// continues another may begin in the middle of a token: left alone.
std::string reindented(const std::string& body, std::size_t from, std::size_t to);

/// The white space that the line of `offset` begins with.
std::string indentation(const std::string& text, std::size_t offset);

}  // namespace clustrix::compiler

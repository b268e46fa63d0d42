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

/// Whether a backslash continues the line that ends at `newline`.
bool isContinued(const std::string& text, std::size_t newline);

/// The white space that the line of `offset` begins with.
std::string indentation(const std::string& text, std::size_t offset);

}  // namespace clustrix::compiler

// LineDirective: what a `#line` says of the line behind it.
//
//     #line 40 "grammar.y"        { 40, "\"grammar.y\"" }
//     # line 40                   { 40, "" }: of the file that was said before
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace clustrix::compiler {

struct LineDirective {
  int number = 0;
  std::string_view file;  // as a literal, or "": the same
};
/// On a line of its own.
std::string lineDirective(int number, const std::string& literal);
/// Of a line, with or without its end. Nothing where it is no such directive.
std::optional<LineDirective> lineDirectiveOf(std::string_view line);

/// What a literal says: `a "b".h` of `"a \"b\".h"`.
std::string unquoted(std::string_view literal);

}  // namespace clustrix::compiler

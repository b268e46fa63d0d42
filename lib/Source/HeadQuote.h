// Head quote: the head of a loop on one line, as a comment and the report quote it.
#pragma once

#include <string>

namespace clustrix::compiler {

/// White space as single spaces, without `//` comments and without a backslash at the end, which would swallow the line
/// behind the quote.
std::string headQuote(const std::string& text);

}  // namespace clustrix::compiler

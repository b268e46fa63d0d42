// OneLine: names that the file system lets contain anything, as a comment, a message or a line of a format may have
// them: `a\nb.cpp` is shown as the eight characters that spell it here.
#pragma once

#include <string>

namespace clustrix::compiler {

/// Without control characters: C escapes stand for them.
std::string onOneLine(const std::string& text);
/// The same for the end of a `//` comment, which must not go on in the next line: see -Wcomment.
std::string inComment(const std::string& text);
/// A C++ string literal of these bytes, also where `??/` is read as a backslash.
std::string stringLiteral(const std::string& text);

}  // namespace clustrix::compiler

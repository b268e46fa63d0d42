// Text of PTX taken apart: what a lexer would do, for a language whose statements end in semicolons.
#pragma once

#include <string>
#include <vector>

namespace ptx {

std::string trimmed(const std::string& text);

/// Comments become nothing; line ends stay.
std::string withoutComments(const std::string& text);

/// The parts between `separator`s that stand outside all brackets, trimmed; an empty last part is left out.
std::vector<std::string> split(const std::string& text, char separator);

/// The place of the bracket that closes the one at `open`, quoted text left alone. Ends the program where none does.
std::size_t closingBracket(const std::string& text, std::size_t open);

bool startsWith(const std::string& text, const char* prefix);

/// An integer or floating literal ("-7", "0x1f", "0f3F800000", "0d...") as bits.
unsigned long long literalBits(const std::string& text);

}  // namespace ptx

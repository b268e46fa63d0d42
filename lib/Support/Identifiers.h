// Which bytes identifiers are made of. C++ has names in any script, which files spell in UTF-8, and compilers take `$`;
// universal character names and names that go on in the next line are spelled plainly before anything is read: see
// lib/Source/Spellings.h.
#pragma once

#include <string>
#include <string_view>

namespace clustrix::compiler {

inline bool isDigit(char c) { return c >= '0' && c <= '9'; }
/// Bytes above 127 are parts of characters in UTF-8.
inline bool isWordStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || (c & 0x80) != 0;
}
inline bool isWord(char c) { return isWordStart(c) || isDigit(c); }

/// Whether `text` has `name` where no identifier goes on.
inline bool hasWord(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !isWord(text[at - 1])) && (end == text.size() || !isWord(text[end]))) return true;
  }
  return false;
}

/// The last part of a path: `heat.cpp` of `src/heat.cpp`.
std::string fileName(const std::string& path);

/// The name in letters, digits and underscores alone, where others become a hexadecimal number: `für` is `fuC3uBCr`, as
/// only that name itself would be.
std::string inAscii(std::string_view name);

/// Eight hexadecimal digits, for names that the same text must always get (FNV-1a, 64 bits, folded to 32).
std::string shortHash(std::string_view text);

}  // namespace clustrix::compiler

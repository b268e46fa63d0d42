#include "support/Shown.h"

#include <cstdio>

namespace clustrix::runtime {

std::string shown(const std::string& text, std::size_t most) {
  std::string result;
  bool second = false;  // of the two bytes that UTF-8 has for U+0080 to U+009F
  for (std::size_t i = 0; i < text.size(); ++i) {
    const unsigned byte = static_cast<unsigned char>(text[i]);
    const unsigned next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0u;
    const bool first = byte == 0xc2 && next >= 0x80 && next < 0xa0;
    const bool control = byte < 0x20 || byte == 0x7f || first || second;
    second = first;
    char escaped[8];
    std::snprintf(escaped, sizeof escaped, "\\x%02x", byte);
    const std::string piece = control ? std::string(escaped) : std::string(1, text[i]);
    if (result.size() + piece.size() > most) return result + "...";
    result += piece;
  }
  return result;
}

}  // namespace clustrix::runtime

#include "support/Shown.h"

#include <cstdio>

namespace clustrix::runtime {

std::string shown(const std::string& text, std::size_t most) {
  std::string result;
  for (const char c : text) {
    if (result.size() >= most) return result + "...";
    const unsigned byte = static_cast<unsigned char>(c);
    char escaped[8];
    std::snprintf(escaped, sizeof escaped, byte < 0x20 || byte == 0x7f ? "\\x%02x" : "%c", byte);
    result += escaped;
  }
  return result;
}

}  // namespace clustrix::runtime

#include "support/JsonText.h"

#include <cstddef>
#include <cstdio>

namespace clustrix::runtime {
namespace {

/// The bytes of the UTF-8 character at `at`; 0 where there is none: overlong, a surrogate, or too large.
std::size_t characterAt(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t k) { return at + k < text.size() ? static_cast<unsigned char>(text[at + k]) : 0U; };
  const unsigned first = byte(0), second = byte(1);
  if (first < 0x80) return 1;
  const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  for (std::size_t k = 1; k < bytes; ++k)
    if ((byte(k) & 0xC0U) != 0x80) return 0;
  const bool isWrong = first < 0xC2 || first > 0xF4 || (first == 0xE0 && second < 0xA0) ||
                       (first == 0xED && second > 0x9F) || (first == 0xF0 && second < 0x90) ||
                       (first == 0xF4 && second > 0x8F);
  return isWrong ? 0 : bytes;
}

}  // namespace

std::string jsonText(const std::string& text) {
  std::string result = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const std::size_t bytes = characterAt(text, at);
    char escaped[8];
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(c));
      result += escaped;
    } else {
      result += bytes == 0 ? "\xEF\xBF\xBD" : text.substr(at, bytes);
    }
    at += bytes == 0 ? 1 : bytes;
  }
  return result + "\"";
}

}  // namespace clustrix::runtime

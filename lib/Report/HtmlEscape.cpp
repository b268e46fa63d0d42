#include "Report/HtmlEscape.h"

#include <cstddef>

namespace clustrix::compiler {
namespace {

constexpr const char* replacementCharacter = "\xEF\xBF\xBD";

/// The pictures of U+0000 to U+001F stand in their order from U+2400; that of U+007F is U+2421.
std::string pictureOf(unsigned char control) {
  const unsigned point = control == 0x7F ? 0x21U : control;
  return {'\xE2', '\x90', static_cast<char>(0x80U + point)};
}

unsigned char byteAt(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

/// How many bytes the character at `at`, which is no ASCII, has; 0 where there is none that HTML allows. After: the
/// Unicode Standard, table 3-7.
std::size_t sizeOfCharacter(std::string_view text, std::size_t at) {
  const unsigned char lead = byteAt(text, at);
  const std::size_t size = 2U + (lead >= 0xE0 ? 1U : 0U) + (lead >= 0xF0 ? 1U : 0U);
  if (lead < 0xC2 || lead > 0xF4 || at + size > text.size()) return 0;
  for (std::size_t i = 1; i < size; ++i)
    if ((byteAt(text, at + i) & 0xC0U) != 0x80) return 0;
  const unsigned char next = byteAt(text, at + 1);
  const bool overlong = (lead == 0xE0 && next < 0xA0) || (lead == 0xF0 && next < 0x90);
  const bool surrogate = lead == 0xED && next > 0x9F;
  const bool beyond = lead == 0xF4 && next > 0x8F;
  const bool control = lead == 0xC2 && next < 0xA0;  // C1
  return overlong || surrogate || beyond || control ? 0 : size;
}

const char* entityOf(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    case '\r':
      return "";
    default:
      return nullptr;
  }
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string safe;
  safe.reserve(text.size() + text.size() / 8);
  for (std::size_t at = 0; at < text.size();) {
    const unsigned char byte = byteAt(text, at);
    if (byte >= 0x80) {
      const std::size_t size = sizeOfCharacter(text, at);
      safe += size == 0 ? std::string_view(replacementCharacter) : text.substr(at, size);
      at += size == 0 ? 1 : size;
      continue;
    }
    if (const char* entity = entityOf(text[at])) {
      safe += entity;
    } else if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F) {
      safe += pictureOf(byte);
    } else {
      safe += text[at];
    }
    ++at;
  }
  return safe;
}

}  // namespace clustrix::compiler

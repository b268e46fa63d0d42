#include "Support/Identifiers.h"

namespace clustrix::compiler {

std::string inAscii(std::string_view name) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string text;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0x80) == 0 && c != '$')
      text += c;
    else
      text += std::string("u") + digits[byte / 16] + digits[byte % 16];
  }
  return text;
}

}  // namespace clustrix::compiler

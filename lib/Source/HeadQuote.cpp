#include "Source/HeadQuote.h"

#include <cctype>

namespace clustrix::compiler {

std::string headQuote(const std::string& text) {
  std::string out;
  bool comment = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    comment = (comment && c != '\n') || (!comment && text.compare(i, 2, "//") == 0);
    if (comment) continue;
    const bool space = std::isspace(static_cast<unsigned char>(c));
    if (space && (out.empty() || out.back() == ' ')) continue;
    out += space ? ' ' : c;
  }
  while (!out.empty() && (out.back() == ' ' || out.back() == '\\')) out.pop_back();
  return out;
}

}  // namespace clustrix::compiler

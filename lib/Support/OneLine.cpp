#include "Support/OneLine.h"

#include <cstdio>

namespace clustrix::compiler {
namespace {

bool isControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// Always three octal digits: what follows is never taken for a fourth.
std::string escapeOf(char c) {
  if (c == '\n') return "\\n";
  if (c == '\t') return "\\t";
  char octal[8];
  std::snprintf(octal, sizeof octal, "\\%03o", static_cast<unsigned>(static_cast<unsigned char>(c)));
  return octal;
}

}  // namespace

std::string onOneLine(const std::string& text) {
  std::string line;
  for (const char c : text) line += isControl(c) ? escapeOf(c) : std::string(1, c);
  return line;
}

std::string inComment(const std::string& text) {
  std::string line = onOneLine(text);
  const bool continued = !line.empty() && (line.back() == '\\' || line.ends_with("?\?/"));
  return continued ? line + " ." : line;
}

std::string stringLiteral(const std::string& text) {
  std::string literal = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool trigraph = c == '?' && i > 0 && text[i - 1] == '?';
    if (c == '"' || c == '\\' || trigraph) literal += '\\';
    literal += isControl(c) ? escapeOf(c) : std::string(1, c);
  }
  return literal + "\"";
}

}  // namespace clustrix::compiler

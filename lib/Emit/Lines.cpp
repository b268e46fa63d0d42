#include "Emit/Lines.h"

#include "Emit/Expressions.h"

namespace clustrix::compiler {

std::string lineDirective(const SourceUnit& unit, int line) {
  return "#line " + std::to_string(line) + " " + quoted(unit.path) + "\n";
}

std::size_t lineBegin(const std::string& text, std::size_t offset) {
  if (offset == 0) return 0;
  const auto before = text.rfind('\n', offset - 1);
  return before == std::string::npos ? 0 : before + 1;
}

std::string columnPadding(const std::string& text, std::size_t offset) {
  std::string padding;
  for (std::size_t i = lineBegin(text, offset); i < offset; ++i) {
    // Continuation bytes of UTF-8 are part of a character that is counted already.
    if ((text[i] & 0xC0) == 0x80) continue;
    padding += text[i] == '\t' ? '\t' : ' ';
  }
  return padding;
}

bool isContinued(const std::string& text, std::size_t newline) {
  const std::size_t last = newline > 0 && text[newline - 1] == '\r' ? newline - 1 : newline;
  return last > 0 && text[last - 1] == '\\';
}

std::string indentation(const std::string& text, std::size_t offset) {
  const std::size_t begin = lineBegin(text, offset);
  std::size_t end = begin;
  while (end < text.size() && (text[end] == ' ' || text[end] == '\t')) ++end;
  return text.substr(begin, end - begin);
}

}  // namespace clustrix::compiler

// A source line and the caret below it, as compilers print them:
//
//       a[i] = a[i - 1];
//              ^
#include "clustrix/Report.h"

#include <cstddef>

namespace clustrix::compiler {
namespace {

bool continuesCharacter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

}  // namespace

std::string caret(const SourcePoint& at, const std::string& text) {
  std::size_t begin = 0;
  for (int line = 1; line < at.line; ++line) {
    begin = text.find('\n', begin);
    if (begin == std::string::npos) return "";
    ++begin;
  }
  return at.line < 1 ? "" : caretIn(text, begin, at.column);
}

std::string caretIn(const std::string& text, std::size_t begin, int column) {
  if (begin >= text.size()) return "";
  std::string line = text.substr(begin, text.find('\n', begin) - begin);
  if (!line.empty() && line.back() == '\r') line.pop_back();

  // Tabs stay tabs, so that the caret stands right whatever a tab's width; a character of several bytes counts once.
  std::string pad;
  for (std::size_t i = 0; i + 1 < static_cast<std::size_t>(column) && i < line.size(); ++i) {
    if (!continuesCharacter(line[i])) pad += line[i] == '\t' ? '\t' : ' ';
  }
  return line + "\n" + pad + "^\n";
}

}  // namespace clustrix::compiler

#include "Emit/Lines.h"

#include "Emit/Expressions.h"
#include "Support/LineDirective.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

constexpr const char* blanks = " \t";

}  // namespace

std::string lineDirective(const SourceUnit& unit, int line) {
  std::string file = quoted(unit.path);
  int said = line;
  for (const LineChange& change : unit.lineChanges) {
    if (change.line >= line) break;
    said = change.next + line - change.line - 1;
    if (!change.file.empty()) file = change.file;
  }
  return lineDirective(said, file);
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

bool isAlone(const std::string& text, std::size_t offset) {
  return text.find_first_not_of(blanks, lineBegin(text, offset)) >= offset;
}

bool followsDirective(const std::string& text, std::size_t offset) {
  const std::size_t last = offset == 0 ? std::string::npos : text.find_last_not_of(" \t\r\n", offset - 1);
  return last != std::string::npos && text[behindBlanks(text, lineBegin(text, last))] == '#';
}

std::size_t behindBlanks(const std::string& text, std::size_t offset) {
  return std::min(text.find_first_not_of(" \t\r", offset), text.size());
}

bool endsLine(const std::string& text, std::size_t offset) {
  const std::size_t rest = behindBlanks(text, offset);
  if (rest == text.size() || text[rest] == '\n') return true;
  if (text.compare(rest, 2, "//") != 0) return false;
  const std::size_t end = text.find('\n', rest);
  return end == std::string::npos || !isContinued(text, end);
}

std::size_t nextLine(const std::string& text, std::size_t offset) {
  const std::size_t end = text.find('\n', offset);
  return end == std::string::npos ? text.size() : end + 1;
}

bool beginsDirective(const std::string& text, std::size_t offset) {
  const std::size_t first = text.find_first_not_of(blanks, offset);
  return first != std::string::npos && (text[first] == '#' || text.compare(first, 2, "%:") == 0);
}

std::size_t behindByteOrderMark(const std::string& text) { return text.compare(0, 3, "\xEF\xBB\xBF") == 0 ? 3 : 0; }

bool isContinued(const std::string& text, std::size_t newline) {
  const std::size_t last = newline > 0 && text[newline - 1] == '\r' ? newline - 1 : newline;
  return last > 0 && text[last - 1] == '\\';
}

std::size_t spacesAt(const std::string& text, std::size_t offset) {
  const std::size_t first = text.find_first_not_of(' ', offset);
  return first == std::string::npos ? 0 : first - offset;
}

std::size_t behindWhiteSpace(const std::string& text) { return text.find_first_not_of(" \t\n"); }

std::string withoutBlanksBehind(std::string text) {
  text.erase(text.find_last_not_of(" \t\n") + 1);
  return text;
}

std::string reindented(const std::string& body, std::size_t from, std::size_t to) {
  if (body.find("R\"") != std::string::npos) return body;
  std::string result;
  std::size_t at = 0;
  for (std::size_t end = body.find('\n'); end != std::string::npos; end = body.find('\n', at)) {
    result += body.substr(at, end + 1 - at);
    at = end + 1;
    if (isContinued(body, end)) continue;
    const std::size_t text = std::min(body.find_first_not_of(' ', at), body.size());
    const bool empty = text == body.size() || body[text] == '\n';
    if (!empty) result.append(to + std::max(text - at, from) - from, ' ');
    at = text;
  }
  return result + body.substr(at);
}

std::string indentation(const std::string& text, std::size_t offset) {
  const std::size_t begin = lineBegin(text, offset);
  std::size_t end = begin;
  while (end < text.size() && (text[end] == ' ' || text[end] == '\t')) ++end;
  return text.substr(begin, end - begin);
}

}  // namespace clustrix::compiler

#include "Emit/OwnAllocation.h"

#include "Emit/Names.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace clustrix::compiler {
namespace {

constexpr std::size_t nowhere = std::string::npos;

/// Behind the line that holds `at`, and those that backslashes make part of it.
std::size_t behindLine(std::string_view text, std::size_t at) {
  for (std::size_t end = text.find('\n', at); end != nowhere; end = text.find('\n', end + 1)) {
    std::size_t last = end;
    if (last > 0 && text[last - 1] == '\r') --last;
    if (last == 0 || text[last - 1] != '\\') return end + 1;
  }
  return text.size();
}

/// Behind the string or the character that begins at `at`.
std::size_t behindLiteral(std::string_view text, std::size_t at) {
  if (text[at] == '"' && at > 0 && text[at - 1] == 'R') {
    const std::size_t open = text.find('(', at);
    if (open == nowhere) return text.size();
    const std::string close = ")" + std::string(text.substr(at + 1, open - at - 1)) + "\"";
    const std::size_t end = text.find(close, open);
    return end == nowhere ? text.size() : end + close.size();
  }
  for (std::size_t i = at + 1; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == text[at])
      return i + 1;
  }
  return at + 1;
}

/// Behind white space, a comment, a directive or a literal that begins at `at`; `at` where none does. `line`: whether
/// nothing but white space stands in front of it on its line.
std::size_t behindNothing(std::string_view text, std::size_t at, bool line) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("//") || (line && rest.starts_with("#"))) return behindLine(text, at);
  if (rest.starts_with("/*")) {
    const std::size_t end = text.find("*/", at + 2);
    return end == nowhere ? text.size() : end + 2;
  }
  return std::isspace(static_cast<unsigned char>(text[at])) != 0 ? at + 1 : at;
}

}  // namespace

std::vector<std::size_t> ownAllocationFunctions(const std::string& text) {
  std::vector<std::size_t> found;
  if (text.find("operator") == nowhere) return found;
  int depth = 0;
  bool line = true, allocates = false, follows = false;  // `follows`: the last word was `operator`
  std::size_t begin = nowhere;                           // of the declaration at hand
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (const std::size_t next = behindNothing(text, at, line); next != at) {
      line = text[next - 1] == '\n' || (line && text[at] != '/');
      at = next;
      continue;
    }
    line = false;
    if (depth == 0 && begin == nowhere) begin = at;
    if (c == '"' || c == '\'') {
      at = behindLiteral(text, at);
    } else if (isWord(c)) {
      std::size_t end = at;
      while (end < text.size() &&
             (isWord(text[end]) || (text[end] == '\'' && std::isdigit(static_cast<unsigned char>(c)) != 0)))
        ++end;
      const std::string_view word = std::string_view(text).substr(at, end - at);
      allocates = allocates || (depth == 0 && follows && (word == "new" || word == "delete"));
      follows = word == "operator";
      at = end;
    } else {
      ++at;
      if (c == '{') {
        if (depth++ == 0 && allocates) found.push_back(begin);
        allocates = false;
      }
      depth -= c == '}' ? 1 : 0;
      depth = std::max(depth, 0);
      if (depth == 0 && (c == '}' || c == ';')) {
        begin = nowhere;
        allocates = false;
      }
    }
  }
  return found;
}

}  // namespace clustrix::compiler

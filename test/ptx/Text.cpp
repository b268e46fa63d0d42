#include "Text.h"

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "Types.h"

namespace ptx {
namespace {

const char* const blanks = " \t\r\n";

/// Behind the comment that begins at `at`; the text's end where it does not end.
std::size_t behindComment(const std::string& text, std::size_t at) {
  const bool line = text[at + 1] == '/';
  const std::size_t end = line ? text.find('\n', at) : text.find("*/", at + 2);
  if (end == std::string::npos) return text.size();
  return line ? end : end + 2;
}

}  // namespace

void fail(const std::string& message) {
  std::fflush(stdout);
  std::fprintf(stderr, "ptx: %s\n", message.c_str());
  std::abort();
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::string withoutComments(const std::string& text) {
  std::string kept;
  kept.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const bool comment = text[at] == '/' && at + 1 < text.size() && (text[at + 1] == '/' || text[at + 1] == '*');
    if (comment) {
      at = behindComment(text, at);
    } else {
      kept += text[at++];
    }
  }
  return kept;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '{' || c == '[' || c == '(') ++depth;
    if (c == '}' || c == ']' || c == ')') --depth;
    if (c != separator || depth != 0) continue;
    parts.push_back(trimmed(text.substr(begin, at - begin)));
    begin = at + 1;
  }
  const std::string last = trimmed(text.substr(begin));
  if (!last.empty()) parts.push_back(last);
  return parts;
}

std::size_t closingBracket(const std::string& text, std::size_t open) {
  const char opens = text[open];
  const char closes = opens == '(' ? ')' : opens == '[' ? ']' : '}';
  int depth = 0;
  bool quoted = false;
  for (std::size_t at = open; at < text.size(); ++at) {
    if (text[at] == '"') quoted = !quoted;
    if (quoted) continue;
    if (text[at] == opens) ++depth;
    if (text[at] == closes && --depth == 0) return at;
  }
  fail("a bracket is not closed: " + text.substr(open, 80));
}

bool startsWith(const std::string& text, const char* prefix) { return text.rfind(prefix, 0) == 0; }

unsigned long long literalBits(const std::string& text) {
  const bool floating = text.size() > 2 && text[0] == '0' && std::strchr("dDfF", text[1]) != nullptr;
  if (floating) return std::strtoull(text.c_str() + 2, nullptr, 16);
  if (text[0] == '-') return static_cast<unsigned long long>(std::strtoll(text.c_str(), nullptr, 0));
  return std::strtoull(text.c_str(), nullptr, 0);
}

}  // namespace ptx

#include "Plan/BodyOfLoop.h"

#include <optional>
#include <string_view>

namespace clustrix::compiler {
namespace {

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::size_t pastSpace(std::string_view text, std::size_t at) {
  while (at < text.size() && isSpace(text[at])) ++at;
  return at;
}

/// Behind the bracket that closes the one at `open`; nothing where something between them may hide brackets.
std::optional<std::size_t> pastBrackets(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"' || c == '\'' || c == '#' || c == '\\') return std::nullopt;
    if (c == '/' && at + 1 < text.size() && (text[at + 1] == '/' || text[at + 1] == '*')) return std::nullopt;
    for (const char* const digraph : {"<:", ":>", "<%", "%>", "%:"})
      if (text.substr(at, 2) == digraph) return std::nullopt;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == ']' || c == '}') && --depth == 0) return at + 1;
  }
  return std::nullopt;
}

/// Behind the head of a `for` loop, in front of which there may be attributes.
std::optional<std::size_t> pastHead(std::string_view loop) {
  std::size_t at = pastSpace(loop, 0);
  while (loop.substr(at, 2) == "[[") {
    const auto end = pastBrackets(loop, at);
    if (!end) return std::nullopt;
    at = pastSpace(loop, *end);
  }
  if (loop.substr(at, 3) != "for") return std::nullopt;
  at = pastSpace(loop, at + 3);
  if (at >= loop.size() || loop[at] != '(') return std::nullopt;
  return pastBrackets(loop, at);
}

/// How many braces there are in a text of white space, comments and `brace`; nothing where there is anything else.
std::optional<int> bracesOnly(std::string_view text, char brace) {
  int count = 0;
  for (std::size_t at = pastSpace(text, 0); at < text.size(); at = pastSpace(text, at)) {
    const bool isComment = text.substr(at, 2) == "//" || text.substr(at, 2) == "/*";
    if (!isComment) {
      if (text[at++] != brace) return std::nullopt;
      ++count;
      continue;
    }
    const std::string_view end = text[at + 1] == '/' ? "\n" : "*/";
    const std::size_t close = text.find(end, at + 2);
    if (close == std::string_view::npos) return std::nullopt;
    // A backslash would go on with the comment in the next line.
    if (text.substr(at, close - at).find('\\') != std::string_view::npos) return std::nullopt;
    at = close + end.size();
  }
  return count;
}

}  // namespace

bool isAllOfBody(const std::string& text, const LoopSite& outer, const LoopSite& inner) {
  if (outer.end > text.size() || inner.begin <= outer.begin || inner.end > outer.end || inner.begin >= inner.end)
    return false;
  const std::string_view all(text);
  const auto head = pastHead(all.substr(outer.begin, outer.end - outer.begin));
  if (!head || outer.begin + *head > inner.begin || !pastHead(all.substr(inner.begin, inner.end - inner.begin)))
    return false;
  const std::size_t body = outer.begin + *head;
  const auto opened = bracesOnly(all.substr(body, inner.begin - body), '{');
  const auto closed = bracesOnly(all.substr(inner.end, outer.end - inner.end), '}');
  return opened && closed && *opened == *closed;
}

}  // namespace clustrix::compiler

#include "Emit/Lines.h"

#include "Emit/Expressions.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace clustrix::compiler {

namespace {

/// What the source's own `#line 40 "grammar.y"` says; no file where it leaves that as it is.
struct OwnLine {
  int line = 0;
  std::string file;  // in quotes
};

std::optional<OwnLine> ownLine(std::string_view directive) {
  const auto skipBlanks = [&] {
    while (!directive.empty() && (directive.front() == ' ' || directive.front() == '\t')) directive.remove_prefix(1);
  };
  skipBlanks();
  if (!directive.starts_with('#')) return std::nullopt;
  directive.remove_prefix(1);
  skipBlanks();
  if (!directive.starts_with("line")) return std::nullopt;
  directive.remove_prefix(4);
  skipBlanks();
  OwnLine said;
  const auto [end, error] = std::from_chars(directive.data(), directive.data() + directive.size(), said.line);
  if (error != std::errc()) return std::nullopt;
  directive.remove_prefix(static_cast<std::size_t>(end - directive.data()));
  skipBlanks();
  const std::size_t last = directive.rfind('"');
  if (directive.starts_with('"') && last > 0) said.file = directive.substr(0, last + 1);
  return said;
}

}  // namespace

std::string lineDirective(const SourceUnit& unit, int line) {
  std::string file = quoted(unit.path);
  int said = line;
  // Few sources have directives of their own: those are generated.
  if (unit.text.find("#line") != std::string::npos || unit.text.find("# line") != std::string::npos) {
    const std::string_view text = unit.text;
    int at = 1;
    for (std::size_t begin = 0; begin < text.size() && at < line; ++at) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      if (const auto own = ownLine(text.substr(begin, end - begin))) {
        said = own->line + line - at - 1;
        if (!own->file.empty()) file = own->file;
      }
      begin = end + 1;
    }
  }
  return "#line " + std::to_string(said) + " " + file + "\n";
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

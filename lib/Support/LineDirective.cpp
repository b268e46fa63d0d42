#include "Support/LineDirective.h"

#include <charconv>

namespace clustrix::compiler {
namespace {

void skipBlanks(std::string_view& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  text.remove_prefix(first == std::string_view::npos ? text.size() : first);
}

}  // namespace

std::string lineDirective(int number, const std::string& literal) {
  return "#line " + std::to_string(number) + " " + literal + "\n";
}

std::optional<LineDirective> lineDirectiveOf(std::string_view line) {
  skipBlanks(line);
  if (!line.starts_with('#')) return std::nullopt;
  line.remove_prefix(1);
  skipBlanks(line);
  if (!line.starts_with("line ")) return std::nullopt;
  line.remove_prefix(5);
  skipBlanks(line);
  LineDirective directive;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), directive.number);
  if (error != std::errc() || directive.number < 0) return std::nullopt;
  line.remove_prefix(static_cast<std::size_t>(end - line.data()));
  skipBlanks(line);
  if (line.starts_with('"')) directive.file = line.substr(0, line.rfind('"') + 1);
  return directive;
}

std::string unquoted(std::string_view literal) {
  std::string text;
  for (std::size_t i = 1; i + 1 < literal.size(); ++i) {
    if (literal[i] == '\\' && i + 2 < literal.size()) ++i;
    text += literal[i];
  }
  return text;
}

}  // namespace clustrix::compiler

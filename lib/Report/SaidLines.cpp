#include "Report/SaidLines.h"

#include <charconv>

namespace clustrix::compiler {
namespace {

void skipBlanks(std::string_view& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  text.remove_prefix(first == std::string_view::npos ? text.size() : first);
}

}  // namespace

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
  if (error != std::errc() || directive.number < 1) return std::nullopt;
  line.remove_prefix(static_cast<std::size_t>(end - line.data()));
  skipBlanks(line);
  if (line.starts_with('"')) directive.file = line.substr(0, line.rfind('"') + 1);
  return directive;
}

SaidLines::SaidLines(const std::string& file, const std::vector<std::string_view>& lines) {
  const int behind = static_cast<int>(lines.size()) + 1;
  stretches_.push_back({1, behind, 1, file});
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto directive = lineDirectiveOf(lines[i]);
    if (!directive) continue;
    const int at = static_cast<int>(i) + 1;
    stretches_.back().end = at + 1;
    std::string named = directive->file.empty() ? stretches_.back().file : std::string(directive->file);
    stretches_.push_back({at + 1, behind, directive->number, std::move(named)});
  }
}

std::optional<int> SaidLines::lineOf(std::string_view file, int number, int least) const {
  std::optional<int> first;
  for (const Stretch& stretch : stretches_) {
    if (stretch.file != file || number < stretch.next || number - stretch.next >= stretch.end - stretch.begin) continue;
    const int line = stretch.begin + (number - stretch.next);
    if (line >= least) return line;
    if (!first) first = line;
  }
  return first;
}

}  // namespace clustrix::compiler

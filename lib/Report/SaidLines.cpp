#include "Report/SaidLines.h"

#include "Support/LineDirective.h"

namespace clustrix::compiler {
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

#include "Source/LineChanges.h"

#include "Source/FileTokens.h"
#include "Support/LineDirective.h"

#include <algorithm>
#include <string_view>

namespace clustrix::compiler {
std::vector<LineChange> lineChanges(const std::string& text) {
  std::vector<LineChange> changes;
  // Few sources have any.
  if (text.find("line") == std::string::npos || text.find('#') == std::string::npos) return changes;
  for (const FileDirective& directive : fileTokens(text).directives) {
    if (!directive.words.starts_with("line ")) continue;
    const std::size_t sign = text.find('#', directive.begin);
    const auto said = lineDirectiveOf(std::string_view(text).substr(sign, directive.end - sign));
    if (!said) continue;
    const auto before = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(sign), '\n');
    changes.push_back({1 + static_cast<int>(before), said->number, std::string(said->file)});
  }
  return changes;
}

}  // namespace clustrix::compiler

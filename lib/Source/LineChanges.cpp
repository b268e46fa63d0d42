#include "Source/LineChanges.h"

#include "Source/FileTokens.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace clustrix::compiler {
namespace {

/// Nothing for other directives. `directive` begins behind the `#`.
std::optional<LineChange> changeOf(std::string_view directive) {
  const auto skipBlanks = [&] {
    while (!directive.empty() && (directive.front() == ' ' || directive.front() == '\t')) directive.remove_prefix(1);
  };
  skipBlanks();
  if (!directive.starts_with("line")) return std::nullopt;
  directive.remove_prefix(4);
  skipBlanks();
  LineChange change;
  const auto [end, error] = std::from_chars(directive.data(), directive.data() + directive.size(), change.next);
  if (error != std::errc()) return std::nullopt;
  directive.remove_prefix(static_cast<std::size_t>(end - directive.data()));
  skipBlanks();
  const std::size_t last = directive.rfind('"');
  if (directive.starts_with('"') && last > 0) change.file = directive.substr(0, last + 1);
  return change;
}

}  // namespace

std::vector<LineChange> lineChanges(const std::string& text) {
  std::vector<LineChange> changes;
  // Few sources have any.
  if (text.find("line") == std::string::npos || text.find('#') == std::string::npos) return changes;
  for (const FileDirective& directive : fileTokens(text).directives) {
    if (!directive.words.starts_with("line ")) continue;
    const std::size_t sign = text.find('#', directive.begin);
    auto change = changeOf(std::string_view(text).substr(sign + 1, directive.end - sign - 1));
    if (!change) continue;
    change->line =
        1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(sign), '\n'));
    changes.push_back(*std::move(change));
  }
  return changes;
}

}  // namespace clustrix::compiler

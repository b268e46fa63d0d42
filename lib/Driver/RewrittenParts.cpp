#include "Driver/RewrittenParts.h"

#include "Support/LineDirective.h"

#include <algorithm>
#include <string_view>

namespace clustrix::compiler {
namespace {

/// The file that the line names, `#line 3 "grid.h"`; "" where it names none. Those that are written begin their lines.
std::string fileNamed(std::string_view line) {
  const auto directive = line.starts_with("#line ") ? lineDirectiveOf(line) : std::nullopt;
  return directive ? unquoted(directive->file) : "";
}

}  // namespace

std::map<std::string, std::string> rewrittenParts(const std::string& rewritten, const std::string& path) {
  std::map<std::string, std::string> parts;
  std::string* part = &parts[path];
  for (std::size_t at = 0, end = 0; at < rewritten.size(); at = end) {
    end = std::min(rewritten.find('\n', at), rewritten.size() - 1) + 1;
    const std::string_view line(rewritten.data() + at, end - at);
    if (const std::string file = fileNamed(line); !file.empty()) part = &parts[file];
    *part += line;
  }
  return parts;
}

}  // namespace clustrix::compiler

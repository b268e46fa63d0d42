#include "Driver/Depfile.h"

#include <set>

namespace clustrix::compiler {
namespace {

/// As GCC and Clang escape: a backslash before a blank or `#`, `$` doubled, and backslashes that would then be read as
/// an escape doubled.
std::string escaped(const std::string& path) {
  std::string text;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const char c = path[i];
    if (c == ' ' || c == '\t') {
      for (std::size_t j = i; j > 0 && path[j - 1] == '\\'; --j) text += '\\';
      text += '\\';
    } else if (c == '#') {
      text += '\\';
    } else if (c == '$') {
      text += '$';
    }
    text += c;
  }
  return text;
}

}  // namespace

const std::string* unwritable(const DependencyRule& rule) {
  const auto broken = [](const std::string& name) { return name.find_first_of("\n\r") != std::string::npos; };
  if (broken(rule.target)) return &rule.target;
  for (const std::string& input : rule.inputs)
    if (broken(input)) return &input;
  return nullptr;
}

std::string printDepfile(const std::vector<DependencyRule>& rules) {
  std::string text;
  for (const DependencyRule& rule : rules) {
    text += escaped(rule.target) + ":";
    std::set<std::string> seen;
    for (const std::string& input : rule.inputs) {
      if (seen.insert(input).second) text += " \\\n  " + escaped(input);
    }
    text += "\n";
  }
  return text;
}

}  // namespace clustrix::compiler

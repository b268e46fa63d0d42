#include "Driver/Yaml.h"

#include "Driver/Files.h"
#include "Support/OneLine.h"

#include <set>

namespace clustrix::compiler {
namespace {

constexpr std::size_t mostYaml = std::size_t{1} << 20;

}  // namespace

Failure errorAt(const YamlFile& file, const YAML::Mark& mark, const std::string& message) {
  // yaml-cpp counts from 0, and marks what has no place with -1.
  const SourcePoint at{file.path, std::max(mark.line, 0) + 1, std::max(mark.column, 0) + 1};
  return {Exit::BadInput, onOneLine(at.file) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) +
                              ": error: " + message + "\n" + caret(at, file.text)};
}

Outcome<YamlFile> readYaml(const std::string& path) {
  Outcome<std::string> text = readFile(path, mostYaml);
  if (const Failure* why = failed(text)) return *why;
  YamlFile file{path, std::move(value(text)), {}};
  try {
    file.root.reset(YAML::Load(file.text));
  } catch (const YAML::Exception& error) {
    return errorAt(file, error.mark, error.msg);
  }
  return file;
}

std::optional<Failure> eachEntry(
    const YamlFile& file, const YAML::Node& map, const std::string& what,
    const std::function<std::optional<Failure>(const YAML::Node& key, const YAML::Node& value)>& entry) {
  if (map.IsNull()) return std::nullopt;
  if (!map.IsMap()) return errorAt(file, map.Mark(), "expected 'KEY: VALUE' lines, where KEY is " + what);
  std::set<std::string> seen;
  for (const auto& pair : map) {
    if (!pair.first.IsScalar()) return errorAt(file, pair.first.Mark(), "expected " + what);
    if (!seen.insert(pair.first.Scalar()).second) {
      return errorAt(file, pair.first.Mark(),
                     "'" + onOneLine(pair.first.Scalar()) + "' is given twice; keep one of them");
    }
    if (auto failure = entry(pair.first, pair.second)) return failure;
  }
  return std::nullopt;
}

bool isQuoted(const YAML::Node& scalar) { return scalar.Tag() == "!"; }

std::optional<bool> booleanOf(const YAML::Node& node) {
  if (!node.IsScalar() || isQuoted(node)) return std::nullopt;
  if (node.Scalar() == "true") return true;
  if (node.Scalar() == "false") return false;
  return std::nullopt;
}

}  // namespace clustrix::compiler

#include "Driver/LibraryModel.h"

#include "Driver/Yaml.h"

#include <algorithm>
#include <charconv>

namespace clustrix::compiler {
namespace {

constexpr const char* knownKeys = "pure, reads and writes";

std::optional<int> parameterOf(const YAML::Node& node) {
  if (!node.IsScalar() || isQuoted(node)) return std::nullopt;
  const std::string& text = node.Scalar();
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0 || number > 255) return std::nullopt;
  return number;
}

std::optional<Failure> readParameters(const YamlFile& file, const YAML::Node& node, std::vector<int>& parameters) {
  constexpr const char* expected = "expected a list of parameter numbers, from 0, such as [0, 2]";
  if (!node.IsSequence()) return errorAt(file, node.Mark(), expected);
  for (const auto& item : node) {
    const std::optional<int> parameter = parameterOf(item);
    if (!parameter) return errorAt(file, item.Mark(), expected);
    parameters.push_back(*parameter);
  }
  return std::nullopt;
}

std::optional<Failure> readFunction(const YamlFile& file, const YAML::Node& key, const YAML::Node& node,
                                    std::vector<LibraryFunction>& functions) {
  LibraryFunction function;
  function.name = key.Scalar();
  const auto entry = [&](const YAML::Node& property, const YAML::Node& content) -> std::optional<Failure> {
    if (property.Scalar() == "reads") return readParameters(file, content, function.reads);
    if (property.Scalar() == "writes") return readParameters(file, content, function.writes);
    if (property.Scalar() != "pure") {
      return errorAt(file, property.Mark(),
                     "unknown key '" + property.Scalar() + "' of '" + function.name + "'; known are " + knownKeys);
    }
    const std::optional<bool> pure = booleanOf(content);
    if (!pure) return errorAt(file, content.Mark(), "'pure' takes true or false");
    function.pure = *pure;
    return std::nullopt;
  };
  if (auto why = eachEntry(file, node, std::string("one of ") + knownKeys, entry)) return why;
  if (node.IsNull() || node.size() == 0) {
    return errorAt(file, key.Mark(), "'" + function.name + "' says nothing; give it one of " + knownKeys);
  }
  if (function.pure && !function.writes.empty()) {
    return errorAt(file, key.Mark(), "'" + function.name + "' is pure and writes: leave out one of them");
  }
  functions.push_back(function);
  return std::nullopt;
}

}  // namespace

Outcome<std::vector<LibraryFunction>> readLibraryModel(const std::string& path) {
  Outcome<YamlFile> file = readYaml(path);
  if (const Failure* why = failed(file)) return *why;
  std::vector<LibraryFunction> functions;
  const auto entry = [&](const YAML::Node& key, const YAML::Node& node) {
    return readFunction(value(file), key, node, functions);
  };
  if (auto why = eachEntry(value(file), value(file).root, "a function's qualified name", entry)) return *why;
  std::sort(functions.begin(), functions.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return functions;
}

}  // namespace clustrix::compiler

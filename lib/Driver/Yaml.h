// YAML files that people write: what is wrong in one is said at its line and column, with a caret.
#pragma once

#include "Driver/Outcome.h"

#include <yaml-cpp/yaml.h>

#include <functional>
#include <string>

namespace clustrix::compiler {

struct YamlFile {
  std::string path;
  std::string text;
  YAML::Node root;
};

/// Reads and parses `path`: Exit::FileFailed when it cannot be read, Exit::BadInput when it is no YAML.
Outcome<YamlFile> readYaml(const std::string& path);

/// `path:line:column: error: MESSAGE` with the line and a caret.
Failure errorAt(const YamlFile& file, const YAML::Mark& mark, const std::string& message);

/// Calls `entry` for each `key: value` of `map` in the file's order until one fails. A repeated key, a key that is no
/// scalar and a `map` that is none are errors; `what` names the kind of keys. An empty value stands for an empty map.
std::optional<Failure> eachEntry(
    const YamlFile& file, const YAML::Node& map, const std::string& what,
    const std::function<std::optional<Failure>(const YAML::Node& key, const YAML::Node& value)>& entry);

/// The plain or quoted text of a scalar; quoted ones are strings and never numbers or booleans.
bool isQuoted(const YAML::Node& scalar);

/// `true` or `false`, as in the attribute; nothing for other spellings.
std::optional<bool> booleanOf(const YAML::Node& node);

}  // namespace clustrix::compiler

#include "Driver/LibraryModel.h"

#include "Driver/LibraryRanges.h"
#include "Driver/Yaml.h"
#include "Support/Identifiers.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

constexpr const char* functionKeys = "parameters, reads, writes, pure, thread_safe and device";

/// One entry of the file. `reads` and `writes` wait for `parameters`, wherever that stands.
class Entry {
 public:
  Entry(const YamlFile& file, const YAML::Node& key) : file_(file), key_(key) { function_.name = key.Scalar(); }

  std::optional<Failure> read(const YAML::Node& node, std::vector<LibraryFunction>& functions) {
    const auto entry = [&](const YAML::Node& property, const YAML::Node& content) { return store(property, content); };
    if (auto why = eachEntry(file_, node, std::string("one of ") + functionKeys, entry)) return why;
    if (auto why = ranges(reads_, function_.reads)) return why;
    if (auto why = ranges(writes_, function_.writes)) return why;
    if (!says_)
      return errorAt(file_, key_.Mark(), "'" + function_.name + "' says nothing; give it reads, writes or pure");
    if (function_.pure && !function_.writes.empty())
      return errorAt(file_, key_.Mark(), "'" + function_.name + "' is pure and writes: leave out one of them");
    functions.push_back(function_);
    return std::nullopt;
  }

 private:
  std::optional<Failure> store(const YAML::Node& property, const YAML::Node& content) {
    const std::string& name = property.Scalar();
    if (name == "parameters") return parameters(content);
    if (name == "reads" || name == "writes") {
      (name == "reads" ? reads_ : writes_).reset(content);
      says_ = true;
      return std::nullopt;
    }
    if (name == "pure") {
      says_ = true;
      return boolean(property, content, function_.pure);
    }
    if (name == "thread_safe") return boolean(property, content, function_.threadSafe);
    if (name == "device") return boolean(property, content, function_.device);
    return errorAt(file_, property.Mark(),
                   "unknown key '" + name + "' of '" + function_.name + "'; known are " + functionKeys);
  }

  std::optional<Failure> boolean(const YAML::Node& property, const YAML::Node& content, bool& to) {
    const std::optional<bool> value = booleanOf(content);
    if (!value) return errorAt(file_, content.Mark(), "'" + property.Scalar() + "' takes true or false");
    to = *value;
    return std::nullopt;
  }

  std::optional<Failure> parameters(const YAML::Node& content) {
    constexpr const char* expected = "expected a list of all parameters' names, such as [n, x, y]";
    if (!content.IsSequence()) return errorAt(file_, content.Mark(), expected);
    for (const auto& item : content) {
      if (!item.IsScalar() || item.Scalar().empty() ||
          !std::all_of(item.Scalar().begin(), item.Scalar().end(), isWord) || isDigit(item.Scalar().front()))
        return errorAt(file_, item.Mark(), expected);
      if (std::find(names_.begin(), names_.end(), item.Scalar()) != names_.end())
        return errorAt(file_, item.Mark(), "'" + item.Scalar() + "' is listed twice");
      names_.push_back(item.Scalar());
    }
    function_.parameters = static_cast<int>(names_.size());
    return std::nullopt;
  }

  /// A scalar, or a list of scalars, each with one or more ranges.
  std::optional<Failure> ranges(const YAML::Node& node, std::vector<LibraryAccess>& accesses) {
    if (!node.IsDefined()) return std::nullopt;
    if (node.IsScalar()) return range(node, accesses);
    constexpr const char* expected =
        "expected elements behind parameters such as x[0:n], or a list of them; numbers count parameters from 0";
    if (!node.IsSequence()) return errorAt(file_, node.Mark(), expected);
    for (const auto& item : node) {
      if (!item.IsScalar()) return errorAt(file_, item.Mark(), expected);
      if (auto why = range(item, accesses)) return why;
    }
    return std::nullopt;
  }

  std::optional<Failure> range(const YAML::Node& scalar, std::vector<LibraryAccess>& accesses) {
    const auto parsed = parseRanges(scalar.Scalar(), names_);
    if (const auto* mistake = std::get_if<RangeMistake>(&parsed)) {
      YAML::Mark at = scalar.Mark();
      at.column += static_cast<int>(mistake->at) + (isQuoted(scalar) ? 1 : 0);
      return errorAt(file_, at, mistake->message);
    }
    for (const LibraryAccess& access : std::get<std::vector<LibraryAccess>>(parsed)) {
      if (function_.parameters && access.parameter >= *function_.parameters)
        return errorAt(file_, scalar.Mark(), "there is no parameter " + std::to_string(access.parameter));
      accesses.push_back(access);
    }
    return std::nullopt;
  }

  const YamlFile& file_;
  const YAML::Node& key_;
  LibraryFunction function_;
  std::vector<std::string> names_;
  YAML::Node reads_{YAML::NodeType::Undefined}, writes_{YAML::NodeType::Undefined};
  bool says_ = false;
};

}  // namespace

Outcome<std::vector<LibraryFunction>> readLibraryModel(const std::string& path) {
  Outcome<YamlFile> file = readYaml(path);
  if (const Failure* why = failed(file)) return *why;
  std::vector<LibraryFunction> functions;
  const auto entry = [&](const YAML::Node& key, const YAML::Node& node) {
    return Entry(value(file), key).read(node, functions);
  };
  if (auto why = eachEntry(value(file), value(file).root, "a function's qualified name", entry)) return *why;
  std::sort(functions.begin(), functions.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return functions;
}

}  // namespace clustrix::compiler

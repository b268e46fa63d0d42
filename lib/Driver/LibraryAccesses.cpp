#include "Driver/LibraryAccesses.h"

#include "Driver/LibraryRanges.h"
#include "Support/Identifiers.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace clustrix::compiler {
namespace {

class Touched {
 public:
  Touched(const YamlFile& file, const std::vector<std::string>& names, std::optional<int> count)
      : file_(file), names_(names), count_(count) {}

  std::optional<Failure> read(const YAML::Node& node, std::vector<LibraryAccess>& accesses) {
    if (node.IsScalar()) return texts(node, {}, accesses);
    if (node.IsMap()) {
      const auto entry = [&](const YAML::Node& key, const YAML::Node& when) { return cases(key, when, accesses); };
      if (auto why = eachEntry(file_, node, expected, entry)) return why;
      return mixed(node, accesses);
    }
    if (!node.IsSequence()) return errorAt(file_, node.Mark(), std::string("expected ") + expected);
    for (const auto& item : node) {
      if (!item.IsScalar()) return errorAt(file_, item.Mark(), std::string("expected ") + expected);
      if (auto why = texts(item, {}, accesses)) return why;
    }
    return std::nullopt;
  }

 private:
  static constexpr const char* expected =
      "elements behind parameters such as x[0:n], or a list of them; numbers count parameters from 0";

  std::optional<Failure> texts(const YAML::Node& scalar, const std::vector<LibraryCondition>& conditions,
                               std::vector<LibraryAccess>& accesses) {
    const auto parsed = parseRanges(scalar.Scalar(), names_);
    if (const auto* mistake = std::get_if<RangeMistake>(&parsed)) {
      YAML::Mark at = scalar.Mark();
      at.column += static_cast<int>(mistake->at) + (isQuoted(scalar) ? 1 : 0);
      return errorAt(file_, at, mistake->message);
    }
    for (LibraryAccess access : std::get<std::vector<LibraryAccess>>(parsed)) {
      if (count_ && access.parameter >= *count_)
        return errorAt(file_, scalar.Mark(), "there is no parameter " + std::to_string(access.parameter));
      access.conditions = conditions;
      accesses.push_back(std::move(access));
    }
    return std::nullopt;
  }

  /// One access for each list of conditions.
  std::optional<Failure> cases(const YAML::Node& key, const YAML::Node& when, std::vector<LibraryAccess>& accesses) {
    if (when.IsSequence() && when.size() > 0) {
      for (const auto& one : when)
        if (auto why = cases(key, one, accesses)) return why;
      return std::nullopt;
    }
    std::vector<LibraryCondition> conditions;
    const auto entry = [&](const YAML::Node& parameter, const YAML::Node& value) {
      return condition(parameter, value, conditions);
    };
    if (auto why = eachEntry(file_, when, "the parameter of a condition such as {order: 101}", entry)) return why;
    return texts(key, conditions, accesses);
  }

  std::optional<Failure> condition(const YAML::Node& parameter, const YAML::Node& value,
                                   std::vector<LibraryCondition>& conditions) {
    const auto found = std::find(names_.begin(), names_.end(), parameter.Scalar());
    if (found == names_.end())
      return errorAt(file_, parameter.Mark(), "'" + parameter.Scalar() + "' is none of the parameters");
    LibraryCondition condition{LibraryCondition::OneOf, static_cast<int>(found - names_.begin())};
    if (value.IsScalar() && value.Scalar() == "natural") {
      condition.kind = LibraryCondition::Natural;
    } else if (value.IsScalar() && value.Scalar() == "negative") {
      condition.kind = LibraryCondition::Negative;
    } else if (value.IsSequence() && value.size() > 0) {
      for (const auto& one : value)
        if (auto why = number(one, condition)) return why;
    } else if (auto why = number(value, condition)) {
      return why;
    }
    conditions.push_back(std::move(condition));
    return std::nullopt;
  }

  /// A whole number, or the letter of which it is the code.
  std::optional<Failure> number(const YAML::Node& value, LibraryCondition& condition) {
    const std::string text = value.IsScalar() ? value.Scalar() : "";
    std::int64_t whole = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), whole);
    if (text.size() == 1 && isWordStart(text.front()))
      whole = text.front();
    else if (text.empty() || error != std::errc() || end != text.data() + text.size())
      return errorAt(file_, value.Mark(), "expected a whole number, a letter, a list of these, natural or negative");
    condition.values.push_back(whole);
    return std::nullopt;
  }

  /// Which of two descriptions counts would be a riddle.
  std::optional<Failure> mixed(const YAML::Node& node, const std::vector<LibraryAccess>& accesses) const {
    for (const LibraryAccess& one : accesses)
      for (const LibraryAccess& other : accesses)
        if (one.parameter == other.parameter && one.conditions.empty() && !other.conditions.empty())
          return errorAt(file_, node.Mark(),
                         "'" + names_[static_cast<std::size_t>(one.parameter)] +
                             "' has elements with conditions and others without");
    return std::nullopt;
  }

  const YamlFile& file_;
  const std::vector<std::string>& names_;
  const std::optional<int> count_;
};

}  // namespace

std::optional<Failure> readAccesses(const YamlFile& file, const YAML::Node& node, const std::vector<std::string>& names,
                                    std::optional<int> count, std::vector<LibraryAccess>& accesses) {
  return Touched(file, names, count).read(node, accesses);
}

}  // namespace clustrix::compiler

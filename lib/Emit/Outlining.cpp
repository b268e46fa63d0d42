#include "Emit/Outlining.h"

#include "Emit/Declared.h"
#include "Emit/LaunchNames.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

bool isName(const std::string& expression) {
  const std::vector<std::string> names = identifiers(expression);
  return names.size() == 1 && names.front() == expression && expression != "this";
}

/// By its spelling. A number of a type with another name is not copied, which costs time at most.
bool isNumber(const std::string& type) {
  static const std::set<std::string> words{"bool",   "char",     "short", "int",   "long",
                                           "signed", "unsigned", "float", "double"};
  const std::vector<std::string> its = identifiers(type);
  return !its.empty() && std::all_of(its.begin(), its.end(), [](const auto& word) { return words.count(word) > 0; }) &&
         type.find_first_of("*&[(<") == std::string::npos;
}

/// The pointer that an array is reached by, or "": `a` of `a` and of `reinterpret_cast<double*>(a)`. An array that is
/// named itself is `&a[0]`.
std::string pointerOf(const LoopModel& model, const Capture& capture) {
  if (capture.kind != Capture::Pointer || !isName(capture.expression)) return "";
  const std::string& base = model.arrays[static_cast<std::size_t>(capture.array.value)].base;
  const bool cast = base.rfind("reinterpret_cast<", 0) == 0 && base.ends_with("(" + capture.expression + ")");
  return base == capture.expression || cast ? capture.expression : "";
}

/// What stands in front of the loop, from the function's head on.
std::string_view textBefore(const LaunchSource& source) {
  const std::size_t begin = std::min(source.function.kernelsAt, source.site.begin);
  return std::string_view(source.unit.text).substr(begin, source.site.begin - begin);
}

/// Names of variables that hold a number or a pointer, in the order in which the model mentions them. Where the lambda
/// has the nest's own text too, a number that it copies must not be a constant, which may size an array there.
std::vector<std::string> plainVariables(const LaunchSource& source, bool withNest) {
  const LoopModel& model = source.model();
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (isName(name) && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  const auto addNumber = [&](const std::string& name) {
    if (!withNest || declaresVariable(textBefore(source), name)) add(name);
  };
  for (const Capture& capture : model.captures) {
    add(pointerOf(model, capture));
    if (capture.kind == Capture::Value && isNumber(capture.type)) addNumber(capture.expression);
  }
  for (const Symbol& symbol : model.symbols)
    if (symbol.kind == SymbolKind::Parameter) addNumber(symbol.expression);
  return names;
}

/// Words beside which a text has an assignment or a step: `q` of `q += m`, `++q` and `q--`, and others that look so.
void reserveChanged(std::string_view text, Names& kept) {
  const auto changes = [](std::string_view sign) {
    if (sign.starts_with("++") || sign.starts_with("--")) return true;
    for (const char* const other : {"<<=", ">>=", "and_eq", "or_eq", "xor_eq"})
      if (sign.starts_with(other)) return true;
    if (sign.size() > 1 && sign[1] == '=' && std::string_view("+-*/%&|^").find(sign[0]) != std::string_view::npos)
      return true;
    return sign.starts_with("=") && !sign.starts_with("==");
  };
  for (std::size_t at = 0; at < text.size();) {
    if (!isWord(text[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && isWord(text[at])) ++at;
    const std::size_t behind = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
    const std::size_t before = begin == 0 ? std::string_view::npos : text.find_last_not_of(" \t\r\n", begin - 1);
    const bool stepped = before != std::string_view::npos && before > 0 && text[before] == text[before - 1] &&
                         (text[before] == '+' || text[before] == '-');
    if (stepped || changes(text.substr(behind))) kept.reserve(text.substr(begin, at - begin));
  }
}

/// Names of which the text means the variable itself, or a constant: it is assigned, its address is compared or said,
/// or a type depends on it.
Names keptNames(std::span<const LaunchLevel> levels) {
  Names kept;
  for (const LaunchLevel& level : levels) {
    const LoopModel& model = level.source.model();
    kept.reserve(model.finalVariable);
    for (const NestedLoop& loop : model.loops) kept.reserve(loop.variable);
    for (const ScalarState& scalar : model.scalars) kept.reserve(scalar.expression);
    for (const Guard& guard : level.source.launch.legality.guards) {
      if (const auto* one = std::get_if<ScalarDisjointGuard>(&guard)) kept.reserve(one->expression);
      if (const auto* two = std::get_if<ScalarsDisjointGuard>(&guard)) kept.reserve(two->first + " " + two->second);
      if (const auto* many = std::get_if<AllDisjointGuard>(&guard)) {
        for (const std::string& expression : many->written) kept.reserve(expression);
        for (const std::string& expression : many->read) kept.reserve(expression);
      }
    }
    for (const std::string& place : level.source.launch.before.reads) kept.reserve(place);
    for (const std::string& place : level.source.launch.before.writes) kept.reserve(place);
    for (const Member& member : level.shape.members) kept.reserve(member.type);
    kept.reserve(level.source.function.templateHead);
    kept.reserve(level.source.function.templateArguments);
    kept.reserve(level.source.site.declared);
    // The lambda has the nest's own text, heads and all, where the loop inside is a launch of its own.
    const LoopSite& site = level.source.site;
    if (levels.size() > 1)
      reserveChanged(std::string_view(level.source.unit.text).substr(site.begin, site.end - site.begin), kept);
  }
  return kept;
}

/// No lambda of C++17 can have a structured binding by reference. Whatever looks like one is taken for one.
Names structuredBindings(const LaunchSource& source) {
  const std::string_view text = textBefore(source);
  Names names;
  for (std::size_t at = text.find("auto"); at != std::string_view::npos; at = text.find("auto", at + 1)) {
    const std::size_t open = text.find_first_not_of(" \t\r\n&", at + 4);
    if (open == std::string_view::npos || (text[open] != '[' && text.substr(open, 2) != "<:")) continue;
    names.reserve(text.substr(open, text.find(text[open] == '[' ? "]" : ":>", open) - open));
  }
  return names;
}

bool namesAny(const std::string& expression, const Names& names) {
  const std::vector<std::string> named = identifiers(expression);
  return std::any_of(named.begin(), named.end(), [&](const auto& name) { return !names.isFree(name); });
}

/// `sizeof(a)`: of an array of variable length, which compilers do not let a lambda have.
bool hasVariableSize(const LoopModel& model) {
  const auto says = [](const std::string& text) { return text.find("sizeof") != std::string::npos; };
  return std::any_of(model.arrays.begin(), model.arrays.end(),
                     [&](const auto& array) { return array.extent && says(*array.extent); }) ||
         std::any_of(model.symbols.begin(), model.symbols.end(),
                     [&](const auto& symbol) { return says(symbol.expression); });
}

}  // namespace

bool canBeOutlined(std::span<const LaunchLevel> levels) {
  const LaunchSource& source = levels.front().source;
  // What is launched only where there is an iteration, and the room for new elements, are used behind the loop.
  if (source.model().needsIteration || !source.model().appends.empty()) return false;
  const Names bindings = structuredBindings(source);
  return std::none_of(levels.begin(), levels.end(), [&](const LaunchLevel& level) {
    if (hasVariableSize(level.source.model())) return true;
    const std::vector<std::string> expressions = expressionsOf(level.source);
    return std::any_of(expressions.begin(), expressions.end(),
                       [&](const auto& one) { return namesAny(one, bindings); });
  });
}

std::string capturesOf(std::span<const LaunchLevel> levels, const std::string& text) {
  const Names kept = keptNames(levels);
  std::string captures = "&";
  for (const std::string& name : plainVariables(levels.front().source, levels.size() > 1))
    if (kept.isFree(name) && mentions(text, name)) captures += ", " + name + " = " + name;
  return captures;
}

}  // namespace clustrix::compiler

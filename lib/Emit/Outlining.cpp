#include "Emit/Outlining.h"

#include "Emit/LaunchNames.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

bool isName(const std::string& expression) {
  const std::vector<std::string> names = identifiers(expression);
  return names.size() == 1 && names.front() == expression && expression != "this";
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
    if (!withNest || source.site.inFront.variables.contains(name)) add(name);
  };
  for (const Capture& capture : model.kernel.captures) {
    if (capture.isVariable) add(capture.expression);
    if (capture.kind == Capture::Value && capture.number) addNumber(capture.expression);
  }
  for (const Symbol& symbol : model.symbols)
    if (symbol.kind == SymbolKind::Parameter) addNumber(symbol.expression);
  return names;
}

/// Names of which the text means the variable itself, or a constant: it is assigned, its address is compared or said,
/// or a type depends on it.
Names keptNames(std::span<const LaunchLevel> levels) {
  Names kept;
  for (const LaunchLevel& level : levels) {
    const LoopModel& model = level.source.model();
    kept.reserve(model.kernel.finalVariable);
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
    for (const std::string& place : level.source.launch.before.frees) kept.reserve(place);
    for (const Member& member : level.shape.members) kept.reserve(member.type);
    kept.reserve(level.source.function.templateParameters);
    kept.reserve(level.source.function.templateArguments);
    kept.reserve(level.source.site.declared);
    // The lambda has the nest's own text, heads and all, where the loop inside is a launch of its own.
    if (levels.size() == 1) continue;
    for (const std::string& name : level.source.site.changed) kept.reserve(name);
  }
  return kept;
}

bool namesAny(const std::string& expression, const std::set<std::string>& names) {
  const std::vector<std::string> named = identifiers(expression);
  return std::any_of(named.begin(), named.end(), [&](const auto& name) { return names.contains(name); });
}

/// Of an array of variable length, which compilers do not let a lambda have.
bool hasVariableSize(const LoopModel& model) {
  return std::any_of(model.arrays.begin(), model.arrays.end(), [](const auto& array) { return array.asksSize; }) ||
         std::any_of(model.symbols.begin(), model.symbols.end(), [](const auto& symbol) { return symbol.asksSize; });
}

}  // namespace

bool canBeOutlined(std::span<const LaunchLevel> levels) {
  const LaunchSource& source = levels.front().source;
  // What is launched only where there is an iteration, the room for new elements, and what iterations combine into are
  // used behind the loop.
  if (source.model().kernel.needsIteration || !source.model().appends.empty() ||
      !source.model().objectReductions.empty())
    return false;
  return std::none_of(levels.begin(), levels.end(), [&](const LaunchLevel& level) {
    if (hasVariableSize(level.source.model())) return true;
    const std::vector<std::string> expressions = expressionsOf(level.source);
    return std::any_of(expressions.begin(), expressions.end(),
                       [&](const auto& one) { return namesAny(one, source.site.inFront.bindings); });
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

#include "Plan/Words.h"

#include "Model/SourceNames.h"
#include "Plan/Decimal.h"

namespace clustrix::compiler {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

std::string arrayName(const LoopModel& model, ArrayId id) {
  return sourceName(model.arrays[static_cast<std::size_t>(id.value)]);
}

std::string conjunctionWords(const std::vector<Comparison>& row, const LoopModel& model) {
  std::string text;
  for (const Comparison& comparison : row)
    text +=
        (text.empty() ? "" : " and ") + SourceNames(model)(comparison.value) + (comparison.equal ? " == 0" : " >= 0");
  return text.empty() ? "always" : text;
}

std::string parameterWords(const ParameterGuard& guard, const LoopModel& model) {
  std::string text;
  for (const auto& row : guard.anyOf) text += (text.empty() ? "" : ", or ") + conjunctionWords(row, model);
  if (text.empty()) text = "never";
  return guard.why.empty() ? text : guard.why + " (" + text + ")";
}

std::string remainderWords(const DivisibleGuard& guard, const LoopModel& model) {
  const SourceNames text(model);
  return text(guard.value) + " is a multiple of " + text(guard.divisor);
}

}  // namespace

const char* word(Mapped mapped) {
  switch (mapped) {
    case Mapped::Devices:
      return "devices";
    case Mapped::Cpu:
      return "cpu";
    case Mapped::Threads:
      return "threads";
    case Mapped::Sequential:
      return "sequential";
    case Mapped::Host:
      break;
  }
  return "host";
}

std::string symbolWord(const LoopModel& model, SymbolId id) {
  for (std::size_t l = 0; l < model.loops.size(); ++l) {
    const NestedLoop& loop = model.loops[l];
    if (loop.counter != id) continue;
    const bool isVariable = !loop.variable.empty() && loop.value && *loop.value == Polynomial::symbol(id);
    return isVariable ? loop.variable : "k" + std::to_string(l);
  }
  const auto index = static_cast<std::size_t>(id.value);
  return id.value >= 0 && index < model.symbols.size() ? model.symbols[index].name : "?";
}

std::function<std::string(SymbolId)> symbolWords(const LoopModel& model) {
  return [&model](SymbolId id) { return symbolWord(model, id); };
}

std::string tripWords(const TripCount& trip, const std::function<std::string(const Polynomial&)>& spell) {
  const std::string distance = spell(trip.distance);
  if (trip.stride == Polynomial(1)) return distance;
  const std::string stride = spell(trip.stride);
  return "ceil((" + distance + ")/" + (trip.stride.terms().size() > 1 ? "(" + stride + ")" : stride) + ")";
}

std::string scalarWord(const LoopModel& model, const std::string& expression) {
  for (const ScalarState& scalar : model.scalars)
    if (scalar.expression == expression) return scalar.name;
  for (const MemoryScalar& scalar : model.memoryScalars)
    if (scalar.expression == expression) return scalar.name;
  return expression;
}

std::string guardWords(const Guard& guard, const LoopModel& model) {
  return std::visit(
      Overloaded{
          [&](const ParameterGuard& g) { return parameterWords(g, model); },
          [&](const DivisibleGuard& g) { return remainderWords(g, model); },
          [&](const DisjointGuard& g) {
            if (g.written == g.other) return "the rows of " + arrayName(model, g.written) + " don't overlap";
            return arrayName(model, g.written) + " and " + arrayName(model, g.other) +
                   (g.sameAllowed ? " are the same or don't overlap" : " don't overlap");
          },
          [&](const ScalarDisjointGuard& g) {
            return "the elements of " + arrayName(model, g.array) + " and the variable " +
                   scalarWord(model, g.expression) + " don't overlap";
          },
          [&](const ScalarsDisjointGuard& g) {
            return scalarWord(model, g.first) + " and " + scalarWord(model, g.second) + " are different objects";
          },
          [&](const AllDisjointGuard& g) {
            std::vector<std::string> names;
            for (const ArrayId array : g.arrays) names.push_back(arrayName(model, array));
            for (const ArrayId array : g.own) names.push_back(arrayName(model, array));
            for (const std::string& expression : g.written) names.push_back(scalarWord(model, expression));
            for (const std::string& expression : g.read) names.push_back(scalarWord(model, expression));
            std::string text;
            for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
            return "what is written of " + text + " overlaps nothing else of them";
          },
          [&](const ApartGuard& g) {
            return "no two iterations touch the same element of " + arrayName(model, g.array) + " (inspected)";
          },
          [&](const DistinctGuard& g) { return arrayName(model, g.list.array) + " has no number twice (inspected)"; },
          [&](const RangeGuard& g) {
            const std::string value = SourceNames(model)(g.value);
            if (g.min <= INT64_MIN && g.max > INT64_MAX) return value + " stays below " + decimal(g.max + 1);
            return value + " stays within " + decimal(g.min) + " .. " + decimal(g.max);
          },
      },
      guard);
}

std::string operatorWord(const Reduction& reduction) {
  return reduction.declared ? reduction.declared->word : word(reduction.op);
}

std::string reductionWord(const Reduction& reduction, const LoopModel& model) {
  if (reduction.scalar >= 0) return model.scalars[static_cast<std::size_t>(reduction.scalar)].name;
  const std::string array = arrayName(model, reduction.array);
  if (reduction.ofArray || !reduction.index) return array + "[]";
  return array + "[" + SourceNames(model)(*reduction.index) + "]";
}

}  // namespace clustrix::compiler

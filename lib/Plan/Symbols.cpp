#include "Plan/Symbols.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

bool isCounterOf(const NestedLoop& loop, const Polynomial& value) { return value.mentions(loop.counter); }

bool isHostSymbol(const LoopModel& model, SymbolId id) {
  if (id.value < 0 || static_cast<std::size_t>(id.value) >= model.symbols.size()) return false;
  const Symbol& symbol = model.symbols[static_cast<std::size_t>(id.value)];
  if (symbol.kind == SymbolKind::Parameter) return !symbol.expression.empty();
  // A counter that belongs to no loop of the nest has no value here.
  return symbol.kind == SymbolKind::Counter &&
         std::any_of(model.loops.begin(), model.loops.end(), [id](const NestedLoop& l) { return l.counter == id; });
}

}  // namespace

std::vector<int> countersIn(const LoopModel& model, const Polynomial& value) {
  std::vector<int> loops;
  for (std::size_t l = 0; l < model.loops.size(); ++l)
    if (isCounterOf(model.loops[l], value)) loops.push_back(static_cast<int>(l));
  return loops;
}

std::vector<int> countersIn(const LoopModel& model, const TripCount& trip) {
  std::vector<int> loops;
  for (std::size_t l = 0; l < model.loops.size(); ++l)
    if (isCounterOf(model.loops[l], trip.distance) || isCounterOf(model.loops[l], trip.stride))
      loops.push_back(static_cast<int>(l));
  return loops;
}

bool isKnownOutside(const LoopModel& model, const Polynomial& value) {
  return !value.mentionsAny([&](SymbolId id) { return !isHostSymbol(model, id); });
}

bool isKnownOutside(const LoopModel& model, const TripCount& trip) {
  return isKnownOutside(model, trip.distance) && isKnownOutside(model, trip.stride);
}

bool isParametric(const LoopModel& model, const Polynomial& value) {
  return isKnownOutside(model, value) && countersIn(model, value).empty();
}

}  // namespace clustrix::compiler

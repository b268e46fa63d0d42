#include "Plan/Symbols.h"

#include <algorithm>
#include <optional>
#include <set>

namespace clustrix::compiler {
namespace {

/// Symbols of other kinds are no counters; what stands for the chunk's ends is no symbol of the model's.
bool mayCount(const LoopModel& model, SymbolId id) {
  const auto at = static_cast<std::size_t>(id.value);
  return id.value >= 0 && at < model.symbols.size() && model.symbols[at].kind == SymbolKind::Counter;
}

/// The loop that counts with the symbol. They come in the order of their counters, but for those of remainders.
std::optional<int> loopOf(const LoopModel& model, SymbolId id) {
  const auto counts = [id](const NestedLoop& loop) { return loop.counter == id; };
  auto found = std::partition_point(model.loops.begin(), model.loops.end(),
                                    [id](const NestedLoop& loop) { return loop.counter < id; });
  if (found == model.loops.end() || !counts(*found))
    found = std::find_if(model.loops.begin(), model.loops.end(), counts);
  return found == model.loops.end() ? std::nullopt : std::optional(static_cast<int>(found - model.loops.begin()));
}

std::vector<int> loopsOf(const LoopModel& model, const std::vector<SymbolId>& symbols) {
  std::set<int> loops;
  for (const SymbolId id : symbols)
    if (mayCount(model, id))
      if (const auto loop = loopOf(model, id)) loops.insert(*loop);
  return {loops.begin(), loops.end()};
}

bool isHostSymbol(const LoopModel& model, SymbolId id) {
  if (id.value < 0 || static_cast<std::size_t>(id.value) >= model.symbols.size()) return false;
  const Symbol& symbol = model.symbols[static_cast<std::size_t>(id.value)];
  if (symbol.kind == SymbolKind::Parameter) return !symbol.expression.empty();
  // A counter that belongs to no loop of the nest has no value here.
  return symbol.kind == SymbolKind::Counter && loopOf(model, id);
}

}  // namespace

std::vector<int> countersIn(const LoopModel& model, const Polynomial& value) { return loopsOf(model, value.symbols()); }

std::vector<int> countersIn(const LoopModel& model, const TripCount& trip) {
  std::vector<SymbolId> symbols = trip.distance.symbols();
  const std::vector<SymbolId> ofStride = trip.stride.symbols();
  symbols.insert(symbols.end(), ofStride.begin(), ofStride.end());
  return loopsOf(model, symbols);
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

bool isPitch(const LoopModel& model, SymbolId id) {
  return !model.symbols[static_cast<std::size_t>(id.value)].pitchOf.empty();
}

}  // namespace clustrix::compiler

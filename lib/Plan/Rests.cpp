#include "Plan/Rests.h"

#include "Plan/Symbols.h"

namespace clustrix::compiler {

std::optional<Rest> restOf(const LoopModel& model, const NestedLoop& loop) {
  if (!loop.variable.empty() || !loop.trip) return std::nullopt;
  for (const Polynomial& constraint : loop.constraints) {
    const auto own = constraint.coefficientOf(loop.counter);
    if (!own || own->constant() != -1) continue;
    // dividend - divisor * quotient - counter >= 0, and the other way round
    const Polynomial exact = constraint.without(loop.counter);
    for (const SymbolId id : exact.symbols()) {
      const auto& division = model.symbols[static_cast<std::size_t>(id.value)].division;
      if (!division || division->divisor < 1 || loop.trip->distance.constant() != division->divisor) continue;
      const auto product = multiply(Polynomial::symbol(id), Polynomial(division->divisor));
      if (product && subtract(division->dividend, *product) == exact)
        return Rest{loop.counter, division->dividend, division->divisor, division->floor};
    }
  }
  return std::nullopt;
}

std::vector<Rest> restsIn(const LoopModel& model, const Polynomial& value) {
  std::vector<Rest> rests;
  for (const int loop : countersIn(model, value))
    if (auto rest = restOf(model, model.loops[static_cast<std::size_t>(loop)])) rests.push_back(*std::move(rest));
  return rests;
}

}  // namespace clustrix::compiler

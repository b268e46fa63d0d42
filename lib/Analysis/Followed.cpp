#include "Analysis/Followed.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

const Symbol& symbolAt(const LoopModel& model, SymbolId id) {
  return model.symbols[static_cast<std::size_t>(id.value)];
}

/// What the symbol's value is computed from: the position in a list, or what is divided; null where it is neither.
const Polynomial* operandOf(const Symbol& symbol) {
  if (symbol.listed) return &symbol.listed->position;
  return symbol.kind == SymbolKind::Quotient && symbol.division ? &symbol.division->dividend : nullptr;
}

/// Each condition of the loop that keeps its counter below something, `end - 2 * k >= 0`, or above.
FollowedLoop boundsOf(const LoopModel& model, int loop, const std::vector<FollowedLoop>& around) {
  FollowedLoop result{loop, {}, {}};
  if (loop == 0) return result;
  const NestedLoop& nested = model.loops[static_cast<std::size_t>(loop)];
  for (const Polynomial& constraint : nested.constraints) {
    const auto coefficient = constraint.coefficientOf(nested.counter);
    const auto factor = coefficient ? coefficient->constant() : std::nullopt;
    if (!factor || *factor == 0 || *factor > INT32_MAX || *factor < -INT32_MAX) continue;
    const Polynomial rest = constraint.without(nested.counter);
    if (!isFollowed(model, rest, around)) continue;
    const auto below = subtract(Polynomial(0), rest);
    if (*factor < 0)
      result.last.push_back({rest, -*factor});
    else if (!rest.isZero() && below)
      result.first.push_back({*below, *factor});
  }
  return result;
}

}  // namespace

bool dependsOnCounter(const LoopModel& model, const Polynomial& value, SymbolId counter) {
  const std::vector<SymbolId> symbols = value.symbols();
  return std::any_of(symbols.begin(), symbols.end(), [&](SymbolId id) {
    const Polynomial* const operand = operandOf(symbolAt(model, id));
    return id == counter || (operand && dependsOnCounter(model, *operand, counter));
  });
}

bool isFollowed(const LoopModel& model, const Polynomial& value, const std::vector<FollowedLoop>& loops) {
  const std::vector<SymbolId> symbols = value.symbols();
  return std::all_of(symbols.begin(), symbols.end(), [&](SymbolId id) {
    const Symbol& symbol = symbolAt(model, id);
    if (const Polynomial* const operand = operandOf(symbol)) return isFollowed(model, *operand, loops);
    if (symbol.kind == SymbolKind::Parameter) return !symbol.expression.empty() && symbol.pitchOf.empty();
    return symbol.kind == SymbolKind::Counter && std::any_of(loops.begin(), loops.end(), [&](const FollowedLoop& one) {
             return model.loops[static_cast<std::size_t>(one.loop)].counter == id;
           });
  });
}

std::optional<std::vector<FollowedLoop>> followedLoops(const LoopModel& model, const Access& access) {
  if (!access.index || access.packedBy >= 0) return std::nullopt;
  std::vector<FollowedLoop> known;
  for (const int loop : access.loops) {
    FollowedLoop bounded = boundsOf(model, loop, known);
    if (loop == 0 || !bounded.last.empty()) known.push_back(std::move(bounded));
  }
  if (known.empty() || !isFollowed(model, *access.index, known)) return std::nullopt;
  // From the inside out: a loop along which nothing changes is gone through once.
  std::vector<Polynomial> needed = {*access.index};
  std::vector<FollowedLoop> loops;
  for (auto one = known.rbegin(); one != known.rend(); ++one) {
    const SymbolId counter = model.loops[static_cast<std::size_t>(one->loop)].counter;
    const bool changes = std::any_of(needed.begin(), needed.end(),
                                     [&](const Polynomial& value) { return dependsOnCounter(model, value, counter); });
    if (!changes) continue;
    for (const auto* bounds : {&one->first, &one->last})
      for (const ReachBound& bound : *bounds) needed.push_back(bound.value);
    loops.insert(loops.begin(), *one);
  }
  return loops;
}

std::set<SymbolId> listedBehind(const LoopModel& model, const Polynomial& value) {
  std::set<SymbolId> found;
  for (const SymbolId id : value.symbols()) {
    const Symbol& symbol = symbolAt(model, id);
    if (symbol.listed) found.insert(id);
    if (const Polynomial* const operand = operandOf(symbol)) found.merge(listedBehind(model, *operand));
  }
  return found;
}

}  // namespace clustrix::compiler

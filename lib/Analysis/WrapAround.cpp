// Obligations: polynomials stand for C++ integers only where no integer wraps.
#include "Analysis/Conditions.h"
#include "Analysis/Stages.h"
#include "Analysis/System.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

/// `value - bound` and `bound - value`, the bound as near as a 64-bit number comes: what is asked for is rather too
/// much.
std::optional<Polynomial> above(const Polynomial& value, Int128 bound) {
  if (bound > INT64_MAX) return std::nullopt;
  return subtract(value, Polynomial(static_cast<std::int64_t>(std::max<Int128>(bound, INT64_MIN))));
}
std::optional<Polynomial> below(const Polynomial& value, Int128 bound) {
  if (bound < INT64_MIN) return std::nullopt;
  return subtract(Polynomial(static_cast<std::int64_t>(std::min<Int128>(bound, INT64_MAX))), value);
}

/// The parameters for which the value leaves its type; null when unknown.
isl::Set wraps(const Facts& facts, const Domain& domain, const Obligation& duty) {
  const Interval range = evaluate(duty.value, domain.ranges);
  isl::Set bad = emptyParameters(facts);
  const auto include = [&](const std::optional<Polynomial>& room) {
    bad = room ? isl::Set(isl_set_union(bad.take(), violation(facts, domain, *room).take())) : isl::Set();
  };
  if (range.min < duty.min) include(above(duty.value, duty.min));
  if (bad && range.max > duty.max) include(below(duty.value, duty.max));
  return bad;
}

/// Whether interval arithmetic can bound `value` at run time: over parameters, and counters whose loops have trip
/// counts that it can bound in turn. Collects those loops.
bool boundable(const Facts& facts, const Polynomial& value, std::vector<int>& loops) {
  const auto& nest = facts.model.loops;
  for (const SymbolId id : value.symbols()) {
    if (facts.isParameter(id)) continue;
    const auto counts = [&](const NestedLoop& loop) { return loop.counter == id; };
    const auto owner = std::find_if(nest.begin(), nest.end(), counts);
    if (owner == nest.end() || !owner->trip) return false;
    const int index = static_cast<int>(owner - nest.begin());
    if (std::find(loops.begin(), loops.end(), index) != loops.end()) continue;
    // A trip count is over outer counters: the recursion ends at the outermost loop.
    if (owner->trip->distance.mentions(id) || owner->trip->stride.mentions(id)) return false;
    loops.push_back(index);
    if (!boundable(facts, owner->trip->distance, loops) || !boundable(facts, owner->trip->stride, loops)) return false;
  }
  return true;
}

/// Of the loop's header: where it fails the number of iterations is not what the polynomials say, so that a run with
/// few of them is no excuse.
///
///     for (unsigned char i = n; --i > m;)     n == 0: not no iteration, but 255 - m
void checkHeader(Facts& facts, Legality& legality, const Obligation& duty, const Interval& range) {
  std::vector<Comparison> row;
  const auto need = [&](const std::optional<Polynomial>& room) {
    if (room) row.push_back({*room, false});
    return room.has_value();
  };
  const bool lowKnown = range.min >= duty.min || need(above(duty.value, duty.min));
  const bool highKnown = range.max <= duty.max || need(below(duty.value, duty.max));
  if (!lowKnown || !highKnown || range.max < duty.min || range.min > duty.max)
    legality.reasons.push_back({"wrap-around", "`" + facts.text(duty.value) + "` may wrap around",
                                "use a signed type that is wide enough, such as long", duty.at, std::nullopt});
  else
    addGuard(facts, legality, ParameterGuard{{row}, "`" + facts.text(duty.value) + "` does not wrap around"});
}

void checkObligation(Facts& facts, Legality& legality, const Obligation& duty) {
  if (duty.loops.empty() && facts.overParameters(duty.value)) {
    const Domain domain = domainOf(facts, duty.loops, duty.conditions);
    const Interval range = evaluate(duty.value, domain.ranges);
    if (domain.empty || (range.min >= duty.min && range.max <= duty.max)) return;
    if (isEmpty(wraps(facts, domain, duty)) != isl::Answer::Yes) checkHeader(facts, legality, duty, range);
    return;
  }
  if (keepsTo(facts, legality, duty, "`" + facts.text(duty.value) + "` does not wrap around")) return;
  legality.reasons.push_back({"wrap-around", "`" + facts.text(duty.value) + "` may wrap around",
                              "use a signed type that is wide enough, such as long", duty.at, std::nullopt});
}

}  // namespace

bool keepsTo(Facts& facts, Legality& legality, const Obligation& duty, const std::string& why) {
  const Domain domain = domainOf(facts, duty.loops, duty.conditions);
  const Interval range = evaluate(duty.value, domain.ranges);
  if (domain.empty || (range.min >= duty.min && range.max <= duty.max)) return true;
  // An inner loop may be short: of a halo, `a[1 - k]` with k < 2.
  Condition condition = avoid(facts, wraps(facts, domain, duty), kWorthwhile, {}, 1);
  if (condition.outcome == Condition::Always) return true;
  if (condition.outcome == Condition::Sometimes) {
    condition.guard.why = why;
    addGuard(facts, legality, condition.guard);
    return true;
  }
  std::vector<int> loops;
  if (condition.outcome != Condition::TooComplex || !boundable(facts, duty.value, loops)) return false;
  std::sort(loops.begin(), loops.end());
  // Intervals know nothing of the tests around an expression: `if (i > 0) s += a[(i - 1) * n + j];`
  const auto room = above(duty.value, duty.min);
  const Int128 least = room && holds(facts, domain, *room) ? std::min<Int128>(duty.min, INT64_MIN) : duty.min;
  addGuard(facts, legality, RangeGuard{duty.value, least, duty.max, loops});
  return true;
}

void checkWrapAround(Facts& facts, Legality& legality) {
  for (const Obligation& duty : facts.model.obligations) checkObligation(facts, legality, duty);
}

}  // namespace clustrix::compiler

// What the loop's header needs to be counted: a positive stride, a distance that the stride divides, ... And what calls
// of libraries need for their footprints.
#include "Analysis/Conditions.h"
#include "Analysis/Stages.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

void addReason(Legality& legality, const Requirement& need, const char* code, const std::string& message) {
  legality.reasons.push_back({code, message, "", need.at, std::nullopt});
}

void checkNonNegative(Facts& facts, Legality& legality, const Requirement& need) {
  const Interval range = evaluate(need.value, facts.ranges);
  if (range.max < 0 && need.what.empty())
    return addReason(legality, need, "loop.impossible",
                     "the loop's header cannot be counted: it needs " + facts.text(need.value) + " >= 0");
  if (range.min < 0)
    addGuard(
        facts, legality,
        ParameterGuard{{{{need.value, false}}}, need.what.empty() ? "the loop's header can be counted" : need.what});
}

bool dividesAll(const Polynomial& value, std::int64_t divisor) {
  return std::all_of(value.terms().begin(), value.terms().end(),
                     [&](const auto& term) { return term.second % divisor == 0; });
}

void checkDivisible(Facts& facts, Legality& legality, const Requirement& need) {
  const auto divisor = need.divisor.constant();
  if (divisor && (*divisor == 1 || *divisor == -1)) return;
  if (divisor && *divisor != 0 && dividesAll(need.value, *divisor)) return;
  const bool never = divisor && (*divisor == 0 || need.value.constant());
  if (never)
    return addReason(legality, need, "loop.impossible",
                     "the loop's header cannot be counted: it needs " + facts.text(need.value) +
                         " to be a multiple of " + facts.text(need.divisor));
  addGuard(facts, legality, DivisibleGuard{need.value, need.divisor});
}

}  // namespace

void checkRequirements(Facts& facts, Legality& legality) {
  for (const Requirement& need : facts.model.requirements) {
    if (!facts.overParameters(need.value) || !facts.overParameters(need.divisor))
      addReason(legality, need, "loop.uncounted", "the number of iterations is not known before the loop starts");
    else if (need.kind == Requirement::NonNegative)
      checkNonNegative(facts, legality, need);
    else
      checkDivisible(facts, legality, need);
  }
}

}  // namespace clustrix::compiler

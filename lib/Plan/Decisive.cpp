#include "Plan/Decisive.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace clustrix::compiler {
namespace {

/// What is named in none of the two comes between them.
constexpr std::array decisive = std::to_array<std::string_view>({
    "serial.requested",  "plan.options",     "template.disagrees", "template.not-instantiated",
    "header.symbol",     "analysis.budget",  "analysis.too-deep",  "dependence.flow",
    "dependence.scalar", "scalar.operator",  "dependence.output",  "dependence.anti",
    "effect.io",         "effect.exception", "effect.allocation",  "effect.static-local",
    "effect.atomic",     "effect.volatile",  "effect.asm",         "effect.goto",
    "effect.return",     "effect.break",
});
/// What is known of memory and numbers is less where something else is in the way.
constexpr std::array following = std::to_array<std::string_view>({
    "loop.impossible",
    "loop.bound-changes",
    "loop.variable-written",
    "loop.uncounted",
    "search.speculation",
    "search.bounds",
    "effect.pointer-cast",
    "effect.pointer-unknown",
    "effect.iterator",
    "dependence.guard-too-complex",
    "dependence.unknown",
    "wrap-around",
});

template <std::size_t N>
std::size_t placeIn(const std::array<std::string_view, N>& ids, std::string_view id) {
  return static_cast<std::size_t>(std::find(ids.begin(), ids.end(), id) - ids.begin());
}

std::size_t weight(const Reason& reason) {
  const std::size_t place = placeIn(decisive, reason.code);
  if (place < decisive.size()) return place;
  const std::size_t late = placeIn(following, reason.code);
  return decisive.size() + (late == following.size() ? 0 : 1 + late);
}

}  // namespace

std::vector<Reason> decisiveFirst(std::vector<Reason> reasons) {
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const Reason& a, const Reason& b) { return weight(a) < weight(b); });
  return reasons;
}

}  // namespace clustrix::compiler

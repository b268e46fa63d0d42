#include "Plan/Decisive.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace clustrix::compiler {
namespace {

/// Ids or beginnings of ids. What is named nowhere comes between the two.
constexpr std::array decisive = std::to_array<std::string_view>(
    {"serial.",           "plan.options",        "template.",         "header.",
     "analysis.",         "dependence.flow",     "dependence.scalar", "scalar.",
     "dependence.output", "dependence.anti",     "effect.io",         "effect.exception",
     "effect.allocation", "effect.static-local", "effect.atomic",     "effect.volatile",
     "effect.asm",        "effect.goto",         "effect.return",     "effect.break"});
/// What is known of memory and numbers is less where something else is in the way.
constexpr std::array following = std::to_array<std::string_view>(
    {"loop.", "search.", "effect.pointer-cast", "effect.pointer-unknown", "effect.iterator",
     "dependence.guard-too-complex", "dependence.unknown", "wrap-around", "plan."});

template <std::size_t N>
std::size_t placeIn(const std::array<std::string_view, N>& ids, std::string_view one) {
  const auto found =
      std::find_if(ids.begin(), ids.end(), [&](std::string_view id) { return one.compare(0, id.size(), id) == 0; });
  return static_cast<std::size_t>(found - ids.begin());
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

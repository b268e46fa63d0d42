#include "Analysis/Existence.h"

#include "Analysis/Stages.h"
#include "Model/SourceNames.h"

#include <limits>

namespace clustrix::compiler {

std::string elementOf(const Facts& facts, const Access& access) {
  const std::string name = sourceName(facts.model.arrays[access.array.value]);
  return "`" + name + "[" + (access.index ? facts.text(*access.index) : "...") + "]`";
}

bool staysInside(Facts& facts, Legality& legality, const Access& access) {
  constexpr Int128 kFar = std::numeric_limits<std::int64_t>::max();
  const std::optional<Polynomial>& extent = facts.model.arrays[access.array.value].extentValue;
  if (!access.index || !extent) return false;
  const std::string why = elementOf(facts, access) + " exists in all iterations";
  const auto last = subtract(*extent, Polynomial(1));
  const auto room = last ? subtract(*last, *access.index) : std::nullopt;
  if (!room) return false;
  return keepsTo(facts, legality, {*access.index, 0, kFar, access.loops, access.conditions, access.at}, why) &&
         keepsTo(facts, legality, {*room, 0, kFar, access.loops, access.conditions, access.at}, why);
}

void refuseOutside(const Facts& facts, Legality& legality, const Access& access) {
  legality.reasons.push_back({"search.bounds",
                              elementOf(facts, access) + " may not exist in an iteration behind the one that leaves",
                              "",
                              access.at,
                              {}});
}

void refuseUncounted(const LoopModel& model, Legality& legality) {
  for (const NestedLoop& loop : model.loops)
    if (!loop.trip)
      legality.reasons.push_back(
          {"search.speculation",
           "an inner loop might never end in an iteration that the loop might never have come to",
           "count with an integer up to a bound that the loop does not change",
           loop.at,
           {}});
}

}  // namespace clustrix::compiler

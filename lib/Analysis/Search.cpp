// Loops that are left early: `if (a[i] > x) { at = i; break; }`. Iterations that do not leave write nothing, so that
// the first one that does can be found by trying all of them in any order; the loop's own text then runs that one.
//
// Iterations behind it are tried too, which the program never comes to. So every read has to be of memory that surely
// exists, and nothing may run without an end. What may fail otherwise is an effect "search.speculation" already.
#include "Analysis/Conditions.h"
#include "Analysis/Existence.h"
#include "Analysis/Stages.h"
#include "Model/SourceNames.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

void addReason(Legality& legality, const char* code, const std::string& message, const std::string& hint,
               const SourcePoint& at) {
  legality.reasons.push_back({code, message, hint, at, std::nullopt});
}

void checkRead(Facts& facts, Legality& legality, const Access& access) {
  if (access.exists) return;
  const ArrayObject& array = facts.model.arrays[access.array.value];
  if (!array.extentValue)
    return addReason(legality, "search.bounds",
                     elementOf(facts, access) +
                         " may not exist in an iteration behind the one that leaves: how many "
                         "elements `" +
                         array.name + "` has is not known",
                     "tell the number of elements behind `" + array.name +
                         "`: [[clustrix::extent(...)]] on the parameter, or a std::span",
                     access.at);
  if (!staysInside(facts, legality, access)) refuseOutside(facts, legality, access);
}

/// A variable of the iteration's own; the iterations that the loop's own text runs give it its last value.
void checkVariable(const LoopModel& model, Legality& legality, int scalar) {
  const ScalarState& state = model.scalars[scalar];
  if (!state.exposedReads.empty())
    return addReason(legality, "dependence.scalar",
                     "`" + state.name + "` carries its value from one iteration to the next", "",
                     state.exposedReads.front());
  if (state.inMemory)
    return addReason(legality, "dependence.scalar", "`" + state.name + "` may be seen in other ways",
                     "declare a variable of its own inside the loop", state.writes.front());
  // Every iteration that is run again assigns it before it can leave, or it starts from a value that is known there.
  if (!state.entry && state.liveAfter && !state.certainWrite)
    return addReason(legality, "scalar.last-conditional",
                     "`" + state.name + "` is read after the loop, and not every iteration assigns it",
                     "declare `" + state.name + "` inside the loop if its value is not needed after it",
                     state.writes.front());
  legality.privates.push_back({scalar, false});
}

}  // namespace

std::optional<std::string> writtenOnTheWay(const LoopModel& model) {
  for (const Access& access : model.accesses)
    if (access.kind == AccessKind::Write) return sourceName(model.arrays[access.array.value]);
  for (const Update& update : model.updates)
    if (update.scalar >= 0) return model.scalars[update.scalar].name;
  if (!model.objectReductions.empty()) return model.objectReductions.front().name;
  return std::nullopt;
}

void checkSearch(Facts& facts, Legality& legality) {
  const LoopModel& model = facts.model;
  legality.form = Form::Search;
  refuseUncounted(model, legality);
  for (const Access& access : model.accesses) checkRead(facts, legality, access);
  for (int i = 0; i < static_cast<int>(model.scalars.size()); ++i)
    if (!model.scalars[i].writes.empty()) checkVariable(model, legality, i);
}

}  // namespace clustrix::compiler

// Loops that end the program, or throw, where something is wrong: a launch in which an iteration gets there is undone,
// and the loop's own text runs in its place.
//
//     for (int i = 0; i < n; ++i) {
//       if (volume[i] <= 0) { fprintf(stderr, "element %d ...\n", i); exit(3); }     the kernel tells, and stops there
//       density[i] = mass[i] / volume[i];                                            in any order, kept apart or saved
//     }
//
// Iterations behind the one that leaves have run then. What they touch is looked at before the launch where it is in an
// array of unknown extent; an element that no one can tell may lie anywhere.
#include "Analysis/Existence.h"
#include "Analysis/Stages.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

void refuse(const Facts& facts, Legality& legality, const std::string& why) {
  for (const Leave& leave : facts.model.leaves)
    legality.reasons.push_back({leave.code, leave.message + ", and " + why, "", leave.at, {}});
}

/// Whether a launch knows before it begins where it is, numbers of lists looked up. What an author has asserted is not
/// looked at.
bool isForeseen(const Facts& facts, const Legality& legality, const Access& access) {
  const std::vector<Symbol>& symbols = facts.model.symbols;
  return access.index && !dependsOn(symbols, *access.index, [&](SymbolId id) {
           const Symbol& symbol = symbols[static_cast<std::size_t>(id.value)];
           return symbol.kind == SymbolKind::Opaque && (!symbol.listed || legality.asserted);
         });
}

/// Whether a container has grown by the element before the launch.
bool isRoomMade(const LoopModel& model, const Access& access) {
  return std::any_of(model.appends.begin(), model.appends.end(),
                     [&](const Append& append) { return append.array == access.array; });
}

/// Whether nothing but an exception of a library ends the loop: of a task that has run for nothing by then, a library's
/// reads of what it is given are the library's own.
bool onlyThrows(const LoopModel& model) { return model.tasks && model.leaves.empty(); }

void checkAccess(Facts& facts, Legality& legality, const Access& access) {
  if (access.exists || isRoomMade(facts.model, access)) return;
  if (onlyThrows(facts.model) && access.kind == AccessKind::Read && !access.index) return;
  const ArrayObject& array = facts.model.arrays[access.array.value];
  // Where lists lead is looked up before the launch, which does not begin where that is outside.
  const bool asksLaunch = !array.rows && isForeseen(facts, legality, access) &&
                          (!array.extent || mentionsListed(facts.model.symbols, *access.index));
  if (!asksLaunch && !staysInside(facts, legality, access)) refuseOutside(facts, legality, access);
}

}  // namespace

void checkRollBack(Facts& facts, Legality& legality) {
  const LoopModel& model = facts.model;
  if (legality.form == Form::Scan) refuse(facts, legality, "iterations use what those before them add up to");
  if (model.tasks && legality.form == Form::Scan)
    legality.reasons.push_back(
        {"search.speculation", "its iterations are tasks, and use what those before them add up to", "", model.at, {}});
  if (!model.appends.empty()) refuse(facts, legality, "the iterations before it add to a container");
  // A task that throws is no reason to keep solvers that go on until they are good enough from being tasks.
  if (!onlyThrows(model)) refuseUncounted(model, legality);
  for (const Access& access : model.accesses) checkAccess(facts, legality, access);
}

}  // namespace clustrix::compiler

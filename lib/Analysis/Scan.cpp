// Scans: `sum += a[i]; b[i] = sum;`. The running value goes to memory and nowhere else, so that what the iterations add
// up to is known without it: a first pass adds up blocks and writes nothing, a second one runs each block from what the
// blocks before it have come to.
//
// The first pass leaves out every statement that writes memory. What it reads must not depend on them: an element that
// is read has not been written by its own iteration before.
#include "Analysis/Stages.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

bool isAmong(const std::vector<ArrayId>& arrays, ArrayId array) {
  return std::find(arrays.begin(), arrays.end(), array) != arrays.end();
}

}  // namespace

bool isScanned(const LoopModel& model, int scalar) {
  return !model.scalars[scalar].runningReads.empty() ||
         std::any_of(model.accesses.begin(), model.accesses.end(),
                     [&](const Access& access) { return access.packedBy == scalar; });
}

bool isPacked(const Facts& facts, ArrayId array) {
  const LoopModel& model = facts.model;
  const std::vector<const Access*>& accesses = accessesOf(facts, array);
  const int counter = accesses.empty() ? -1 : accesses.front()->packedBy;
  if (counter < 0) return false;
  const ScalarState& state = model.scalars[counter];
  const auto window = packedWindow(model, array);
  return window && state.writes.empty() && state.exposedReads.empty() &&
         std::all_of(accesses.begin(), accesses.end(), [&](const Access* access) {
           return access->kind == AccessKind::Write && access->packedBy == counter && access->suspended;
         });
}

bool readsBeforeWrites(const LoopModel& model, const std::vector<ArrayId>& arrays) {
  bool written = false, inner = false, readOutside = false;
  for (const Access& access : model.accesses) {
    if (!isAmong(arrays, access.array)) continue;
    inner = inner || access.loops.size() > 1;
    if (access.kind == AccessKind::Write) {
      written = true;
    } else if (!access.suspended) {
      if (written) return false;
      readOutside = true;
    }
  }
  return !written || !readOutside || !inner;
}

std::optional<SourcePoint> hindersScan(const LoopModel& model) {
  // A location may have no value before the loop that could be carried on.
  for (const Update& update : model.updates)
    if (!update.locations.empty()) return update.at;
  for (const Access& access : model.accesses) {
    if (access.kind != AccessKind::Write) continue;
    if (!access.suspended || !readsBeforeWrites(model, {access.array})) return access.at;
  }
  return std::nullopt;
}

void tellArraysApart(const LoopModel& model, Legality& legality) {
  for (Guard& guard : legality.guards)
    if (auto* pair = std::get_if<DisjointGuard>(&guard); pair && pair->sameAllowed)
      pair->sameAllowed = readsBeforeWrites(model, {pair->written, pair->other});
}

}  // namespace clustrix::compiler

#include "Plan/OwnRows.h"

#include "Plan/Inside.h"

#include <algorithm>
#include <cstdlib>
#include <set>

namespace clustrix::compiler {
namespace {

constexpr std::int64_t lineBytes = 128, sectorBytes = 32;

/// Bytes from one iteration of a loop to the next; the most that there are where only the launch tells.
std::int64_t stepBytes(const LoopModel& model, const Access& access, int loop) {
  const auto slope = access.index->coefficientOf(model.loops[static_cast<std::size_t>(loop)].counter);
  if (!slope) return 0;
  const auto stride = slope->constant();
  if (!stride) return lineBytes;
  const std::int64_t bytes = model.arrays[static_cast<std::size_t>(access.array.value)].elementBytes;
  return std::min(std::abs(std::clamp(*stride, -lineBytes, lineBytes)) * bytes, lineBytes);
}

/// Neighbouring iterations of the launched loop are lines apart, and those of a loop inside share sectors.
bool isOwnRow(const LoopModel& model, const Access& access) {
  if (!access.index || stepBytes(model, access, 0) < lineBytes) return false;
  return std::any_of(access.loops.begin(), access.loops.end(), [&](int loop) {
    const std::int64_t step = loop == 0 ? 0 : stepBytes(model, access, loop);
    return step > 0 && step < sectorBytes;
  });
}

}  // namespace

int ownRows(const AnnotatedFunction& function, const Launch& launch) {
  if (launch.band || launch.lanes || launch.turn || !launch.legality.reductions.empty()) return 0;
  const LoopModel& model = function.loops[static_cast<std::size_t>(launch.loop)].model;
  if (says(function, model.kernel, {"ownRows"})) return 0;
  std::set<ArrayId> arrays;
  for (const Access& access : model.accesses)
    if (isOwnRow(model, access)) arrays.insert(access.array);
  return static_cast<int>(arrays.size());
}

}  // namespace clustrix::compiler

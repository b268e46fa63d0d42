// Packed writes: where they lie, as far as the counter's steps tell.
#include "clustrix/LoopModel.h"

#include <algorithm>
#include <cstdlib>

namespace clustrix::compiler {

namespace {

/// The least distance that a step of the counter leaves behind; 0 where that is not known, or where steps go both ways.
std::int64_t leastStep(const LoopModel& model, int counter, bool& down) {
  std::int64_t least = 0;
  for (const int update : model.scalars[static_cast<std::size_t>(counter)].updates) {
    const std::int64_t step = model.updates[static_cast<std::size_t>(update)].step;
    if (step == 0 || (least != 0 && down != (step < 0))) return 0;
    down = step < 0;
    least = least == 0 ? std::abs(step) : std::min(least, std::abs(step));
  }
  return least;
}

}  // namespace

std::optional<PackedWindow> packedWindow(const LoopModel& model, ArrayId array) {
  PackedWindow window;
  int counter = -1;
  for (const Access& access : model.accesses) {
    if (access.array != array || access.packedBy < 0) continue;
    if (counter < 0) window.begin = access.packedAt;
    if (counter >= 0 && counter != access.packedBy) return std::nullopt;
    counter = access.packedBy;
    const auto ahead = subtract(access.packedAt, window.begin);
    const auto distance = ahead ? ahead->constant() : std::nullopt;
    if (!distance) return std::nullopt;
    if (*distance < 0) window.begin = access.packedAt;
    window.size = *distance < 0 ? window.size - *distance : std::max(window.size, *distance + 1);
  }
  const std::int64_t step = counter < 0 ? 0 : leastStep(model, counter, window.down);
  return window.size <= step ? std::optional(window) : std::nullopt;
}

}  // namespace clustrix::compiler

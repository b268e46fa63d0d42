// Rests: counters that no loop of the source counts, each the rest of a division in an iteration of the launched loop.
//
//     for (int i ...)
//       for (int j = 1 + (i + colour) % 2; j < n; j += 2)      j is 1 + rest + 2 * k_j, where rest is (i + colour) % 2
#pragma once

#include "clustrix/LoopModel.h"

#include <optional>
#include <vector>

namespace clustrix::compiler {

/// `dividend % divisor`, from 0 to divisor - 1.
struct Rest {
  SymbolId counter;
  Polynomial dividend;
  std::int64_t divisor = 1;
  bool floor = false;  // the dividend may be negative; else it is not, where the model's obligations hold
};

/// What the loop stands for, where it is none of the source.
std::optional<Rest> restOf(const LoopModel& model, const NestedLoop& loop);
/// The rests that `value` mentions.
std::vector<Rest> restsIn(const LoopModel& model, const Polynomial& value);

}  // namespace clustrix::compiler

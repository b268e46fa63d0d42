// Interval arithmetic over the symbols of a loop model: the cheap first attempt at every proof.
//
//     symbols with bounds + constraints ──tighten──► Ranges ──evaluate──► bounds of a polynomial
//
// Bounds are 128 bits wide and saturate: one that leaves the representable range means "no bound".
#pragma once

#include "clustrix/LoopModel.h"

#include <vector>

namespace clustrix::compiler {

/// All integers from `min` to `max`, both inclusive.
struct Interval {
  Int128 min, max;
};

/// One interval for each symbol, in the order of LoopModel::symbols.
using Ranges = std::vector<Interval>;

/// Bounds beyond this magnitude say nothing.
Int128 unbounded();

Interval add(Interval left, Interval right);
Interval multiply(Interval left, Interval right);

/// value / divisor when that is an integer of 64 bits.
std::optional<std::int64_t> exactQuotient(std::int64_t value, std::int64_t divisor);

/// The bounds that the symbols' types give.
Ranges rangesOf(const LoopModel& model);

/// Bounds of `value`, an over-approximation.
Interval evaluate(const Polynomial& value, const Ranges& ranges);

/// Narrows `ranges` to where every one of `constraints` can be `>= 0`. False when no point is left.
bool tighten(Ranges& ranges, const std::vector<Polynomial>& constraints);

}  // namespace clustrix::compiler

// Symbols: what ids stand for, which loops' counters a polynomial mentions, and whether its value can be computed on
// the host.
#pragma once

#include "clustrix/LoopModel.h"

#include <vector>

namespace clustrix::compiler {

inline const ArrayObject& arrayAt(const LoopModel& model, ArrayId id) {
  return model.arrays[static_cast<std::size_t>(id.value)];
}

/// The loops of the nest whose counters `value` mentions, outermost first.
std::vector<int> countersIn(const LoopModel& model, const Polynomial& value);
std::vector<int> countersIn(const LoopModel& model, const TripCount& trip);

/// Given the counters, the host can compute it: no opaque symbol, and each parameter has an expression.
bool isKnownOutside(const LoopModel& model, const Polynomial& value);
bool isKnownOutside(const LoopModel& model, const TripCount& trip);

/// The same, and no counter either: one value for the whole loop.
bool isParametric(const LoopModel& model, const Polynomial& value);

/// Whether it is the longest row of many: a number for proofs, of which no run knows the value.
bool isPitch(const LoopModel& model, SymbolId id);

}  // namespace clustrix::compiler

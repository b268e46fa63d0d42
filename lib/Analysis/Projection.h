// Projection: what many variables leave to say of the others.
//
//     { [i, j, k] : 0 <= i <= j <= k < n }   ──►   { [k] : 0 <= k < n }
//
// Each variable that goes takes its rows with it and leaves one for each pair of a lower and an upper bound
// (Fourier-Motzkin), which may be exponentially many in the end. So the cheapest goes first, and where even that one
// would leave too many rows the answer is not known.
#pragma once

#include "Support/Isl.h"

namespace clustrix::compiler {

/// The set without most of its variables, the first `kept` and all parameters left; a superset. One with few of them as
/// it is, which isl projects at once. Null when that takes too many rows, and for null.
isl::BasicSet withFewVariables(isl::BasicSet set, int kept = 0);

}  // namespace clustrix::compiler

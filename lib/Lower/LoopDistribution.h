// Loop distribution: where the text of a loop can be cut into two loops. See lib/Analysis/Distribution.cpp for what
// they are good for.
#pragma once

#include "Lower/Walk.h"

namespace clustrix::compiler {

/// The places between statements of a counted `for` loop that has been walked. None where the text is a macro's, where
/// a statement jumps, or where the head does more than count.
DistributionPoints distributionPoints(const Walk& walk, const WalkInput& input);

}  // namespace clustrix::compiler

// Short: functions whose loops are all shorter than the question whether to launch them.
//
//     for (c = 0; c < 8; ++c) x[c] = nodes[corner[c]].x     ──►   host: as written
//
// A short loop among long ones stays a launch, in the function or in one that a function with such lends its arrays to:
// it may run where they are, which would come home for it each time.
#pragma once

#include "clustrix/Plan.h"

namespace clustrix::compiler {

/// Takes the launches of such functions back. Before anything is said of residency.
void leaveShort(const SourceUnit& unit, ClusterPlan& plan);

}  // namespace clustrix::compiler

// Residency: which functions keep arrays on the devices from launch to launch, and where their text has to say what the
// host is about to touch.
//
//     HostCode + launches ──planResidency──► Launch::resident, ResidencyPlan { marks }
#pragma once

#include "clustrix/Plan.h"

namespace clustrix::compiler {

/// After the launches of all functions are known: functions lend to each other.
void planResidency(const SourceUnit& unit, ClusterPlan& plan);

}  // namespace clustrix::compiler

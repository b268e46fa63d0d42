// Settle: what a launch on devices leaves behind, whatever became of it: lost devices, measured rates, traces.
#pragma once

#include <vector>

#include "execution/Context.h"
#include "execution/Executor.h"

namespace clustrix::runtime {

/// Lost devices leave the context's set; what was measured is kept. Under the context's deviceMutex.
void settle(Context& context, const Site& site, const std::vector<LaunchDevice>& devices,
            const Execution& execution) noexcept;

}  // namespace clustrix::runtime

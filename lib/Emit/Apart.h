// Arrays that an iteration writes and that share nothing with any other, as the guards of the launch have shown: the
// body has them as variables that say so, and loads may go in front of stores. See clustrix/Apart.h.
#pragma once

#include "Emit/Shape.h"

namespace clustrix::compiler {

/// Of kernels in which a load comes behind a store.
void addApart(const LaunchSource& source, Names& scope, KernelShape& shape);

/// `c.data() != a.data() && ...`, of the kernel's members; "" of no pairs.
std::string areDifferent(const LoopModel& model, const std::vector<std::pair<ArrayId, ArrayId>>& pairs,
                         const KernelShape& shape);

}  // namespace clustrix::compiler

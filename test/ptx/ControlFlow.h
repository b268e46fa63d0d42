// Basic blocks and where divided warps meet again.
//
//     if (lane < 7) A else B; C        the branch's join is C's first instruction: its immediate post-dominator
#pragma once

#include "Module.h"

namespace ptx {

/// Marks the first instructions of basic blocks, sets the joins of branches, and finds the short loops that ptxas
/// unrolls.
void joinBranches(Function& function);

}  // namespace ptx

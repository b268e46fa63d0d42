// The launch: the statement that stands where the loop stood.
//
//     for (...) ...   ──►   {
//                             clustrix::Loop loop(site, clustrix::trips(n_, 1));
//                             ... guards, arrays, footprint, kernel ...
//                             if (!loop.run(footprint, kernel)) {
//                               for (...) ...        the loop itself, byte for byte
//                             }
//                           }
#pragma once

#include "Emit/Shape.h"

namespace clustrix::compiler {

/// One block, from `{` to `}`. `kernel`: the kernel's qualified name.
std::string launchText(const LaunchSource& source, const KernelShape& shape, const std::string& kernel);

}  // namespace clustrix::compiler

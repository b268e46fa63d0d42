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

#include <span>

namespace clustrix::compiler {

/// One block, from `{` to `}`, of levels[0]. The others are loops that are all of the body of the one before: the
/// runtime may have those launched instead, in the text of the loops around them.
std::string launchText(std::span<const LaunchLevel> levels);

}  // namespace clustrix::compiler

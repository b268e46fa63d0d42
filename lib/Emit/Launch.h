// The launch: the statement that stands where the loop stood.
//
//     for (...) ...   ──►   {
//                             const clustrix::Launch launch([&, a = a, n = n] {
//                               clustrix::Loop loop(site, clustrix::trips(n_, 1));
//                               ... guards, arrays, footprint, kernel ...
//                               return loop.answer(loop.run(footprint, kernel));
//                             });
//                             if (!launch.ran()) {
//                               for (...) ...        the loop itself, byte for byte
//                             }
//                           }
//
// Where no lambda can have what is said (see Outlining.h), it stands in the block itself: `if (!loop.run(...)) ...`.
#pragma once

#include "Emit/Shape.h"

#include <span>

namespace clustrix::compiler {

/// One block, from `{` to `}`, of levels[0]. The others are loops that are all of the body of the one before: the
/// runtime may have those launched instead, in the text of the loops around them.
std::string launchText(std::span<const LaunchLevel> levels);
/// The same in that of the nest the other way round, where there is one that a lambda can have.
std::string launchText(const LaunchWays& ways);

}  // namespace clustrix::compiler

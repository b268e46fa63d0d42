// Nest bodies: whether a loop is all of the body of the loop around it, so that the nest can be launched at either.
//
//     for (int i = 0; i < n; ++i) {          all of it: white space, comments and braces are nothing
//       // a row
//       for (int j = 0; j < m; ++j) ...
//     }
//
// Told from the text's tokens: a macro or a directive between the two may be anything.
#pragma once

#include "clustrix/Source.h"

namespace clustrix::compiler {

/// Sets `LoopSite::fillsParent` of all loops of the unit.
void noteNestBodies(SourceUnit& unit);

}  // namespace clustrix::compiler

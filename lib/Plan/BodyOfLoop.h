// The text around an inner loop: whether it is all that the loop around it does.
//
//     for (int k = 0; k < 3; ++k) {   // planes
//       for (int i = 0; i < n; ++i) ...                 yes
//     }
//     for (int k = 0; k < 3; ++k) {
//       const double s = x[k];
//       for (int i = 0; i < n; ++i) ...                 no
//     }
#pragma once

#include "clustrix/Source.h"

#include <string>

namespace clustrix::compiler {

/// Both are written out as `for` loops in `text`, with nothing but white space, comments and braces between their heads
/// and behind the inner one. Heads with literals, comments or directives in them are not looked into: false.
bool isAllOfBody(const std::string& text, const LoopSite& outer, const LoopSite& inner);

}  // namespace clustrix::compiler

// What the conditions of an access leave of the box around it.
//
//     b[y] = a[y > 0 ? y - 1 : h - 1]        a[y - 1] where y >= 1:      from the chunk's first iteration or 1, if that
//     is more
//                                            a[h - 1] where y <= 0:      one element, for the chunk with the first
//                                            iteration
#pragma once

#include "clustrix/Plan.h"

#include <optional>

namespace clustrix::compiler {

/// `box`, whose dimensions are those of loops around the access, as ranges that the access's conditions end; nothing
/// where they end none. After: what is touched lies in both.
std::optional<FootprintTerm> clipped(const LoopModel& model, const Access& access, const FootprintTerm& box);

}  // namespace clustrix::compiler

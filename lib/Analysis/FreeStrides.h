// Whether elements stay inside their strides, level by level from the innermost one.
//
//     a[k*sz + j*sy + i], k < nz, j < ny, i < nx       i in 0 .. sy-1             guard: sy >= nx
//                                                      j*sy + i in 0 .. sz-1      guard: sz >= (ny-1)*sy + nx
//
// What a level needs counts as known further out: it is there that sy > 0 comes from.
#pragma once

#include "Analysis/Dependence.h"

#include <optional>
#include <vector>

namespace clustrix::compiler {

/// The condition under which the positions of all touches that have some tell their elements apart.
Condition staysInside(const Facts& facts, const std::vector<Touch>& touches, const std::vector<Polynomial>& strides);

}  // namespace clustrix::compiler

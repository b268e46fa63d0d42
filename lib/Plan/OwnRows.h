// Rows of memory that each thread goes along by itself.
//
//     for (s ...) for (i = 1; i < n; ++i) x[s * n + i] -= c[s * n + i] * x[s * n + i - 1];      two: of x, of c
//
// A warp's threads then ask for 32 lines of memory at once, and use a part of each: what else is in a line is there for
// the next iterations only where the cache of a multiprocessor holds the lines of all its threads.
#pragma once

#include "clustrix/Plan.h"

namespace clustrix::compiler {

/// How many; none where threads share iterations, or go along inner loops.
int ownRows(const AnnotatedFunction& function, const Launch& launch);

}  // namespace clustrix::compiler

// The kernel: a struct whose operator() is the loop's body for one iteration.
//
//     for (int i = 0; i < n; ++i) a[i] += b[i];   ──►   struct add_4 { double* a; const double* b;
//                                                         CLUSTRIX_HD void operator()(clustrix::Index k) const { ... }
//                                                         };
#pragma once

#include "Emit/Shape.h"

namespace clustrix::compiler {

/// The struct with a comment that quotes the loop's head; ends with a newline.
std::string kernelText(const LaunchSource& source, const KernelShape& shape);

}  // namespace clustrix::compiler

// A library model: what calls of functions without a visible body read, write and need.
//
//     vendor::gamma: {pure: true}
//     vendor::axpy:
//       parameters: [n, alpha, x, y]
//       reads: x[0:n], y[0:n]
//       writes: y[0:n]
//     vendor::fill:
//       writes: [1]                   # parameters by number, from 0: any of the elements behind them
#pragma once

#include "Driver/Outcome.h"
#include "clustrix/Library.h"

#include <string>
#include <vector>

namespace clustrix::compiler {

/// Sorted by name. A function must say what it does; `pure` excludes `writes`.
Outcome<std::vector<LibraryFunction>> readLibraryModel(const std::string& path);

}  // namespace clustrix::compiler

// Partial results: what a block of iterations leaves behind, how two of them are combined, and how the result of all
// meets the variable's value from before the loop.
//
//     struct Partial { int best; int at; bool found_best; };
//     combine:  if (right.found_best && right.best < left.best) { left.best = right.best; ... }
//     merge:    if (total.found_best && total.best < best) { best = total.best; at = total.at; }
#pragma once

#include "Emit/Shape.h"

namespace clustrix::compiler {

/// `struct Partial`, `order`, `identity` and `combine`, as lines of the kernel's struct. `forHostAlone`: no device has
/// them, which may call what is the host's.
std::string partialText(const KernelShape& shape, bool isTemplate, bool forHostAlone);

/// The references to a partial result's members that the body writes through, as lines of operator().
std::string referencesText(const KernelShape& shape, bool isTemplate);

/// Statements that put `total`, all iterations combined, into the variables, each line indented by `margin`.
std::string mergeText(const KernelShape& shape, const std::string& total, bool isTemplate, const std::string& margin);

/// Statements that set `total` to the values of the variables before a scan.
std::string carriedText(const KernelShape& shape, const std::string& total, const std::string& margin);
/// Statements that set the variables to `total`, their values behind a scan.
std::string takeText(const KernelShape& shape, const std::string& total, bool isTemplate, const std::string& margin);

}  // namespace clustrix::compiler

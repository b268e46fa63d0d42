// The heads of loops inside that a kernel says otherwise: threads run along them, or lanes share them.
//
//     for (int j = 1; j < n - 1; ++j)   ──►   for (int j : clustrix::along<int>(threads.second, 1, j_trips))
#pragma once

#include "Emit/Shape.h"

namespace clustrix::compiler {

/// A number that the kernel has: itself, or a member that the host computes, by a name like `wish`.
std::string formulaPart(const Polynomial& value, const std::string& wish, Names& scope, KernelShape& shape);

/// Those of the launch's band or lanes, with the members that they need.
void addInnerHeads(const LaunchSource& source, Names& scope, KernelShape& shape);

}  // namespace clustrix::compiler

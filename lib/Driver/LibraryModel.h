// A library model: what calls into a library without visible bodies read and write.
//
//     vendor::gamma: {pure: true}
//     vendor::axpy:
//       reads: [1]      # parameters, from 0: what they point or refer to
//       writes: [2]
#pragma once

#include "Driver/Outcome.h"
#include "clustrix/Frontend.h"

#include <string>
#include <vector>

namespace clustrix::compiler {

/// Sorted by name. A function must say something; `pure` excludes `writes`.
Outcome<std::vector<LibraryFunction>> readLibraryModel(const std::string& path);

}  // namespace clustrix::compiler

// Slices: the lambda that tells the runtime what a chunk touches.
//
//     writes a: begin 0, {m, chunk}, {1, m}   ──►   touched.writes(a_).box(chunk.begin * m_, {m_, chunk.size()}, ...);
#pragma once

#include "Emit/LaunchNames.h"

namespace clustrix::compiler {

/// `const auto footprint = [&](...) { ... };`, each line indented by `margin`.
std::string footprintText(const LaunchSource& source, const KernelShape& shape, LaunchNames& names,
                          const std::string& margin);

}  // namespace clustrix::compiler

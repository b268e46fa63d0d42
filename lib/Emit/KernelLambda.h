// The lambda that makes a kernel: its members' values, told where the arrays are.
//
//     const auto kernel = [&](const clustrix::Memory& at) {
//       return scale_4{m, at(b_), at.span(s_, s.size()), at(a_)};
//     };
#pragma once

#include "Emit/LaunchNames.h"

namespace clustrix::compiler {

/// `type`: of the kernel. Each line is indented by `margin`.
std::string kernelLambda(const LaunchSource& source, const KernelShape& shape, LaunchNames& names,
                         const std::string& type, const std::string& margin);

}  // namespace clustrix::compiler

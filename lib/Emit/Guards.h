// Guards: the conditions of a legality as statements on the launch; where one is false, the loop itself runs.
#pragma once

#include "Emit/LaunchNames.h"

namespace clustrix::compiler {

/// A statement for each guard, and for each number that a clustrix::Index might not hold, indented by `margin`.
/// To be called last: parameters that others have asked for are checked too.
std::string guardsText(const LaunchSource& source, const KernelShape& shape, LaunchNames& names,
                       const std::string& margin);

}  // namespace clustrix::compiler

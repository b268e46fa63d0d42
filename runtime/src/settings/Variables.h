// Variables: which of the environment's are ours, so that a slip of the pen is told.
//
//     CLUSTRIX_DEVICS=virtual:2  ──►  CLUSTRIX_DEVICS is no variable of ours and changes nothing; did you mean
//     CLUSTRIX_DEVICES?
#pragma once

#include <string>
#include <vector>

namespace clustrix::runtime {

/// Names of the process's variables that begin with CLUSTRIX_; none where the process has other rights than its user.
std::vector<std::string> processVariables();
/// What is to be said of each of them that has no effect. Those of module systems (CLUSTRIX_ROOT, CLUSTRIX_VERSION) and
/// of our own builds and tests are nobody's mistake.
std::vector<std::string> unknownVariables(const std::vector<std::string>& names);

}  // namespace clustrix::runtime

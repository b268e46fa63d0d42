// Running another program and waiting for it.
#pragma once

#include <string>
#include <vector>

namespace clustrix::tools {

/// The exit status of `command`, found on the PATH; 128 + N where signal N ended it; 127 where it could not start,
/// which is then said on standard error. A signal that would end us is passed on, so that the caller can clean up.
int run(const std::vector<std::string>& command);

}  // namespace clustrix::tools

// Programs that are not ours: where they are, and what they say.
#pragma once

#include <string>
#include <vector>

namespace clustrix::tools {

/// The path of `program` in the first folder of the PATH that has it, or "". What has a slash is no name but a path
/// already: that, where it can be called.
std::string findOnPath(const std::string& program);

/// What `command` writes to standard output; "" where it cannot be called.
std::string outputOf(const std::vector<std::string>& command);

}  // namespace clustrix::tools

// Which of the files that an audited program is linked with have the compiler's hooks.
#pragma once

#include <string>
#include <vector>

namespace clustrix::tools {

/// Those of `words`, from a command line, that are objects or archives compiled without hooks: the audit sees nothing
/// of what their code does. What is no such file, or cannot be read, is not among them.
std::vector<std::string> withoutHooks(const std::vector<std::string>& words);

}  // namespace clustrix::tools

// What the files say that a program is linked with: who compiled them.
#pragma once

#include <string>
#include <vector>

namespace clustrix::tools {

/// Those of `words`, from a command line, that are objects or archives compiled without hooks: the audit sees nothing
/// of what their code does. What is no such file, or cannot be read, is not among them.
std::vector<std::string> withoutHooks(const std::vector<std::string>& words);

/// Those that nvcc has compiled, in this run or in another one: only nvcc links them with all that they want.
std::vector<std::string> ofNvcc(const std::vector<std::string>& words);

}  // namespace clustrix::tools

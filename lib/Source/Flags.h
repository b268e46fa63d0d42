// Compiler flags: what of a user's command line Clang can take.
#pragma once

#include <string>
#include <vector>

namespace clustrix::compiler {

/// The flags that Clang knows, in order; `dropped` receives the others, those of GCC and nvcc.
std::vector<std::string> knownFlags(const std::vector<std::string>& flags, std::vector<std::string>& dropped);

}  // namespace clustrix::compiler

// Dependency files for build systems: `output: input input`.
#pragma once

#include <string>
#include <vector>

namespace clustrix::compiler {

struct DependencyRule {
  std::string target;
  std::vector<std::string> inputs;
};

/// Rules in Makefile syntax, as Make, Ninja and CMake read them; each input once, in its first place.
std::string printDepfile(const std::vector<DependencyRule>& rules);

}  // namespace clustrix::compiler

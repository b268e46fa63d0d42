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
/// A name that Makefiles have no way to write, or null.
const std::string* unwritable(const DependencyRule& rule);

std::string printDepfile(const std::vector<DependencyRule>& rules);

}  // namespace clustrix::compiler

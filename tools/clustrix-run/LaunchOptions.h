// What clustrix-run is called with. Its own options end at the program: what comes behind that is the program's.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "clustrix-run/LaunchCommand.h"

namespace clustrix::tools {

struct LaunchOptions {
  LaunchWish wish;
  bool dryRun = false, help = false, version = false;  // with one of the last two there may be no program
};

/// `words`: of the command line, behind our own name. Errors: an unknown option, a value that is none, no program, an
/// argument that launchers take for their own.
std::variant<LaunchOptions, LaunchError> parseLaunch(const std::vector<std::string>& words);

}  // namespace clustrix::tools

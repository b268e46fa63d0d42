// What clustrix-run finds on this machine: launchers, our libraries for them, and what the ranks have to see.
#pragma once

#include <filesystem>
#include <string>

#include "clustrix-run/LaunchCommand.h"

namespace clustrix::tools {

/// `libraries`: the folder of those that ranks load, or "". `environment`: "NAME=value", ended by null.
LaunchFacts findLaunchers(const std::filesystem::path& libraries, const char* const* environment);

/// Why `program` cannot be started, or "".
std::string programMissing(const std::string& program);

}  // namespace clustrix::tools

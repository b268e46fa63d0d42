// The options of a launch's Site: what the attribute says, and whether the function is too complex for devices. What
// clustrix.yml says is left to the runtime, which reads it again where the program runs.
#pragma once

#include "Emit/Shape.h"

namespace clustrix::compiler {

/// `clustrix::Options{}.gpus(2)`, or "" when nothing is said.
std::string siteOptions(const LaunchSource& source);

/// Bytes of a size such as `8GB`, `512 MiB`, `1.5TB`, `4096`; units are powers of 1024. Nothing when it is none.
std::optional<long long> bytesOf(const std::string& size);

}  // namespace clustrix::compiler

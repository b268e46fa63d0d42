// A launch's Site, and its options: what the attribute says, and whether the function is too complex for devices. What
// clustrix.yml says is left to the runtime, which reads it again where the program runs.
#pragma once

#include "Emit/Shape.h"

namespace clustrix::compiler {

/// `clustrix::Options{}.gpus(2)`, or "" when nothing is said.
std::string siteOptions(const LaunchSource& source);

/// `static constexpr clustrix::Site site{"step", "heat.cpp", 12, 3};` and a newline. `options`: siteOptions, or "".
std::string siteDeclaration(const LaunchSource& source, const std::string& name, const SourcePoint& at,
                            const std::string& options = "");

/// Bytes of a size such as `8GB`, `512 MiB`, `1.5TB`, `4096`; units are powers of 1024. Nothing when it is none.
std::optional<long long> bytesOf(const std::string& size);

}  // namespace clustrix::compiler

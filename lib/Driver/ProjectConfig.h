// clustrix.yml: a project's defaults for the keys of [[clustrix::cluster(...)]].
//
//     auto_gpu_parallel: true
//     max_gpu_parallel_jobs: 8
#pragma once

#include "Driver/Outcome.h"
#include "clustrix/Options.h"

#include <optional>
#include <string>

namespace clustrix::compiler {

/// The nearest clustrix.yml at or above the folder of `source`, as `.clang-format` is found.
std::optional<std::string> findConfig(const std::string& source);

/// An unknown key, a wrong type or a value out of range is an error at its place.
Outcome<ClusterOptions> readConfig(const std::string& path);

}  // namespace clustrix::compiler

// What a function touches, as `reads`, `writes` and `updates` of a library model say it, in one of three forms.
//
//     x[0:n], y                                   a text
//     [x[0:n], y]                                 texts
//     x[0:n by incx]: {incx: natural}             texts with conditions, or with a list of such: where one of them
//     holds a[0:m by lda, 0:k]: [{order: 101, transa: 111}, {order: 102, transa: 112}]
#pragma once

#include "Driver/Yaml.h"
#include "clustrix/Library.h"

#include <optional>
#include <string>
#include <vector>

namespace clustrix::compiler {

/// Adds what `node` says to `accesses`, one for each list of conditions. `names`: of all parameters, or none; `count`:
/// how many there are, where that is said.
std::optional<Failure> readAccesses(const YamlFile& file, const YAML::Node& node, const std::vector<std::string>& names,
                                    std::optional<int> count, std::vector<LibraryAccess>& accesses);

}  // namespace clustrix::compiler

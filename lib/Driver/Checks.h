// The checks that `--check`, `--lock` and `--require-parallel` ask for.
#pragma once

#include "Driver/Sources.h"

#include <vector>

namespace clustrix::compiler {

/// Exit::CheckFailed when one does not hold, after telling which: a difference on standard output, the others on
/// standard error. All checks are made, so that one run tells everything. `--update-lock` writes the lock here.
Exit runChecks(const Request& request, const std::vector<Processed>& all, const Surroundings& around);

}  // namespace clustrix::compiler

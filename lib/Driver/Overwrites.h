// What a run would write over: its own inputs, or one output over another.
//
//     -o, --report, --depfile, --update-lock  ─┬─ against each other
//                                              └─ against sources, headers, configuration, models, locks
//
// By what the names lead to: links, hard links and other spellings of a name are the same file. Standard output, pipes
// and devices take any number of texts.
#pragma once

#include "Driver/Sources.h"

#include <optional>
#include <vector>

namespace clustrix::compiler {

/// What the command line alone tells; nothing where all is well.
std::optional<Failure> checkOutputs(const Request& request);
/// The same with all files that were read; nothing has been written yet.
std::optional<Failure> checkInputs(const Request& request, const std::vector<Processed>& all);

}  // namespace clustrix::compiler

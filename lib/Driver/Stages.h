// `--emit`: the value of one stage as text, in a fixed order. What the tests of the stages read.
#pragma once

#include "Driver/Pipeline.h"
#include "clustrix/Driver.h"

#include <string>

namespace clustrix::compiler {

/// Ends with a newline, unless the stage is Stage::Cuda: then it is the rewritten file itself.
std::string printStage(Stage stage, const Compiled& compiled);

/// `file:line:column: name`, a line for each annotated function.
std::string printFunctions(const SourceUnit& unit);

}  // namespace clustrix::compiler

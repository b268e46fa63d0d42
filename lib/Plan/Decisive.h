// The order in which reasons are told: first what no edit of a line lifts, last what only follows from something else.
#pragma once

#include "clustrix/Legality.h"

#include <vector>

namespace clustrix::compiler {

/// Reasons of the same weight stay in their order.
std::vector<Reason> decisiveFirst(std::vector<Reason> reasons);

}  // namespace clustrix::compiler

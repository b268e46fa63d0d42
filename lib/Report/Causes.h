// What stands in the way of loops, each cause once.
//
//     reasons of a loop, decisive ones first ──causesOf──► causes, without what only follows from others
//     causes of all loops of a function ──commonCauses──► causes, with the loops that each stands in the way of
#pragma once

#include "clustrix/Report.h"

#include <map>
#include <string>
#include <vector>

namespace clustrix::compiler {

struct Cause {
  const Reason* reason = nullptr;  // at the first place
  int places = 1;                  // of the loop where the same stands in the way
  std::vector<std::size_t> loops;  // in the order of the report
  bool onlyAround = false;         // all of these go round others that are launched
};

/// Whether what has one id is one cause, or what says the same.
enum class Causes { ById, ByMessage };

/// In the order of the reasons; `loops` has the loop alone. What cannot be known of a place since something else stands
/// in the way there is no cause of its own.
std::vector<Cause> causesOf(const FunctionReport& function, std::size_t loop, Causes by);

/// Those of the loops for which `isMissed` holds, in the order of the first loop of each. A loop around others that are
/// launched has but the first of its own.
std::vector<Cause> commonCauses(const FunctionReport& function, Causes by, bool (*isMissed)(const LoopReport& loop));

/// ` (and in 2 more places)`, or "".
std::string morePlaces(const Cause& cause);

/// Of each loop, whether one inside of it is launched.
std::vector<bool> aroundLaunches(const FunctionReport& function);

/// How many loops run where, and the commonest reasons for those that are serial, in one line.
std::string totals(const Report& report);

}  // namespace clustrix::compiler

// Guards: do the arrays of a launch lie as the analysis needs them to?
#pragma once

#include <string>
#include <vector>

#include "execution/Context.h"
#include "execution/FailedGuard.h"
#include "execution/LoopState.h"
#include "schedule/Schedule.h"

namespace clustrix::runtime {

/// The first that does not hold. `facts` are those of the whole loop; all outlive what is returned.
FailedGuard failedGuard(Context& context, const LoopState& state, const LaunchFacts& facts);

/// What one guard of a loop has said.
struct GuardResult {
  std::string guard;   // what it asks: `a and b don't overlap`
  std::string failed;  // why it does not hold; empty when it does
  /// Whether it is for nothing but that iterations do not depend on each other.
  bool isOfDependence = true;

  bool holds() const { return failed.empty(); }
};
/// Of each guard, also behind one that does not hold: for those who want to know, since it may take long. Guards on
/// parameters are told as one, which alone is asked where it does not hold, since footprints make no sense then;
/// `facts` may be null for that reason, or since addresses leave their range.
std::vector<GuardResult> guardResults(Context& context, const LoopState& state, const LaunchFacts* facts);

}  // namespace clustrix::runtime

// GuardRecord: what a guard of a loop has said in all launches, and whether it was right to say no.
//
//     shift(a + 1, a, n)     "a and b don't overlap"     no, and iterations depend on each other: needed
//     shift(a + n, a, n)                                 yes
//
// Where several guards say no to one launch, what is found there counts for each of them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "audit/Findings.h"
#include "execution/Guards.h"

namespace clustrix::audit {

/// Launches.
struct GuardRecord {
  std::uint64_t asked = 0;
  std::uint64_t refused = 0;      // to which it said no
  std::uint64_t watched = 0;      // of those, at which somebody looked
  std::uint64_t needed = 0;       // of those, in which something was found
  std::optional<Finding> reason;  // what was found first
  bool isOfDependence = true;     // see GuardResult
};

/// By what they ask. Guards that ask the same are one, which holds where all do.
using GuardRecords = std::map<std::string, GuardRecord>;

/// One launch: what its guards say, and what was found in its iterations; null where nobody looked.
void addLaunch(GuardRecords& records, const std::vector<runtime::GuardResult>& results, const Findings* found);

/// What there is to tell of a guard that said no: how often, and whether it was needed.
std::string sentence(const std::string& guard, const GuardRecord& record);

}  // namespace clustrix::audit

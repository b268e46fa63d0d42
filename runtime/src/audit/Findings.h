// Findings: what an audit has to report, each pair of places once.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "audit/Shadow.h"

namespace clustrix::audit {

enum class Fault {
  ReadAfterWrite,  // of an earlier iteration
  WriteAfterRead,
  WriteAfterWrite,
  StalePrivate,  // a private variable is read before the iteration has set it
  UnclaimedRead,
  UnclaimedWrite,
  Unwritten,         // though it is claimed to be, of the whole loop
  HostReadsNewer,    // between loops: what devices would have newer
  HostWritesCopied,  // what devices would have, too
  FreedNewer,
  OtherCount,  // of iterations than is claimed: `iteration` and `earlier`
};

/// Of one loop: which iteration, counted from 0, at which place in the code; and with which earlier one, but for faults
/// of claims. Those of whole loops have no places in the code.
struct Finding {
  Fault fault = Fault::ReadAfterWrite;
  std::string loop;
  std::string place;  // `a[17]`
  std::uint64_t iteration = 0, earlier = 0;
  Code code = 0, earlierCode = 0;
  std::uint64_t times = 1;
};

class Findings {
 public:
  /// One more of those that have the fault, the loop and the two places in the code in common; the first one is kept.
  void add(const Finding& found);
  const std::vector<Finding>& all() const { return all_; }

 private:
  std::vector<Finding> all_;
  std::map<std::tuple<Fault, std::string, Code, Code>, std::size_t> known_;
};

}  // namespace clustrix::audit

// Stretches: between which iterations of a loop the shadow has forgotten what it knew: see Room.h.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "audit/Counted.h"

namespace clustrix::audit {

/// Of those launches of a loop that were cut.
struct Stretches {
  std::uint64_t count = 0;     // 0: no launch was cut
  std::uint64_t shortest = 0;  // in iterations, of which those at its ends may be there in part

  void add(const Stretches& other) {
    if (other.count == 0) return;
    shortest = count == 0 ? other.shortest : std::min(shortest, other.shortest);
    count += other.count;
  }
};

/// The stretches of one launch.
class StretchesOfLaunch {
 public:
  /// `cleared`: how often the shadow has forgotten until now.
  explicit StretchesOfLaunch(std::uint64_t cleared) : cleared_(cleared) {}

  /// By the end of an iteration, of which there have been so many.
  void see(std::uint64_t cleared, std::uint64_t iterations) {
    if (cleared == cleared_) return;
    // More than once in one iteration: there are stretches that begin and end in it.
    const std::uint64_t length = cleared - cleared_ > 1 ? 1 : iterations - begin_;
    known_.add({cleared - cleared_, length});
    cleared_ = cleared;
    begin_ = iterations - 1;
  }
  /// After so many iterations in all.
  Stretches ended(std::uint64_t iterations) const {
    Stretches all = known_;
    if (all.count > 0) all.add({1, iterations - begin_});
    return all;
  }

 private:
  std::uint64_t cleared_;
  std::uint64_t begin_ = 0;  // the iteration with which the stretch at hand begins
  Stretches known_;
};

inline std::string sentence(const Stretches& stretches) {
  return "for want of memory its iterations were compared within " + counted(stretches.count, "stretch") +
         " of them, the shortest of " + std::to_string(stretches.shortest) +
         ", and not across: give it more with CLUSTRIX_AUDIT_MEMORY";
}

}  // namespace clustrix::audit

// SteadyLaunches: launches that need no planning, since nothing has changed since they were planned last.
//
//     launch ─► planned: nothing to fetch, no new image; carried out: the directory is as it was ─► kept
//     again  ─► says the same, and the directory has not changed since                           ─► kernels start
//
// What is planned depends on what the loop says, on the directory, and on the devices alone. The first is compared word
// by word, and the directory counts its changes; nothing is taken for equal that was not compared.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "LoopState.h"
#include "ResidentPlan.h"

namespace clustrix::runtime {

/// Numbers and addresses; equal words mean the same launch.
using Words = std::vector<std::uint64_t>;

/// Options, kernel, iterations, arrays and guards, and what the footprint says of all iterations.
Words wordsOf(const LoopState& state, const LoopBody& body, const Options& options);
/// What the footprint says of the chunks of a plan that are not the whole loop.
Words wordsOfParts(const LoopState& state, const LoopBody& body, const ResidentPlan& plan);

struct SteadyLaunch {
  Words whole;
  Words parts;
  std::uint64_t generation = 0;  // of the directory
  ResidentPlan plan;
};

class SteadyLaunches {
 public:
  /// Launches of one loop that are kept: its arrays may take turns.
  static constexpr std::size_t most = 4;

  /// Null where none is the same. Calls the loop's footprint only where one might be.
  const SteadyLaunch* find(const LoopState& state, const LoopBody& body, const Options& options,
                           std::uint64_t generation) const;
  /// Takes the place of one that fits no longer, or of the oldest.
  void keep(const Site& site, SteadyLaunch launch);

 private:
  std::map<const Site*, std::vector<SteadyLaunch>> launches_;
};

}  // namespace clustrix::runtime

// LaunchCache: launches that need no planning, since they find what they found before.
//
//     launch ─► planned: no new image ─► carried out                    ─► kept, with the directory that it found
//     again  ─► says the same, and the directory is in the same state   ─► what is missing is fetched, kernels start
//
// What is planned depends on what the loop says, on the directory, and on the devices alone. The first is compared word
// by word, the second image by image where it counts other changes since; nothing is taken for equal that was not
// compared. A launch that moves nothing finds the directory as it was; time steps over two arrays that take turns, with
// halos, come back to the same states again and again.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "coherence/ResidentPlan.h"
#include "execution/LoopState.h"

namespace clustrix::runtime {

/// Numbers and addresses; equal words mean the same launch.
using Words = std::vector<std::uint64_t>;

/// Options, kernel, iterations, arrays and guards, and what the footprint says of all iterations.
Words wordsOf(const LoopState& state, const LoopBody& body, const Options& options);
/// What the footprint says of the chunks of a plan that are not the whole loop.
Words wordsOfParts(const LoopState& state, const LoopBody& body, const ResidentPlan& plan);

struct CachedLaunch {
  Words whole;
  Words parts;
  std::uint64_t generation = 0;  // of the directory that it found
  DirectoryState found;
  ResidentPlan plan;
};

class LaunchCache {
 public:
  /// Launches of one loop that are kept: its arrays may take turns, and first steps are other than later ones.
  static constexpr std::size_t most = 6;

  /// Null where none is the same. Calls the loop's footprint only where one might be.
  const CachedLaunch* find(const LoopState& state, const LoopBody& body, const Options& options,
                           const Directory& directory);
  /// Takes the place of one that is the same, or of the oldest.
  void keep(const Site& site, CachedLaunch launch);

 private:
  std::map<const Site*, std::vector<CachedLaunch>> launches_;
};

}  // namespace clustrix::runtime

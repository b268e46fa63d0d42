#include "coherence/LaunchCache.h"

#include <algorithm>
#include <cstring>

#include "memory/Footprints.h"

namespace clustrix::runtime {
namespace {

std::uint64_t word(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }
std::uint64_t word(Index number) { return static_cast<std::uint64_t>(number); }

void addOptions(const Options& options, Words& words) {
  for (const Index option : {Index{options.autoGpuParallel_}, Index{options.parallel_},
                             Index{options.complexityExceeded_}, static_cast<Index>(options.schedule_),
                             Index{options.cores_}, Index{options.gpus_}, Index{options.maxGpuParallelJobs_},
                             Index{options.complexityThreshold_}, options.minIterations_, options.memory_})
    words.push_back(word(option));
}

void addFootprint(const LoopState& state, const LoopBody& body, Chunk chunk, Words& words) {
  RecordedFootprint footprint(state.arrays, words);
  body.callFootprint(body.footprint, chunk, footprint);
}

void addGuard(const NoAlias& guard, Words& words) {
  for (const std::vector<int>* arrays : {&guard.arrays, &guard.own}) {
    words.push_back(arrays->size());
    for (const int array : *arrays) words.push_back(word(Index{array}));
  }
  for (const std::vector<ObjectBytes>* objects : {&guard.written, &guard.read}) {
    words.push_back(objects->size());
    for (const ObjectBytes& object : *objects) words.insert(words.end(), {word(object.begin), object.size});
  }
}

bool isWhole(const LoopState& state, Chunk chunk) { return chunk.begin == 0 && chunk.end == state.iterations; }

}  // namespace

Words wordsOf(const LoopState& state, const LoopBody& body, const Options& options) {
  Words words;
  words.reserve(256);
  addOptions(options, words);
  std::uint64_t operations = 0;
  static_assert(sizeof operations == sizeof state.operations);
  std::memcpy(&operations, &state.operations, sizeof operations);
  words.insert(words.end(), {word(body.kernel), word(state.iterations), operations, word(Index{body.onlyWrites}),
                             state.arrays.size(), state.disjointArrays.size(), state.disjointObjects.size(),
                             state.allDisjoint.size()});
  for (const ArrayFacts& array : state.arrays)
    words.insert(words.end(), {word(array.base), array.elementSize, word(array.extent)});
  for (const DisjointArrays& guard : state.disjointArrays)
    words.insert(words.end(), {word(Index{guard.a}), word(Index{guard.b}), std::uint64_t{guard.sameAllowed}});
  for (const DisjointObject& guard : state.disjointObjects)
    words.insert(words.end(), {word(Index{guard.a}), word(guard.bytes.begin), guard.bytes.size});
  for (const NoAlias& guard : state.allDisjoint) addGuard(guard, words);
  addFootprint(state, body, {0, state.iterations}, words);
  return words;
}

Words wordsOfParts(const LoopState& state, const LoopBody& body, const ResidentPlan& plan) {
  Words words;
  for (const ResidentPart& part : plan.parts)
    if (!isWhole(state, part.chunk)) addFootprint(state, body, part.chunk, words);
  return words;
}

const CachedLaunch* LaunchCache::find(const LoopState& state, const LoopBody& body, const Options& options,
                                      const Directory& directory) {
  const auto found = launches_.find(state.site);
  if (found == launches_.end()) return nullptr;
  Words whole;
  for (CachedLaunch& launch : found->second) {
    if (launch.generation != directory.generation() && !directory.isIn(launch.found)) continue;
    if (whole.empty()) whole = wordsOf(state, body, options);
    if (launch.whole != whole || launch.parts != wordsOfParts(state, body, launch.plan)) continue;
    // Shared with the directory, what it is found in is not compared interval by interval the next time.
    if (launch.generation != directory.generation()) launch.found = directory.state();
    return &launch;
  }
  return nullptr;
}

void LaunchCache::keep(const Site& site, CachedLaunch launch) {
  std::vector<CachedLaunch>& kept = launches_[&site];
  const auto outdated = std::find_if(kept.begin(), kept.end(), [&](const CachedLaunch& old) {
    return old.whole == launch.whole && old.generation == launch.generation;
  });
  if (outdated != kept.end())
    kept.erase(outdated);
  else if (kept.size() >= most)
    kept.erase(kept.begin());
  kept.push_back(std::move(launch));
}

}  // namespace clustrix::runtime

// BlockResults: which results of a chunk's blocks are combined where they are, which leave the device, and what is left
// to the host.
//
//     device: blocks [0, 4)  ─fold─► [0, 4) ───────┐
//     device: blocks [4, 7)  ─fold─► [4, 6) [6, 7) ┼─► host: [0, 4) + ([4, 6) + ([6, 7) + [7, 8)))
//     CPU:    blocks [7, 8)  ──────────────────────┘
//
// See clustrix/Fold.h for why the bits are those of one tree over all blocks, wherever it is cut.
#pragma once

#include <cstddef>
#include <vector>

#include "devices/Backend.h"

namespace clustrix::runtime {

struct LaunchFacts;

/// The chunk's block results become those of the loop from `firstBlock` on.
struct CombineStep {
  Index firstBlock = 0;
  Index blocks = 0;
  std::size_t bytes = 0;     // of the device, for all of them
  std::vector<Chunk> nodes;  // blocks that have been combined before they leave the device, in order; none: each alone
  std::size_t spare = 0;     // of `bytes`, behind the results: see Collective.h
  bool stays = false;        // what is left waits on the device for that of others

  Chunk range() const { return {firstBlock, firstBlock + blocks}; }
  /// Results that leave the device.
  Index leaving() const { return nodes.empty() ? blocks : static_cast<Index>(nodes.size()); }
};

/// Whole subtrees that the results of `blocks`, of `count` in all, make: as few as there can be, in order.
std::vector<Chunk> wholeSubtrees(Chunk blocks, Index count);

/// Of a chunk of a loop with results. They are combined on the device where that spares much of the way home.
CombineStep combineStep(const LaunchFacts& facts, Chunk chunk);
/// As few nodes as the kernel allows.
std::vector<Chunk> fewestNodes(const LaunchFacts& facts, Chunk blocks);
/// What a device does for the step. `results`: where its first result is.
ResultFold foldOf(const LaunchFacts& facts, const CombineStep& step, void* results);
/// Results of `blocks` to their places among those of the loop. `memory`: where the step's first result is.
Copy copyOfResults(const LaunchFacts& facts, const CombineStep& step, DeviceAddress memory, Chunk blocks,
                   void* blockResults);
/// Blocks of the loop.
Index blocksOf(const LaunchFacts& facts);

/// Combines all results into the first. `nodes`: blocks that have met already, in any order; all others are alone.
/// `results`: of `count` blocks, `stride` bytes apart, each node's at its first block.
void combineNodes(const Kernel& kernel, const CopyLayout& copies, void* results, std::size_t stride, Index count,
                  std::vector<Chunk> nodes);
/// Whether two nodes, in this order, are neighbours in the tree over `count` blocks.
bool areSiblings(Chunk left, Chunk right, Index count);

}  // namespace clustrix::runtime

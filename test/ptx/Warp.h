// What runs: blocks of warps, a warp's frames (a function each), a frame's paths through its code.
//
//     Warp ─► Frame main: paths {pc, join, mask}: the last one runs until it reaches its join, then the one below
//             Frame callee ...
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "Module.h"

namespace ptx {

/// Lanes that are at one place; at `join` they go on with the path below.
struct Path {
  int pc = 0;
  int join = -1;
  u32 mask = 0;
};

struct Frame {
  Function* function = nullptr;
  std::vector<u64> registers;  // rows of 32 lanes
  std::vector<u32> predicates;
  std::vector<u8> local;
  std::vector<u8> parameters;  // of a call: lane by lane
  std::vector<double> ready;   // cycle in which each row is there
  std::vector<double> predicateReady;
  std::vector<Path> paths;
  const Instruction* callSite = nullptr;

  u8* localOf(int lane) { return local.data() + static_cast<std::size_t>(lane * function->localBytes); }
  u8* parametersOf(int lane) { return parameters.data() + static_cast<std::size_t>(lane * function->parameterBytes); }
};

/// A warp's share of the scoreboard, in cycles.
struct Timing {
  double blockStart = 0;  // of the basic block under way
  double blockEnd = 0;
  double blockIssue = 0;
  double lastStore[2] = {0, 0};    // to global or local memory, to shared memory
  int iterations = 0;              // of an unrolled loop, in the basic block under way
  bool goesOn = false;             // the next basic block belongs to the one under way
  std::array<double, 64> loads{};  // when the last ones have arrived
  u32 loadCount = 0;

  double end() const { return std::max(blockEnd, blockStart + blockIssue); }
  void endBasicBlock() {
    blockStart = blockEnd = end();
    blockIssue = 0;
    lastStore[0] = lastStore[1] = 0;
  }
};

struct Block;

struct Warp {
  Block* block = nullptr;
  std::vector<std::unique_ptr<Frame>> frames;
  u32 alive = 0;  // lanes that have not ended
  u32 carry = 0;  // of add.cc and the like
  bool done = false;
  bool waits = false;  // at a barrier
  Timing timing;
};

struct Block {
  u32 id[3] = {0, 0, 0};
  std::vector<Warp> warps;
  std::vector<u8> shared;
  int waiting = 0;
  double end = 0;
  int processor = 0;
};

/// Frames that have been used once keep their memory.
class FramePool {
 public:
  std::unique_ptr<Frame> make(Function& function, double now);
  void keep(std::unique_ptr<Frame> frame) { free_.push_back(std::move(frame)); }

 private:
  std::vector<std::unique_ptr<Frame>> free_;
};

}  // namespace ptx

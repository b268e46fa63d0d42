#include "Launch.h"

#include <algorithm>
#include <cstring>

#include "Execution.h"
#include "Gpu.h"

namespace ptx {
namespace {

// A Hopper multiprocessor.
constexpr int mostBlocks = 32;
constexpr int mostWarps = 64;
constexpr int registerFile = 65536;
constexpr std::size_t sharedMemory = std::size_t{228} << 10;
constexpr std::size_t sharedOfSystem = 1024;  // of each block
constexpr double unifiedL1 = 256.0 * 1024;    // shared memory comes out of it
constexpr double leastL1 = 28.0 * 1024;

constexpr int instructionsInTurn = 24;  // of a warp
constexpr int roundsInTurn = 8;         // of a multiprocessor
constexpr double barrierCycles = 20;
constexpr u8 rubbish = 0xA5;

int blocksThatFit(const Launch& launch) {
  const int warps = static_cast<int>(launch.shape.warps());
  const int registersOfWarp = (launch.kernel.resources.registers + 7) / 8 * 8 * lanes;
  const int byShared = static_cast<int>(sharedMemory / (launch.sharedBytes() + sharedOfSystem));
  return std::min({mostBlocks, mostWarps / warps, registerFile / std::max(1, registersOfWarp * warps), byShared});
}

double l1Bytes(const Launch& launch) {
  const std::size_t shared = launch.sharedBytes();
  const double taken = launch.blocksPerProcessor * static_cast<double>(shared + (shared != 0 ? sharedOfSystem : 0));
  return std::min(gpu().l1KB * 1024, std::max(leastL1, unifiedL1 - taken));
}

/// Bytes behind the addresses of shared memory: dynamic memory begins at a fixed place.
std::size_t addressedShared(const Launch& launch) {
  if (launch.dynamicShared != 0) return dynamicSharedAt + launch.dynamicShared;
  return static_cast<std::size_t>(launch.kernel.sharedBytes);
}

struct Processor {
  std::vector<std::unique_ptr<Block>> blocks;
};

class Grid {
 public:
  explicit Grid(Launch& launch) : launch_(launch), processors_(static_cast<std::size_t>(gpu().processors)) {
    at_.launch = &launch;
    at_.constants = launch.module.constants.empty() ? nullptr : launch.module.constants[0].data();
  }

  void run() {
    fill();
    for (bool busy = true; busy;) {
      busy = false;
      for (std::size_t number = 0; number < processors_.size(); ++number) {
        for (int round = 0; round < roundsInTurn && !processors_[number].blocks.empty(); ++round) takeRound(number);
        busy = busy || !processors_[number].blocks.empty();
      }
    }
  }

 private:
  void fill() {
    for (int round = 0; round < launch_.blocksPerProcessor; ++round)
      for (std::size_t number = 0; number < processors_.size() && next_ < launch_.shape.blocks(); ++number) {
        auto block = std::make_unique<Block>();
        start(*block, static_cast<int>(number), 0);
        processors_[number].blocks.push_back(std::move(block));
        ++launch_.residentBlocks;
      }
  }

  void takeRound(std::size_t number) {
    auto& blocks = processors_[number].blocks;
    for (std::size_t place = 0; place < blocks.size();) {
      Block& block = *blocks[place];
      if (runBlock(block)) {
        ++place;
        continue;
      }
      if (launch_.measured) launch_.work[number].end = std::max(launch_.work[number].end, block.end);
      if (next_ < launch_.shape.blocks()) {
        start(block, static_cast<int>(number), block.end);
        ++place;
      } else {
        blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(place));
      }
    }
  }

  /// A turn of each warp; false: the block has ended.
  bool runBlock(Block& block) {
    int alive = 0;
    for (Warp& warp : block.warps) {
      if (warp.done) continue;
      if (!warp.waits) runWarp(at_, warp, instructionsInTurn, pool_);
      if (warp.done) {
        block.end = std::max(block.end, warp.timing.end());
      } else {
        ++alive;
      }
    }
    if (alive > 0 && block.waiting >= alive) passBarrier(block);
    return alive > 0;
  }

  static void passBarrier(Block& block) {
    double latest = 0;
    for (Warp& warp : block.warps) {
      if (warp.done) continue;
      warp.timing.endBasicBlock();
      latest = std::max(latest, warp.timing.blockEnd);
    }
    for (Warp& warp : block.warps) {
      if (warp.done) continue;
      warp.timing.blockStart = warp.timing.blockEnd = latest + barrierCycles;
      warp.waits = false;
    }
    block.waiting = 0;
  }

  void start(Block& block, int processor, double now) {
    const u64 number = next_++;
    const u32(&grid)[3] = launch_.shape.grid;
    block.id[0] = static_cast<u32>(number % grid[0]);
    block.id[1] = static_cast<u32>(number / grid[0] % grid[1]);
    block.id[2] = static_cast<u32>(number / grid[0] / grid[1]);
    block.processor = processor;
    block.shared.assign(addressedShared(launch_), rubbish);
    block.waiting = 0;
    block.end = 0;
    block.warps.clear();
    block.warps.resize(launch_.shape.warps());
    for (u32 warp = 0; warp < launch_.shape.warps(); ++warp) {
      block.warps[warp].block = &block;
      startLanes(block, warp, now);
    }
  }

  void startLanes(Block& block, u32 warp, double now) {
    const u32 first = warp * lanes;
    const u32 count = std::min<u32>(launch_.shape.threads() - first, lanes);
    const u32 mask = count == lanes ? allLanes : (1u << count) - 1;
    Frame& frame = startWarp(block.warps[warp], launch_, mask, now, pool_);
    for (u32 lane = 0; lane < lanes; ++lane) setSpecialRegisters(frame, block, warp, lane);
  }

  void setSpecialRegisters(Frame& frame, const Block& block, u32 warp, u32 lane) const {
    const auto set = [&](int row, u64 value) { frame.registers[static_cast<std::size_t>(row) * lanes + lane] = value; };
    const u32(&grid)[3] = launch_.shape.grid;
    const u32(&shape)[3] = launch_.shape.block;
    const u32 thread = warp * lanes + lane;
    const u32 threadId[3] = {thread % shape[0], thread / shape[0] % shape[1], thread / shape[0] / shape[1]};
    for (int axis = 0; axis < 3; ++axis) {
      set(tidX + axis, threadId[axis]);
      set(ctaX + axis, block.id[axis]);
      set(ntidX + axis, shape[axis]);
      set(nctaX + axis, grid[axis]);
    }
    set(laneId, lane);
    set(warpId, warp);
    set(maskLt, (u64{1} << lane) - 1);
    set(maskLe, (u64{2} << lane) - 1);
    set(maskEq, u64{1} << lane);
    set(maskGt, allLanes & ~((u64{2} << lane) - 1));
    set(maskGe, allLanes & ~((u64{1} << lane) - 1));
  }

  Launch& launch_;
  Context at_;
  FramePool pool_;
  std::vector<Processor> processors_;
  u64 next_ = 0;  // block
};

}  // namespace

std::vector<u8> packedArguments(const Function& kernel, void** arguments) {
  std::vector<u8> packed(static_cast<std::size_t>(kernel.uniformBytes) + 64, 0);
  for (std::size_t number = 0; number < kernel.parameters.size(); ++number) {
    const Parameter& parameter = kernel.parameters[number];
    std::memcpy(packed.data() + parameter.offset, arguments[number], static_cast<std::size_t>(parameter.bytes));
  }
  return packed;
}

void run(Launch& launch) {
  launch.blocksPerProcessor = blocksThatFit(launch);
  if (launch.blocksPerProcessor < 1) fail("a block does not fit a multiprocessor: " + launch.kernel.name);
  if (launch.measured) {
    launch.work.resize(static_cast<std::size_t>(gpu().processors));
    launch.l1.reserve(launch.work.size());
    for (int number = 0; number < gpu().processors; ++number) launch.l1.emplace_back(l1Bytes(launch));
    launch.l2.emplace_back(gpu().l2MB * 1048576);
  }
  Grid(launch).run();
  if (launch.measured) launch.counts.dramWrites += launch.l2[0].flush();
}

}  // namespace ptx

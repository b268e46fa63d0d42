// One launch: a grid of blocks of one kernel, run to its end.
//
//     blocks ─► multiprocessors, round robin as far as they fit ─► warps take turns ─► instructions (Execution.h)
//                                                                      └► Scoreboard.h, Access.h: what it would cost
#pragma once

#include <vector>

#include "Caches.h"
#include "Context.h"
#include "Counts.h"
#include "DeviceMemory.h"

namespace ptx {

struct Shape {
  u32 grid[3] = {1, 1, 1};
  u32 block[3] = {1, 1, 1};
  u64 blocks() const { return u64{grid[0]} * grid[1] * grid[2]; }
  u32 threads() const { return block[0] * block[1] * block[2]; }
  u32 warps() const { return (threads() + lanes - 1) / lanes; }
};

struct Launch {
  Module& module;
  Function& kernel;
  Shape shape;
  int device = 0;
  DeviceMemory& memory;
  std::vector<u8> parameters;  // what the launch passes, as the kernel's head lays it out
  std::size_t dynamicShared = 0;
  bool measured = false;  // else nothing is counted, which is faster

  Counts counts{};
  std::vector<ProcessorWork> work{};  // of each multiprocessor
  std::vector<Cache> l1{};
  std::vector<Cache> l2{};  // one
  int blocksPerProcessor = 0;
  u64 residentBlocks = 0;  // at the start

  std::size_t sharedBytes() const { return static_cast<std::size_t>(kernel.sharedBytes) + dynamicShared; }
};

/// What a kernel is passed: each argument at the place that its parameter has.
std::vector<u8> packedArguments(const Function& kernel, void** arguments);

void run(Launch& launch);

/// Where a .param offset of the running function lies: the launch's parameters or the frame's.
inline u8* parameterPlace(Context& at, s64 offset, int lane) {
  const Function& function = *at.frame->function;
  if (function.isEntry && offset < function.uniformBytes) return at.launch->parameters.data() + offset;
  return at.frame->parametersOf(lane) + offset;
}

}  // namespace ptx

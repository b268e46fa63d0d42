// KernelObject: a launch's kernel with the addresses that its arrays have in one memory.
#pragma once

#include <vector>

#include "clustrix/Loop.h"
#include "devices/Backend.h"
#include "memory/AlignedMemory.h"
#include "schedule/Workspaces.h"

namespace clustrix::runtime {

/// Memory of a device that holds the host's bytes from the address `host` on.
struct Mirror {
  DeviceAddress memory{};
  Index host = 0;
};

/// Made on the calling thread, where the launch's lambdas live.
class KernelObject {
 public:
  /// Over the host's own arrays. `memory`: workspaces of so many workers.
  KernelObject(const LoopBody& body, const std::vector<ArrayFacts>& arrays, const Workspaces& workspaces = {},
               void* memory = nullptr, Index workers = 0);
  /// Over a device's: array a lies in mirrors[bufferOf[a]]; -1: the launch does not touch it. `rollBack`: what
  /// iterations set there that roll back, or null.
  KernelObject(const LoopBody& body, const std::vector<ArrayFacts>& arrays, const std::vector<int>& bufferOf,
               const std::vector<Mirror>& mirrors, DeviceAddress rollBack = {}, const Workspaces& workspaces = {},
               DeviceAddress memory = {}, Index workers = 0);

  const void* get() const { return object_.get(); }

 private:
  AlignedMemory object_;
};

}  // namespace clustrix::runtime

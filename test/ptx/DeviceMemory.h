// What a kernel may touch: blocks of cudaMalloc and the module's variables, each with the device that it belongs to.
#pragma once

#include <map>
#include <vector>

#include "Types.h"

namespace ptx {

struct Allocation {
  u64 begin = 0;
  u64 end = 0;
  int device = 0;
  std::vector<u8> touched;  // of each sector: readOnce, writtenOnce; empty where nothing is measured

  static constexpr u8 readOnce = 1;
  static constexpr u8 writtenOnce = 2;
  u8& touchedAt(u64 address) { return touched[(address - (begin & ~u64{31})) / 32]; }
  bool holds(u64 address, u64 bytes) const { return address >= begin && address + bytes <= end; }
};

class DeviceMemory {
 public:
  explicit DeviceMemory(bool measured) : measured_(measured) {}
  void add(u64 begin, u64 bytes, int device);
  /// The allocation that holds the byte; null: none.
  Allocation* find(u64 address);

 private:
  bool measured_;
  std::map<u64, Allocation> allocations_;
};

}  // namespace ptx

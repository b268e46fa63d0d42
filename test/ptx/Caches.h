// A cache: lines of 128 bytes in 4 sectors of 32, sets of 16 ways, the least recently used goes first.
#pragma once

#include <vector>

#include "Types.h"

namespace ptx {

constexpr int sectorBytes = 32;
constexpr int lineBytes = 128;

class Cache {
 public:
  struct Touch {
    u32 there = 0;              // which of the sectors asked for were there
    u32 writtenBack = 0;        // dirty sectors that had to go
    double* arrival = nullptr;  // of the line: when it is or will be there
  };

  explicit Cache(double bytes);

  /// Looks up sectors of a line; all of them are there afterwards.
  Touch touch(u64 line, u32 sectors, bool writes);
  /// Writes everything back: the number of dirty sectors.
  u64 flush();

 private:
  static constexpr int ways = 16;
  struct Set {
    u64 tag[ways] = {};
    u32 used[ways] = {};
    u8 valid[ways] = {};
    u8 dirty[ways] = {};
    double arrival[ways] = {};
  };

  std::vector<Set> sets_;
  u32 clock_ = 0;
};

}  // namespace ptx

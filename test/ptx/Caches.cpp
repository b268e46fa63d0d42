#include "Caches.h"

#include <algorithm>

namespace ptx {
namespace {

u32 bitCount(u32 bits) { return static_cast<u32>(__builtin_popcount(bits)); }

}  // namespace

Cache::Cache(double bytes) : sets_(std::max<std::size_t>(1, static_cast<std::size_t>(bytes / lineBytes / ways))) {}

Cache::Touch Cache::touch(u64 line, u32 sectors, bool writes) {
  // Lines that follow each other fill the sets one after the other; the fold keeps powers of two from meeting in one.
  Set& set = sets_[(line ^ (line >> 11) ^ (line >> 19)) % sets_.size()];
  const u64 tag = line + 1;
  const u8 mask = static_cast<u8>(sectors);
  ++clock_;
  int oldest = 0;
  for (int way = 0; way < ways; ++way) {
    if (set.tag[way] == tag) {
      const u32 hit = set.valid[way] & sectors;
      set.valid[way] |= mask;
      if (writes) set.dirty[way] |= mask;
      set.used[way] = clock_;
      return {hit, 0, &set.arrival[way]};
    }
    if (set.used[way] < set.used[oldest]) oldest = way;
  }
  const u32 writtenBack = bitCount(set.dirty[oldest]);
  set.tag[oldest] = tag;
  set.valid[oldest] = mask;
  set.dirty[oldest] = writes ? mask : 0;
  set.used[oldest] = clock_;
  set.arrival[oldest] = 0;
  return {0, writtenBack, &set.arrival[oldest]};
}

u64 Cache::flush() {
  u64 count = 0;
  for (Set& set : sets_)
    for (u8& dirty : set.dirty) {
      count += bitCount(dirty);
      dirty = 0;
    }
  return count;
}

}  // namespace ptx

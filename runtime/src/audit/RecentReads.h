// RecentReads: where a thread has read last.
//
//     const auto n_ = n; ... loop.array("a", a.data()) ...  for (...) a[i] = c * n;     n, the pointer in a, c
//
// What a loop takes as values is read in front of it: to give the runtime its arrays, and to make its kernel.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace clustrix::audit {

class RecentReads {
 public:
  void add(std::uintptr_t begin, std::size_t bytes) {
    for (; bytes > Place::most; begin += Place::most, bytes -= Place::most) put({begin, Place::most});
    put({begin, bytes});
  }
  /// Whether all of this was read at once.
  bool holds(std::uintptr_t begin, std::size_t bytes) const {
    return std::any_of(places_.begin(), places_.end(), [&](const Place& place) { return place.has(begin, bytes); });
  }
  /// How many have been added so far.
  std::size_t count() const { return next_; }
  /// Whether it was read at once, of late: since `count` were there.
  bool holdsSince(std::size_t count, std::uintptr_t begin, std::size_t bytes) const {
    for (std::size_t one = std::max(count, next_ - std::min(next_, places_.size())); one < next_; ++one)
      if (places_[one % places_.size()].has(begin, bytes)) return true;
    return false;
  }

 private:
  /// In one word, since one is written at each access.
  struct Place {
    static constexpr std::size_t most = std::size_t{1} << 15;

    Place() = default;
    Place(std::uintptr_t begin, std::size_t bytes) : word(begin << 16 | bytes) {}
    bool has(std::uintptr_t first, std::size_t count) const {
      const std::uintptr_t begin = word >> 16;
      return first >= begin && first + count <= begin + (word & 0xffff);
    }

    std::uint64_t word = 0;
  };
  void put(Place place) { places_[next_++ % places_.size()] = place; }

  std::array<Place, 1024> places_ = {};
  std::size_t next_ = 0;
};

}  // namespace clustrix::audit

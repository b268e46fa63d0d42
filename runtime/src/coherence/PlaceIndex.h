// PlaceIndex: which of many intervals lie in one, without looking at all of them.
//
//     ├──0──┤  ├─────1─────┤            in the order of their begins, each with how far those up to it reach:
//          ├──2──┤    ├─3─┤             from the last that begins before the wanted one ends, backwards
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "memory/Regions.h"

namespace clustrix::runtime {

class PlaceIndex {
 public:
  PlaceIndex() = default;
  /// `boundsOf(i)`: of the i-th of `count` intervals.
  template <class BoundsOf>
  PlaceIndex(std::size_t count, const BoundsOf& boundsOf) {
    entries_.reserve(count);
    for (std::size_t i = 0; i < count; ++i) entries_.push_back({boundsOf(i), 0, i});
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
      return a.place.begin != b.place.begin ? a.place.begin < b.place.begin : a.number < b.number;
    });
    for (std::size_t i = 0; i < count; ++i)
      entries_[i].reach = i == 0 ? entries_[i].place.end : std::max(entries_[i - 1].reach, entries_[i].place.end);
  }

  /// Calls `visit(i)` for each interval that overlaps `wanted`, until it returns false; in no order.
  template <class Visit>
  void forEachIn(Bounds wanted, const Visit& visit) const {
    auto at = std::lower_bound(entries_.begin(), entries_.end(), wanted.end,
                               [](const Entry& entry, Index end) { return entry.place.begin < end; });
    while (at != entries_.begin() && std::prev(at)->reach > wanted.begin) {
      --at;
      if (at->place.end > wanted.begin && !visit(at->number)) return;
    }
  }

 private:
  struct Entry {
    Bounds place;
    Index reach = 0;
    std::size_t number = 0;
  };
  std::vector<Entry> entries_;
};

}  // namespace clustrix::runtime

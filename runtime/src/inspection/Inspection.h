// Inspection: the numbers of a list, block by block, for one launch of one loop.
//
//     list       [ 7 3 9 4 | 12 15 11 18 | 20 ... ]
//     blocks       3 .. 9     11 .. 18     ...            what a chunk follows is put together of them
#pragma once

#include <vector>

#include "inspection/Lists.h"

namespace clustrix::runtime {

class Inspection {
 public:
  /// Nothing is read before it is asked for.
  Inspection(const List& list, CpuThreads& threads) : list_(list), threads_(threads) {}

  const List& list() const { return list_; }
  ListedValues in(Index from, Index to);
  ListedValues all() { return in(list_.from, list_.to); }
  /// Adds how many of its numbers were looked at, and in how many seconds.
  void addTo(Index& looked, double& seconds) const {
    if (looked_) looked += list_.count();
    seconds += seconds_;
  }

 private:
  static constexpr Index blockSize = 4096;

  void look();
  ListedValues of(Index from, Index to) const;

  const List list_;
  CpuThreads& threads_;
  bool looked_ = false;
  bool readable_ = false;
  std::vector<ListedValues> blocks_;
  double seconds_ = 0;
};

}  // namespace clustrix::runtime

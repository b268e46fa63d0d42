// Inspection: the numbers of a list, block by block, for one launch of one loop.
//
//     list       [ 7 3 9 4 | 12 15 11 18 | 20 ... ]
//     blocks       3 .. 9     11 .. 18     ...            what a chunk follows is put together of them
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "clustrix/Inspection.h"

#include "inspection/Lists.h"

namespace clustrix::runtime {

class Inspection {
 public:
  /// Nothing is read before it is asked for.
  Inspection(const List& list, CpuThreads& threads) : list_(list), threads_(threads) {}
  /// Nor what tells the positions, of which those that `list` has are taken. Of more than `most` nothing is known: to
  /// look at them all would take longer than they are worth.
  Inspection(const List& list, std::function<ListRange()> positions, Index most, CpuThreads& threads)
      : list_(list), positions_(std::move(positions)), most_(most), threads_(threads) {}

  const List& list();
  /// Whether it is known to be of these positions.
  bool isOf(const List& list) const { return !positions_ && list_.isSame(list); }
  ListedValues in(Index from, Index to);
  ListedValues all() { return in(list().from, list().to); }
  /// None where memory there is not readable.
  KnownNumbers known();
  /// Whether its memory is there to be read.
  bool isReadable();
  /// Adds how many of its numbers were looked at, and in how many seconds.
  void addTo(Index& looked, double& seconds) const {
    if (!blocks_.empty()) looked += list_.count();
    seconds += seconds_;
  }

 private:
  static constexpr Index blockSize = 4096;

  void look();
  ListedValues of(Index from, Index to) const;

  List list_;
  std::function<ListRange()> positions_;  // until they are asked
  Index most_ = mostListed;
  CpuThreads& threads_;
  bool looked_ = false;
  std::optional<bool> readable_;  // since it was asked
  std::vector<ListedValues> blocks_;
  double seconds_ = 0;
};

}  // namespace clustrix::runtime

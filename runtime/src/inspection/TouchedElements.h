// TouchedElements: whether no two iterations of a loop touch the same element of an array: see clustrix/Touches.h.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "clustrix/Touches.h"
#include "devices/CpuThreads.h"
#include "inspection/Inspection.h"

namespace clustrix::runtime {

/// One guard of one launch.
class TouchedElements {
 public:
  using Go = std::function<void(AllTouches&)>;

  /// `lists` and `numbers`: all that `go` depends on beside the iterations.
  TouchedElements(const char* array, std::vector<Inspection*> lists, std::vector<Index> numbers, Index iterations,
                  Go go)
      : array_(array),
        lists_(std::move(lists)),
        numbers_(std::move(numbers)),
        iterations_(iterations),
        go_(std::move(go)) {}

  const char* array() const { return array_; }
  Index iterations() const { return iterations_; }
  const std::vector<Inspection*>& lists() const { return lists_; }
  const std::vector<Index>& numbers() const { return numbers_; }

  /// How many elements one of the first iterations touches, about.
  double touchesOfOne();
  /// False, too, where there are too many elements or iterations to tell, and without the memory for it.
  bool areApart(CpuThreads& threads);

  using Touch = std::function<void(Chunk, Touches&)>;
  /// For AllTouches: `touch` touches the elements of a chunk.
  bool meetNowhere(const Touch& touch);

  /// Elements, in the last look.
  Index looked() const { return looked_; }
  /// Adds how many elements were looked at, and in how many seconds.
  void addTo(Index& looked, double& seconds) const {
    looked += looked_;
    seconds += seconds_;
  }

  static constexpr Index mostElements = Index{1} << 28;  // a stamp of four bytes each

 private:
  /// Elements from the least to the greatest, all numbers of lists known; nothing where that is not so.
  std::optional<ListRange> range(const Touch& touch);
  bool meet(Touches::Pass pass, Touches::Stamp* stamps, const ListRange& range, const Touch& touch);

  const char* array_;
  std::vector<Inspection*> lists_;
  std::vector<Index> numbers_;
  Index iterations_;
  Go go_;
  CpuThreads* threads_ = nullptr;
  bool counting_ = false;  // the first iterations, without stamps
  Index looked_ = 0;
  double seconds_ = 0;
};

}  // namespace clustrix::runtime

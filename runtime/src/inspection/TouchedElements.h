// TouchedElements: whether no two iterations of a loop touch the same element of an array: see clustrix/Touches.h.
#pragma once

#include <functional>
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

  /// `extent`: of the array, or -1; `lists` and `numbers`: all that `go` depends on beside the iterations.
  TouchedElements(const char* array, Index extent, std::vector<Inspection*> lists, std::vector<Index> numbers,
                  Index iterations, Go go)
      : array_(array),
        extent_(extent),
        lists_(std::move(lists)),
        numbers_(std::move(numbers)),
        iterations_(iterations),
        go_(std::move(go)) {}

  const char* array() const { return array_; }
  Index iterations() const { return iterations_; }
  const std::vector<Inspection*>& lists() const { return lists_; }
  const std::vector<Index>& numbers() const { return numbers_; }

  /// False, too, where there are too many elements or iterations to tell, and without the memory for it.
  bool areApart(CpuThreads& threads);

  /// For AllTouches: the elements lie from `from` to `to`, both inclusive, and `touch` touches those of a chunk.
  bool meetNowhere(Index from, Index to, const std::function<void(Chunk, Touches&)>& touch);

  /// Adds how many elements were looked at, and in how many seconds.
  void addTo(Index& looked, double& seconds) const {
    looked += looked_;
    seconds += seconds_;
  }

  static constexpr Index mostElements = Index{1} << 28;  // a stamp of four bytes each

 private:
  const char* array_;
  Index extent_;
  std::vector<Inspection*> lists_;
  std::vector<Index> numbers_;
  Index iterations_;
  Go go_;
  CpuThreads* threads_ = nullptr;
  Index looked_ = 0;
  double seconds_ = 0;
};

}  // namespace clustrix::runtime

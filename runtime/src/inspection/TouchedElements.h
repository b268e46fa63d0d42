// TouchedElements: the elements that a loop touches in an array, each of them looked at: see clustrix/Touches.h.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "clustrix/Inspection.h"
#include "clustrix/Touches.h"
#include "devices/CpuThreads.h"
#include "inspection/Inspection.h"
#include "inspection/StampMemory.h"

namespace clustrix::runtime {

/// Of one launch.
class TouchedElements {
 public:
  using Go = std::function<void(AllTouches&)>;

  /// `lists` and `numbers`: all that `go` depends on beside the iterations.
  TouchedElements(const char* array, std::vector<Inspection*> lists, std::vector<Index> numbers, Index iterations,
                  Go go, CpuThreads& threads)
      : array_(array),
        lists_(std::move(lists)),
        numbers_(std::move(numbers)),
        iterations_(iterations),
        go_(std::move(go)),
        threads_(threads) {}

  const char* array() const { return array_; }
  Index iterations() const { return iterations_; }
  const std::vector<Inspection*>& lists() const { return lists_; }
  const std::vector<Index>& numbers() const { return numbers_; }

  /// Nothing is looked at before that is allowed: see KnownElements.
  void allow() { allowed_ = true; }
  bool isAllowed() const { return allowed_; }
  /// No two iterations may touch the same one.
  void keepApart() { toBeApart_ = true; }
  bool isToBeApart() const { return toBeApart_; }

  /// How many elements one of the first iterations touches, about.
  double touchesOfOne();
  /// Between which elements a chunk keeps; not known where a number of a list is not, or no look is allowed.
  ListedValues in(Chunk chunk);
  /// False, too, where there are too many elements or iterations to tell. Throws where there is no memory for it.
  bool areApart(StampMemory& memory);

  /// What keeps them from being apart, where a look of this launch has found it.
  const std::optional<SharedElement>& shared() const { return shared_; }

  /// What a look at the same elements has found, in blocks of iterations and as a whole, in place of another one.
  using Blocks = std::vector<ListedValues>;
  void recall(const Blocks& blocks, bool apart) {
    blocks_ = blocks;
    recalled_ = apart;
  }
  const std::optional<bool>& recalled() const { return recalled_; }
  const Blocks& blocks() const { return blocks_; }

  /// Elements, in looks so far.
  Index looked() const { return looked_; }
  double seconds() const { return seconds_; }
  /// Adds how many elements were looked at, and in how many seconds.
  void addTo(Index& looked, double& seconds) const {
    looked += looked_;
    seconds += seconds_;
  }

  static constexpr Index mostElements = Index{1} << 28;  // a stamp of four bytes each

  /// For AllTouches.
  void go(const TouchPasses& passes) { (*todo_)(passes); }

 private:
  using Todo = std::function<void(const TouchPasses&)>;
  /// Has `todo` go through the elements.
  void with(const Todo& todo);
  ListedValues rangeOf(Chunk chunk);
  void look();
  template <class Touches>
  bool meet(const std::function<void(Chunk, Touches&)>& pass, const Stamps& stamps);

  const char* array_;
  std::vector<Inspection*> lists_;
  std::vector<Index> numbers_;
  Index iterations_;
  Go go_;
  CpuThreads& threads_;
  bool allowed_ = false;
  bool toBeApart_ = false;
  const Todo* todo_ = nullptr;
  Blocks blocks_;
  std::optional<SharedElement> shared_;
  std::optional<bool> recalled_;  // whether they are apart
  Index looked_ = 0;
  double seconds_ = 0;
};

}  // namespace clustrix::runtime

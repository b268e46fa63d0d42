#include "inspection/TouchedElements.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>

#include "support/Clock.h"

namespace clustrix {
namespace runtime {
namespace {

/// Iterations whose range is kept, and that one thread goes through before it asks whether another one has found
/// enough.
constexpr Index block = 1024;
/// Iterations that tell how many elements one touches.
constexpr Index some = 64;

ListedValues rangeIn(const RangeTouches& touches) {
  if (!touches.known()) return unknownValues;
  return touches.count() == 0 ? ListedValues{} : ListedValues{touches.least(), touches.greatest(), true};
}

Chunk ofBlock(Index number, Index iterations) { return {number * block, std::min((number + 1) * block, iterations)}; }

/// Adds the time until the end of the block around it.
class Timer {
 public:
  explicit Timer(double& seconds) : seconds_(seconds) {}
  ~Timer() { seconds_ += now() - begin_; }

 private:
  double& seconds_;
  double begin_ = now();
};

}  // namespace

void TouchedElements::with(const Todo& todo) {
  todo_ = &todo;
  AllTouches touches(*this);
  go_(touches);
}

double TouchedElements::touchesOfOne() {
  const Index few = std::min(some, iterations_);
  Index touched = 0;
  with([&](const TouchPasses& passes) {
    RangeTouches touches;
    passes.range({0, few}, touches);
    touched = touches.count();
  });
  return static_cast<double>(touched) / static_cast<double>(std::max<Index>(1, few));
}

void TouchedElements::look() {
  const Timer timer(seconds_);
  Blocks blocks(static_cast<std::size_t>((iterations_ + block - 1) / block));
  std::atomic<Index> looked{0};
  with([&](const TouchPasses& passes) {
    onThreads(threads_, static_cast<Index>(blocks.size()), 1, [&](Chunk chunk) {
      Index here = 0;
      for (Index number = chunk.begin; number < chunk.end; ++number) {
        RangeTouches touches;
        passes.range(ofBlock(number, iterations_), touches);
        blocks[static_cast<std::size_t>(number)] = rangeIn(touches);
        here += touches.count();
      }
      looked += here;
    });
  });
  looked_ += looked;
  blocks_ = std::move(blocks);
}

ListedValues TouchedElements::rangeOf(Chunk chunk) {
  if (chunk.size() <= 0) return {};
  ListedValues range;
  with([&](const TouchPasses& passes) {
    RangeTouches touches;
    passes.range(chunk, touches);
    range = rangeIn(touches);
  });
  return range;
}

// Whole blocks are known; of the others the chunk's part is gone through once more.
ListedValues TouchedElements::in(Chunk chunk) {
  if (!allowed_) return unknownValues;
  if (chunk.size() <= 0) return {};
  if (blocks_.empty()) look();
  const Index first = (chunk.begin + block - 1) / block;
  const Index last = chunk.end == iterations_ ? static_cast<Index>(blocks_.size()) : chunk.end / block;
  if (first >= last) return rangeOf(chunk);
  ListedValues range =
      both(rangeOf({chunk.begin, first * block}), rangeOf({std::min(last * block, chunk.end), chunk.end}));
  for (Index number = first; number < last; ++number) range = both(range, blocks_[static_cast<std::size_t>(number)]);
  return range;
}

template <class Touches>
bool TouchedElements::meet(const std::function<void(Chunk, Touches&)>& pass, const Stamps& stamps) {
  std::atomic<bool> meet{false};
  std::mutex mutex;
  onThreads(threads_, iterations_, block, [&](Chunk chunk) {
    for (Index first = chunk.begin; first < chunk.end && !meet.load(std::memory_order_relaxed); first += block) {
      Touches touches(stamps);
      pass({first, std::min(first + block, chunk.end)}, touches);
      if (!touches.meet() && touches.known()) continue;
      meet.store(true, std::memory_order_relaxed);
      const std::lock_guard<std::mutex> lock(mutex);
      if (const SharedElement* const found = touches.shared()) shared_ = *found;
    }
  });
  return meet;
}

bool TouchedElements::areApart(StampMemory& memory) {
  if (iterations_ >= std::numeric_limits<std::uint32_t>::max()) return false;
  const ListedValues all = in({0, iterations_});
  if (!all.known) return false;
  if (all.least > all.greatest) return true;
  if (static_cast<std::uint64_t>(all.greatest) - static_cast<std::uint64_t>(all.least) >= std::uint64_t{mostElements})
    return false;
  const Timer timer(seconds_);
  const Stamps stamps = memory.take(all.least, all.greatest, iterations_);
  bool apart = false;
  with([&](const TouchPasses& passes) { apart = !meet(passes.stamp, stamps) && !meet(passes.compare, stamps); });
  memory.trim();
  return apart;
}

}  // namespace runtime

void AllTouches::go(const runtime::TouchPasses& passes) { touched_.go(passes); }

ListedValues TouchedBy::in(Chunk chunk) const { return touched_ == nullptr ? unknownValues : touched_->in(chunk); }

}  // namespace clustrix

#include "inspection/TouchedElements.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>

#include "support/BestEffort.h"
#include "support/Clock.h"

namespace clustrix {
namespace runtime {
namespace {

/// Iterations that one thread goes through before it asks whether another one has found enough.
constexpr Index block = 1024;
/// Iterations that tell how many elements one touches.
constexpr Index some = 64;

}  // namespace

std::optional<ListRange> TouchedElements::range(const Touch& touch) {
  std::mutex mutex;
  ListRange range{std::numeric_limits<Index>::max(), std::numeric_limits<Index>::min()};
  bool known = true;
  onThreads(*threads_, iterations_, block, [&](Chunk chunk) {
    Touches touches(Touches::Pass::Range, nullptr, 0, -1);
    touch(chunk, touches);
    const std::lock_guard<std::mutex> lock(mutex);
    known = known && !touches.meet();
    looked_ += touches.count();
    range.from = std::min(range.from, touches.least());
    range.to = std::max(range.to, touches.greatest());
  });
  return known ? std::optional(range) : std::nullopt;
}

bool TouchedElements::meet(Touches::Pass pass, Touches::Stamp* stamps, const ListRange& range, const Touch& touch) {
  std::atomic<bool> meet{false};
  onThreads(*threads_, iterations_, block, [&](Chunk chunk) {
    for (Index first = chunk.begin; first < chunk.end && !meet.load(std::memory_order_relaxed); first += block) {
      Touches touches(pass, stamps, range.from, range.to);
      touch({first, std::min(first + block, chunk.end)}, touches);
      if (touches.meet()) meet.store(true, std::memory_order_relaxed);
    }
  });
  return meet;
}

bool TouchedElements::meetNowhere(const Touch& touch) {
  looked_ = 0;
  if (counting_) {
    Touches touches(Touches::Pass::Range, nullptr, 0, -1);
    touch({0, std::min(some, iterations_)}, touches);
    looked_ = touches.count();
    return false;
  }
  if (iterations_ >= std::numeric_limits<std::uint32_t>::max()) return false;
  const std::optional<ListRange> all = range(touch);
  if (!all || (all->from <= all->to && all->to - all->from >= mostElements)) return false;
  if (all->from > all->to) return true;
  const std::unique_ptr<Touches::Stamp[]> stamps(
      new Touches::Stamp[static_cast<std::size_t>(all->to - all->from + 1)]());
  return !meet(Touches::Pass::Stamp, stamps.get(), *all, touch) &&
         !meet(Touches::Pass::Compare, stamps.get(), *all, touch);
}

double TouchedElements::touchesOfOne() {
  counting_ = true;
  AllTouches touches(*this);
  bestEffort([&] { go_(touches); });
  counting_ = false;
  return static_cast<double>(std::exchange(looked_, 0)) /
         static_cast<double>(std::max<Index>(1, std::min(some, iterations_)));
}

bool TouchedElements::areApart(CpuThreads& threads) {
  const double begin = now();
  threads_ = &threads;
  AllTouches elements(*this);
  bestEffort([&] { go_(elements); });
  seconds_ += now() - begin;
  return elements.areApart();
}

}  // namespace runtime

void AllTouches::go(const std::function<void(Chunk, Touches&)>& touch) { apart_ = touched_.meetNowhere(touch); }

}  // namespace clustrix

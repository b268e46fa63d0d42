#include "inspection/TouchedElements.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "support/BestEffort.h"
#include "support/Clock.h"

namespace clustrix {
namespace runtime {
namespace {

/// Iterations that one thread goes through before it asks whether another one has found enough.
constexpr Index block = 1024;

}  // namespace

bool TouchedElements::meetNowhere(Index from, Index to, const std::function<void(Chunk, Touches&)>& touch) {
  if (extent_ >= 0) {
    from = std::max<Index>(from, 0);
    to = std::min(to, extent_ - 1);
  }
  if (iterations_ >= std::numeric_limits<std::uint32_t>::max() || to - from >= mostElements) return false;
  const std::unique_ptr<Touches::Stamp[]> stamps(
      new Touches::Stamp[static_cast<std::size_t>(std::max<Index>(to - from + 1, 0))]());
  std::atomic<bool> meet{false};
  std::atomic<Index> looked{0};
  for (const Touches::Pass pass : {Touches::Pass::Stamp, Touches::Pass::Compare})
    onThreads(*threads_, iterations_, block, [&](Chunk chunk) {
      for (Index first = chunk.begin; first < chunk.end && !meet.load(std::memory_order_relaxed); first += block) {
        Touches touches(pass, stamps.get(), from, to);
        touch({first, std::min(first + block, chunk.end)}, touches);
        if (touches.meet()) meet.store(true, std::memory_order_relaxed);
        if (pass == Touches::Pass::Stamp) looked.fetch_add(touches.count(), std::memory_order_relaxed);
      }
    });
  looked_ = looked;
  return !meet;
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

void AllTouches::go(Index from, Index to, const std::function<void(Chunk, Touches&)>& touch) {
  apart_ = touched_.meetNowhere(from, to, touch);
}

}  // namespace clustrix

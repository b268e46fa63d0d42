#include "execution/SearchLoop.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "execution/DeviceLaunch.h"
#include "execution/Fork.h"
#include "execution/LaunchNotes.h"
#include "execution/RunLoop.h"
#include "schedule/Profit.h"

namespace clustrix::runtime {
namespace {

constexpr Index none = std::numeric_limits<Index>::max();
constexpr Index mostAtOnce = 64;

class Search {
 public:
  Search(Context& context, LoopState& state, const LoopBody& body, Index& begin)
      : context_(context), state_(state), body_(body), begin_(begin), all_(state.iterations) {
    state_.searching = true;
  }
  ~Search() {
    state_.iterations = all_;
    begin_ = 0;
  }
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  Index answer() {
    const Index alone = context_.settings.force ? 0 : worthThreads();
    if (alone >= all_) return 0;
    const Index early = oneByOne(alone);
    if (early != none) return early;
    const Index found = inWaves(alone);
    if (context_.settings.verify) verify(found);
    return found;
  }

 private:
  // Iterations that take long enough to be worth other threads.
  Index worthThreads() const {
    constexpr double seconds = 4 * cpuThreadsSeconds;
    return static_cast<Index>(std::max(1.0, seconds / (cpuSecondsPerOperation * std::max(1.0, state_.operations))));
  }

  // The first of [0, end) that leaves, tried on this thread; a few at once, since most kernels are short.
  Index oneByOne(Index end) {
    if (end <= 0) return none;
    std::vector<std::uintptr_t> elementZero;
    for (const ArrayFacts& array : state_.arrays) elementZero.push_back(reinterpret_cast<std::uintptr_t>(array.base));
    begin_ = 0;
    const Kernel& kernel = *body_.kernel;
    const std::align_val_t alignment{kernel.alignment};
    const std::unique_ptr<void, Release> object(::operator new(kernel.size, alignment), Release{alignment});
    body_.callBuild(body_.build, Memory(elementZero.data()), object.get());
    Index size = 1;
    for (Index at = 0; at < end; at += size, size = std::min(size * 2, mostAtOnce)) {
      Index first = none;
      kernel.reduceHost(object.get(), {at, std::min(end, at + size)}, size, &first, 0);
      if (first != none) return first;
    }
    return none;
  }
  struct Release {
    std::align_val_t alignment;
    void operator()(void* memory) const { ::operator delete(memory, alignment); }
  };

  Index inWaves(Index tried) {
    while (tried < all_) {
      begin_ = tried;
      state_.iterations = std::min(all_ - tried, waveAfter(tried));
      Index first = none;
      if (!runLoop(context_, state_, body_, &first)) return tried;
      if (first != none) return first;
      tried += state_.iterations;
    }
    return all_ - 1;
  }
  Index waveAfter(Index tried) const {
    // When all is forced, two: so that tests see more than one.
    return context_.settings.force ? std::max<Index>(1, (all_ + 1) / 2) : std::max(4 * worthThreads(), tried / 2);
  }

  // Nothing before the answer may leave, whether it does so itself or not.
  void verify(Index found) {
    const Index first = oneByOne(found);
    if (first == none) return;
    context_.stop("CLUSTRIX_VERIFY: iteration " + std::to_string(found) + " was found in parallel, and iteration " +
                  std::to_string(first) + " leaves the loop before" + tag(*state_.site));
  }

  Context& context_;
  LoopState& state_;
  const LoopBody& body_;
  Index& begin_;
  const Index all_;
};

}  // namespace

Index searchLoop(Context& context, LoopState& state, const LoopBody& body, Index& begin) {
  if (launchesNothing()) return 0;
  if (auditor) {
    state.searching = true;
    state.described = auditor->described(context, state, body);
    return 0;
  }
  if (!state.required) tellRefused(context, state);
  if (!state.required || state.iterations <= 0) return 0;
  return Search(context, state, body, begin).answer();
}

}  // namespace clustrix::runtime

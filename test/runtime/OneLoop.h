// OneLoop: `for (i < n) b[i] = a[i] + 1;` as it comes to the runtime, for tests of what stands below Loop.
#pragma once

#include <functional>
#include <numeric>
#include <vector>

#include "Harness.h"
#include "clustrix/runtime.h"
#include "execution/LoopState.h"
#include "execution/RunLoop.h"
#include "schedule/Schedule.h"

namespace clustrix::test {

struct Next {
  int* b;
  const int* a;
  void operator()(Index k) const { b[k] = a[k] + 1; }
};

/// As Loop hands it on; both outlive it. `build` makes the kernel.
template <class F, class B>
runtime::LoopBody bodyOf(const F& footprint, const B& build) {
  using K = std::decay_t<decltype(build(std::declval<const Memory&>()))>;
  runtime::LoopBody body;
  body.kernel = &runtime::kernelOf<K>;
  body.footprint = &footprint;
  body.callFootprint = [](const void* f, Chunk chunk, Footprint& touched) {
    (*static_cast<const F*>(f))(chunk, touched);
  };
  body.build = &build;
  body.callBuild = [](const void* b, const Memory& at, void* kernel) {
    new (kernel) K((*static_cast<const B*>(b))(at));
  };
  return body;
}

struct OneLoop {
  explicit OneLoop(Index n, const Site& site = at()) : a(static_cast<std::size_t>(n)), b(a.size(), -1) {
    std::iota(a.begin(), a.end(), 0);
    state.site = &site;
    state.iterations = n;
    state.arrays = {{"b", b.data(), sizeof(int), n, ElementKind::Bytes},
                    {"a", a.data(), sizeof(int), n, ElementKind::Bytes}};
    for (runtime::ArrayFacts& array : state.arrays) array.alignment = alignof(int);
    body = bodyOf(footprint, build);
  }
  OneLoop(const OneLoop&) = delete;
  OneLoop& operator=(const OneLoop&) = delete;

  static const Site& at() {
    static constexpr Site site{"next", "next.cpp", 4, 3};
    return site;
  }
  runtime::LaunchFacts facts() const {
    const auto all = runtime::launchFacts(body, state.arrays, state.iterations);
    return all ? *all : runtime::LaunchFacts{};
  }
  /// Whether iterations of `chunk` have run, and no others.
  bool ranOnly(Chunk chunk) const {
    for (Index k = 0; k < state.iterations; ++k) {
      const auto i = static_cast<std::size_t>(k);
      if (b[i] != (k >= chunk.begin && k < chunk.end ? a[i] + 1 : -1)) return false;
    }
    return true;
  }
  bool ran() const { return ranOnly({0, state.iterations}); }

  std::vector<int> a, b;
  runtime::LoopState state;
  runtime::LoopBody body;
  const Array<int> b_{0, b.data()};
  const Array<const int> a_{1, a.data()};
  /// May be replaced.
  std::function<void(Chunk, Footprint&)> footprint = [this](Chunk chunk, Footprint& touched) {
    touched.writes(b_).box(chunk.begin, {1, chunk.size()});
    touched.reads(a_).box(chunk.begin, {1, chunk.size()});
  };
  std::function<Next(const Memory&)> build = [this](const Memory& memory) { return Next{memory(b_), memory(a_)}; };
};

inline bool run(Harness& harness, OneLoop& loop) {
  return runtime::runLoop(harness.context(), loop.state, loop.body, nullptr);
}

}  // namespace clustrix::test

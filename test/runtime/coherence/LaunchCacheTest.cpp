// Launches that begin at once since nothing has changed: when they do, and all that keeps them from it.
#include "coherence/LaunchCache.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "Counted.h"
#include "clustrix/configure.h"

using namespace clustrix;
using namespace clustrix::test;
using runtime::Failure;

namespace {

constexpr Site launchCacheSite{"steady", "steady.cpp", 5, 3};

// for (i < n) if (i % every == 0) a[i] = a[i] + b[i + shift];
struct Adding {
  int* a;
  const int* b;
  Index shift;
  Index every;
  void operator()(Index k) const {
    if (k % every == 0) a[k] += b[k + shift];
  }
};

struct Loops {
  std::vector<int> a = std::vector<int>(200, 1), b = std::vector<int>(200), expected = a;
  Index n = 150, shift = 0, every = 1;
  double operations = 1;
  int asked = 0;  // how often the footprint was, by the last launch

  Loops() { std::iota(b.begin(), b.end(), 0); }

  // The answer: whether it was planned. A plan asks once for the whole loop, and once for each part.
  bool planned(const Residency& residency) {
    asked = 0;
    int* const to = a.data();
    const int* const from = b.data();
    Loop loop(launchCacheSite, n, residency);
    loop.operations(static_cast<Index>(operations));
    const auto a_ = loop.array("a", to, a.size());
    const auto b_ = loop.array("b", from, b.size());
    loop.sameOrDisjoint(a_, b_);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      ++asked;
      touched.reads(a_).box(chunk.begin, {1, chunk.size()});
      (every == 1 ? touched.writes(a_) : touched.mayWrite(a_)).box(chunk.begin, {1, chunk.size()});
      touched.reads(b_).box(chunk.begin + shift, {1, chunk.size()});
    };
    const auto kernel = [&](const Memory& at) { return Adding{at(a_), at(b_), shift, every}; };
    REQUIRE(loop.run(footprint, kernel));
    serially(expected);
    return asked > 1;
  }
  void serially(std::vector<int>& to) const {
    for (Index k = 0; k < n; ++k) Adding{to.data(), b.data(), shift, every}(k);
  }
};

// Until the next launch is one that is kept.
void settle(Loops& loops, const Residency& residency) {
  for (int i = 0; i < 3; ++i) static_cast<void>(loops.planned(residency));
  REQUIRE_FALSE(loops.planned(residency));
}

}  // namespace

TEST_CASE("a launch that changes nothing but bytes is planned twice, and moves nothing from then on") {
  Counted on("virtual:1");
  Loops loops;
  {
    Residency residency;
    CHECK(loops.planned(residency));
    CHECK(loops.planned(residency));
    on.recording->calls.clear();
    const std::size_t moved = on.in() + on.out();
    for (int i = 0; i < 5; ++i) CHECK_FALSE(loops.planned(residency));
    CHECK(on.in() + on.out() == moved);
    CHECK(std::count(on.recording->calls.begin(), on.recording->calls.end(), "launch 0") == 5);
    CHECK(std::count(on.recording->calls.begin(), on.recording->calls.end(), "allocate 0") == 0);
    residency.reads(loops.a[3]);
    CHECK(loops.a[3] == loops.expected[3]);
  }
  CHECK(loops.a == loops.expected);
}

TEST_CASE("a launch whose words are others is planned, whatever differs") {
  Counted on("virtual:1");
  Loops loops;
  Residency residency;
  const auto differs = [&](const auto& change) {
    settle(loops, residency);
    change();
    const bool planned = loops.planned(residency);
    settle(loops, residency);
    return planned;
  };
  CHECK(differs([&] { loops.n = 140; }));
  CHECK(differs([&] { loops.shift = 3; }));
  CHECK(differs([&] { loops.every = 2; }));
  CHECK(differs([&] { loops.operations = 7; }));
  CHECK(differs([&] { configure(Options{}.minIterations(3)); }));
  CHECK(differs([&] { residency.host(); }));
  residency.host();
  CHECK(loops.a == loops.expected);
}

TEST_CASE("what the host reads and writes in between is noticed") {
  Counted on("virtual:1");
  Loops loops;
  {
    Residency residency;
    settle(loops, residency);
    residency.reads(loops.a[7]);
    CHECK(loops.a[7] == loops.expected[7]);
    CHECK(loops.planned(residency));
    residency.reads(loops.a[7]);
    CHECK(loops.a[7] == loops.expected[7]);
    settle(loops, residency);
    residency.writes(loops.a[9]);
    loops.a[9] = loops.expected[9] = -4;
    CHECK(loops.planned(residency));
    settle(loops, residency);
    residency.writes(loops.b[9]);
    loops.b[9] = 1000;
    CHECK(loops.planned(residency));
  }
  CHECK(loops.a == loops.expected);
}

TEST_CASE("arrays that take turns are kept each, and swapped back are found again") {
  Counted on("virtual:1");
  Residency residency;
  // for (t) { a += b; b += a; }, as one loop over pointers that are swapped
  std::vector<int> x(200, 1), y(200, 2), x2 = x, y2 = y;
  int planned = 0;
  for (int t = 0; t < 12; ++t) {
    std::vector<int>&to = t % 2 == 0 ? x : y, &from = t % 2 == 0 ? y : x;
    int asked = 0;
    {
      Loop loop(launchCacheSite, 200, residency);
      const auto a_ = loop.array("a", to.data(), 200);
      const auto b_ = loop.array("b", from.data(), 200);
      const auto footprint = [&](Chunk chunk, Footprint& touched) {
        ++asked;
        touched.reads(a_).box(chunk.begin, {1, chunk.size()});
        touched.writes(a_).box(chunk.begin, {1, chunk.size()});
        touched.reads(b_).box(chunk.begin, {1, chunk.size()});
      };
      const auto kernel = [&](const Memory& at) { return Adding{at(a_), at(b_), 0, 1}; };
      REQUIRE(loop.run(footprint, kernel));
    }
    planned += asked > 1 ? 1 : 0;
    for (std::size_t k = 0; k < 200; ++k) (t % 2 == 0 ? x2 : y2)[k] += (t % 2 == 0 ? y2 : x2)[k];
  }
  CHECK(planned == 4);
  residency.host();
  CHECK((x == x2 && y == y2));
}

TEST_CASE("on several devices each part is compared") {
  Counted on("virtual:3");
  Loops loops;
  {
    Residency residency;
    for (int i = 0; i < 6; ++i) static_cast<void>(loops.planned(residency));
    CHECK(loops.asked == 4);  // whole, and three parts, compared
    loops.shift = 40;         // b of other parts: fetched once
    for (int i = 0; i < 4; ++i) static_cast<void>(loops.planned(residency));
    CHECK(loops.asked == 4);
  }
  CHECK(loops.a == loops.expected);
}

TEST_CASE("a kept launch that fails costs no result") {
  for (const bool late : {false, true})
    for (const Failure failure : {Failure::Failed, Failure::DeviceLost, Failure::Unsupported}) {
      // Lost before the launch has begun, it takes the only copy of what those before have computed: the program stops.
      if (!late && failure == Failure::DeviceLost) continue;
      INFO((late ? "late " : "early ") << static_cast<int>(failure));
      Counted on("virtual:1");
      std::vector<int> a(150, 0), b(150);
      std::iota(b.begin(), b.end(), 5);
      int launches = 0;
      on.recording->late = late;
      on.recording->fail = [&](const std::string& call, int) {
        return call == "launch 0" && ++launches == 5 ? failure : Failure::None;
      };
      {
        Residency residency;
        for (int i = 0; i < 8; ++i) {
          Loop loop(launchCacheSite, 150, residency);
          const auto a_ = loop.array("a", a.data(), a.size());
          const auto b_ = loop.array("b", b.data(), b.size());
          const auto footprint = [&](Chunk chunk, Footprint& touched) {
            touched.writes(a_).box(chunk.begin, {1, chunk.size()});
            touched.reads(b_).box(chunk.begin, {1, chunk.size()});
          };
          struct Copying {
            int* a;
            const int* b;
            void operator()(Index k) const { a[k] = b[k]; }
          };
          const auto kernel = [&](const Memory& at) { return Copying{at(a_), at(b_)}; };
          REQUIRE(loop.run(footprint, kernel));
        }
      }
      CHECK(a == b);
      CHECK(on.recording->live == 0);
    }
}

namespace {

// for (t) { next[i] = now[i - 1] + now[i] + now[i + 1] for 1 <= i < n - 1; swap(now, next); }
struct Halo {
  std::vector<int> x, y, expectedX, expectedY;
  int* now;
  int* next;
  Index begin = 1, end = 199;
  bool reach = true;

  Halo() : x(200), y(200, 0) {
    std::iota(x.begin(), x.end(), 1);
    expectedX = x;
    expectedY = y;
    now = x.data();
    next = y.data();
  }
  static void apply(int* to, const int* from, Index i, bool reach) {
    to[i] = (from[i] + (reach ? from[i - 1] + from[i + 1] : 0)) % 1000003;
  }
  struct Kernel {
    int* to;
    const int* from;
    Index begin;
    bool reach;
    void operator()(Index k) const { apply(to, from, begin + k, reach); }
  };
  // Whether it was planned.
  bool step(const Residency& residency) {
    int asked = 0;
    Loop loop(launchCacheSite, end - begin, residency);
    const auto next_ = loop.array("next", next, 200);
    const auto now_ = loop.array("now", static_cast<const int*>(now), 200);
    loop.disjoint(next_, now_);
    const Index wide = reach ? 1 : 0;
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      ++asked;
      touched.writes(next_).box(begin + chunk.begin, {1, chunk.size()});
      touched.reads(now_).box(begin + chunk.begin - wide, {1, chunk.size() + 2 * wide});
    };
    const auto kernel = [&](const Memory& at) { return Kernel{at(next_), at(now_), begin, reach}; };
    int parts = 3;
    REQUIRE(loop.run(footprint, kernel));
    int* const to = next == x.data() ? expectedX.data() : expectedY.data();
    int* const from = now == x.data() ? expectedX.data() : expectedY.data();
    for (Index i = begin; i < end; ++i) apply(to, from, i, reach);
    std::swap(now, next);
    return asked > 1 + parts;
  }
  bool isRight() const { return x == expectedX && y == expectedY; }
};

}  // namespace

TEST_CASE("time steps that exchange halos are planned a few times, and only fetch halos from then on") {
  Counted on("virtual:3");
  Halo halo;
  {
    Residency residency;
    int planned = 0;
    for (int t = 0; t < 6; ++t) planned += halo.step(residency) ? 1 : 0;
    CHECK(planned >= 2);
    const std::size_t in = on.in(), out = on.out(), between = on.between();
    for (int t = 0; t < 10; ++t) CHECK_FALSE(halo.step(residency));
    CHECK(on.in() == in);
    CHECK(on.out() == out);
    CHECK(on.between() - between == 10 * 4 * sizeof(int));  // two boundaries, both ways
  }
  CHECK(halo.isRight());
  CHECK(on.recording->live == 0);
}

TEST_CASE("halos are planned anew when anything has changed, and are right") {
  Counted on("virtual:3");
  Halo halo;
  {
    Residency residency;
    const auto changed = [&](const auto& change) {
      for (int t = 0; t < 8; ++t) static_cast<void>(halo.step(residency));
      CHECK_FALSE(halo.step(residency));
      change();
      return halo.step(residency);
    };
    CHECK(changed([&] { halo.end = 150; }));
    CHECK(changed([&] { halo.reach = false; }));
    CHECK(changed([&] { halo.reach = true; }));
    // The host reads: the bytes are no longer stale. It writes one: no device has it.
    CHECK(changed([&] {
      residency.reads(halo.now[70]);
      CHECK(halo.now[70] == (halo.now == halo.x.data() ? halo.expectedX : halo.expectedY)[70]);
    }));
    CHECK(changed([&] {
      residency.writes(halo.now[66]);
      halo.now[66] = 5;
      (halo.now == halo.x.data() ? halo.expectedX : halo.expectedY)[66] = 5;
    }));
    CHECK(changed([&] { std::swap(halo.now, halo.next); }));
    const std::size_t in = on.in();
    static_cast<void>(changed([&] { residency.host(); }));
    CHECK(on.in() > in);
    std::ptrdiff_t launches = 0;
    const auto count = [&] {
      const auto& calls = on.recording->calls;
      return std::count_if(calls.begin(), calls.end(), [](const auto& call) { return call.rfind("launch", 0) == 0; });
    };
    for (const int gpus : {2, 3}) {
      static_cast<void>(changed([&] {
        configure(Options{}.gpus(gpus));
        residency.host();  // else the arrays stay where they are
        launches = count();
      }));
      CHECK(count() - launches == gpus);
    }
  }
  CHECK(halo.isRight());
}

TEST_CASE("a halo that fails on its way costs no result") {
  for (const bool late : {false, true})
    for (int position = 0; position < 40; ++position) {
      INFO((late ? "late " : "early ") << position);
      Counted on("virtual:3");
      Halo halo;
      {
        Residency residency;
        for (int t = 0; t < 7; ++t) static_cast<void>(halo.step(residency));
        on.recording->late = late;
        const int first = static_cast<int>(on.recording->calls.size()) + position;
        on.recording->fail = [first](const std::string& call, int at) {
          return at == first && call.rfind("close", 0) != 0 ? Failure::Failed : Failure::None;
        };
        for (int t = 0; t < 4; ++t) static_cast<void>(halo.step(residency));
      }
      CHECK(halo.isRight());
      CHECK(on.recording->live == 0);
    }
}

TEST_CASE("some launches of a loop are kept, with the directory that they found, and the oldest goes first") {
  using runtime::CachedLaunch;
  using runtime::LaunchCache;
  LaunchCache steady;
  runtime::Directory directory;
  runtime::LoopState state;
  state.site = &launchCacheSite;
  state.iterations = 10;
  runtime::LoopBody body;
  body.callFootprint = [](const void*, Chunk, Footprint&) {};
  const Options options;
  const auto at = [&](Index iterations) {
    state.iterations = iterations;
    return runtime::wordsOf(state, body, options);
  };
  const auto keep = [&](Index iterations) {
    steady.keep(launchCacheSite, CachedLaunch{at(iterations), {}, directory.generation(), directory.state(), {}});
  };
  const auto kept = [&](Index iterations) {
    state.iterations = iterations;
    return steady.find(state, body, options, directory) != nullptr;
  };
  const Index most = static_cast<Index>(LaunchCache::most);
  for (Index i = 1; i <= most + 1; ++i) keep(i);
  CHECK_FALSE(kept(1));
  for (Index i = 2; i <= most + 1; ++i) CHECK(kept(i));
  const runtime::ImageId image = directory.add(runtime::DeviceId{0}, {1000, 2000}, {});
  CHECK_FALSE(kept(2));
  keep(2);
  CHECK(kept(2));
  CHECK_FALSE(kept(3));
  // Another state, and back again: the generation is another one, and what is there is the same.
  directory.fetched(image, runtime::IntervalSet(runtime::Bounds{1000, 1100}));
  CHECK_FALSE(kept(2));
  directory.hostWrote(runtime::IntervalSet(runtime::Bounds{1000, 1100}));
  CHECK(kept(2));
  directory.written(image, runtime::IntervalSet(runtime::Bounds{1500, 1600}), "a", &launchCacheSite);
  CHECK_FALSE(kept(2));
}

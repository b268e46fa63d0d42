// Launches that begin at once since nothing has changed: when they do, and all that keeps them from it.
#include "SteadyLaunches.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>

#include "Counted.h"
#include "clustrix/configure.h"

using namespace clustrix;
using namespace clustrix::test;
using runtime::Failure;

namespace {

constexpr Site site{"steady", "steady.cpp", 5, 3};

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
    Loop loop(site, n, residency);
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
      Loop loop(site, 200, residency);
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
          Loop loop(site, 150, residency);
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

TEST_CASE("four launches of a loop are kept, and one that fits no longer goes first") {
  using runtime::SteadyLaunch;
  runtime::SteadyLaunches steady;
  runtime::LoopState state;
  state.site = &site;
  state.iterations = 10;
  runtime::LoopBody body;
  body.callFootprint = [](const void*, Chunk, Footprint&) {};
  const Options options;
  const auto at = [&](Index iterations) {
    state.iterations = iterations;
    return runtime::wordsOf(state, body, options);
  };
  const auto kept = [&](Index iterations, std::uint64_t generation) {
    state.iterations = iterations;
    return steady.find(state, body, options, generation) != nullptr;
  };
  for (Index i = 1; i <= 5; ++i) steady.keep(site, SteadyLaunch{at(i), {}, 7, {}});
  CHECK_FALSE(kept(1, 7));
  for (Index i = 2; i <= 5; ++i) CHECK(kept(i, 7));
  CHECK_FALSE(kept(2, 8));
  steady.keep(site, SteadyLaunch{at(6), {}, 8, {}});
  CHECK(kept(6, 8));
  CHECK_FALSE(kept(2, 7));
  CHECK(kept(3, 7));
  CHECK_FALSE(kept(6, 7));
}

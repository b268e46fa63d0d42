// Loops as the compiler emits them, on devices and on the CPU: what they compute, and what they leave alone.
// HostRun and CpuThreads are what the loops on the CPU run by.
#include "clustrix/Loop.h"

#include <sys/resource.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <cfenv>
#include <numeric>
#include <thread>

#include "Harness.h"

#ifdef __SSE2__
#include <xmmintrin.h>
#endif

using namespace clustrix;
using clustrix::test::Harness;
using clustrix::test::Wish;

namespace {

constexpr Site loopSite{"example", "example.cpp", 7, 3};
const char* const everywhere[] = {"cpu",       "virtual:1",     "virtual:2",      "virtual:3",
                                  "virtual:8", "virtual:2x4KB", "virtual:1,1@0.5"};

// for (i < n) a[i] = 2 * b[i] + i;
struct Scale {
  double* a;
  const double* b;
  void operator()(Index k) const { a[k] = 2 * b[k] + static_cast<double>(k); }
};
bool scale(double* a, const double* b, Index n, const Site& at = loopSite) {
  Loop loop(at, n);
  const auto a_ = loop.array("a", a);
  const auto b_ = loop.array("b", b);
  loop.disjoint(a_, b_);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(a_).box(chunk.begin, {1, chunk.size()});
    touched.reads(b_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const Memory& at_) { return Scale{at_(a_), at_(b_)}; };
  return loop.run(footprint, kernel);
}

// for (i < n) if (b[i] > limit) a[i] = b[i];
struct Keep {
  int* a;
  const int* b;
  int limit;
  void operator()(Index k) const {
    if (b[k] > limit) a[k] = b[k];
  }
};

// for (j < m) for (i < n) a[i * m + j] += j;
struct AddColumns {
  int* a;
  Index n, m;
  void operator()(Index j) const {
    for (Index i = 0; i < n; ++i) a[i * m + j] += static_cast<int>(j);
  }
};

std::vector<int> counted(std::size_t n) {
  std::vector<int> list(n);
  std::iota(list.begin(), list.end(), 1);
  return list;
}

// Five megabytes of stack for each iteration, touched at both ends.
struct Deep {
  int* a;
  void operator()(Index k) const {
    volatile char own[5 << 20];
    own[0] = static_cast<char>(k);
    own[sizeof own - 1] = static_cast<char>(k);
    a[k] = own[0] + own[sizeof own - 1];
  }
};

}  // namespace

TEST_CASE("a loop computes the same on all devices") {
  for (const char* devices : everywhere) {
    INFO(devices);
    Harness harness({devices});
    std::vector<double> a(1001, -1), b(1000);
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<double>(i % 37);
    REQUIRE(scale(a.data(), b.data(), 1000));
    for (std::size_t i = 0; i < b.size(); ++i) REQUIRE(a[i] == 2 * b[i] + static_cast<double>(i));
    CHECK(a[1000] == -1);
  }
}

TEST_CASE("the number of devices is logged, with the function") {
  Harness harness({"virtual:3"});
  std::vector<double> a(100), b(100);
  REQUIRE(scale(a.data(), b.data(), 100));
  CHECK(harness.count("clustrix: info: Executing GPU parallelization with 3 GPUs [example at example.cpp:7]") == 1);
  REQUIRE(scale(a.data(), b.data(), 2));
  CHECK(harness.count("Executing GPU parallelization with 2 GPUs") == 1);
}

TEST_CASE("a loop that is forced again and again with fewer iterations than devices runs on the host") {
  Harness harness({"virtual:3"});
  std::vector<double> a(100), b(100, 1);
  for (int call = 0; call < 100; ++call) REQUIRE(scale(a.data(), b.data(), 2));
  CHECK(harness.count("Executing GPU parallelization") == 100);
  CHECK(scale(a.data(), b.data(), 2));
  CHECK(harness.count("fewer iterations than devices") == 1);
  CHECK(harness.count("Executing GPU parallelization") == 100);
  CHECK(scale(a.data(), b.data(), 3));
  CHECK(harness.count("Executing GPU parallelization") == 101);
}

TEST_CASE("a loop without iterations does nothing, and is done") {
  Harness harness;
  CHECK(scale(nullptr, nullptr, 0));
  CHECK(harness.lines().empty());
}

TEST_CASE("a loop whose guards were asked in vain again and again is left to the caller unasked") {
  static constexpr Site refused{"refused", "example.cpp", 11, 3};
  for (const bool force : {false, true}) {
    Wish wish;
    wish.force = force;
    Harness harness(wish);
    for (int launch = 0; launch < 8; ++launch) harness.context().refusals.failed(refused, 1, 1);
    std::vector<double> a(100), b(100, 1);
    // Where it is forced onto devices it is always asked.
    CHECK(scale(a.data(), b.data(), 100, refused) == force);
    CHECK(harness.count("guard failed: again and again") == (force ? 0 : 1));
  }
}

TEST_CASE("a guard that fails leaves the loop to the caller, untouched") {
  Harness harness;
  std::vector<double> a(100, 3);
  CHECK_FALSE(scale(a.data() + 1, a.data(), 99));
  CHECK(a == std::vector<double>(100, 3));
  CHECK(harness.count("guard failed: what is written to a overlaps b") >= 1);
  Loop loop(loopSite, 10);
  loop.require(true, "k >= 0");
  loop.require(false, "m - n >= 0", {{"m", 80}, {"n", 18446744073709551615U}});
  loop.require(false, "n >= 0", {{"n", -1}});
  loop.require(true, "l >= 0");
  const auto nothing = [](Chunk, Footprint&) {};
  const auto kernel = [](const Memory&) { return Scale{nullptr, nullptr}; };
  CHECK_FALSE(loop.run(nothing, kernel));
  CHECK(harness.count("guard failed: m - n >= 0: m = 80, n = 18446744073709551615 [") == 1);
  CHECK(harness.count("n >= 0: n = -1") == 0);
  Loop wide(loopSite, 0);
  wide.inRange(Interval::counter(3) * 5000000000LL, rangeOf<int>(), "i*n stays within an int", {{"n", 5000000000LL}});
  CHECK_FALSE(wide.run(nothing, kernel));
  CHECK(harness.count("guard failed: i*n stays within an int: 0 .. 10000000000 with n = 5000000000 [") == 1);
  Loop endless(loopSite, 10);
  const Interval most = rangeOf<std::int64_t>();
  endless.inRange(most * most * most, most, "n*n*n fits 64 bits");
  CHECK_FALSE(endless.run(nothing, kernel));
  CHECK(harness.count("guard failed: n*n*n fits 64 bits: any number [") == 1);
}

TEST_CASE("what a guard has seen is told of the first launch that it keeps from running, for each guard") {
  Harness harness({.level = LogLevel::Info});
  const auto nothing = [](Chunk, Footprint&) {};
  const auto kernel = [](const Memory&) { return Scale{nullptr, nullptr}; };
  for (const int n : {100, 200, 300}) {
    Loop loop(loopSite, 10);
    loop.require(false, "80 - n >= 0", {{"n", n}});
    CHECK_FALSE(loop.run(nothing, kernel));
  }
  CHECK(harness.count("guard failed: 80 - n >= 0: n = 100 [") == 1);
  CHECK(harness.count("guard failed") == 1);
}

TEST_CASE("a launch leaves errno as it was, the first one too") {
  for (const char* devices : everywhere) {
    INFO(devices);
    Harness harness({devices});
    std::vector<double> a(100), b(100, 1);
    errno = 4242;
    REQUIRE(scale(a.data(), b.data(), 100));
    CHECK(errno == 4242);
    CHECK_FALSE(scale(a.data() + 1, a.data(), 99));
    CHECK(errno == 4242);
  }
}

#ifdef __SSE2__
TEST_CASE("a thread that flushes denormals from some time on keeps its loops") {
  Harness harness({"cpu"});
  std::vector<double> a(100), b(100, 1);
  REQUIRE(scale(a.data(), b.data(), 100));
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before ^ _MM_FLUSH_ZERO_MASK);
  const bool flushing = scale(a.data(), b.data(), 100);
  _mm_setcsr(before);
  CHECK_FALSE(flushing);
  CHECK(scale(a.data(), b.data(), 100));
}
#endif

TEST_CASE("threads have stacks as large as the program's own") {
  rlimit limit{};
  REQUIRE(getrlimit(RLIMIT_STACK, &limit) == 0);
  if (limit.rlim_cur < (8u << 20)) return;  // nothing that large would run on the program's own
  for (const char* devices : {"cpu", "virtual:2"}) {
    Harness harness({devices});
    std::vector<int> a(64);
    Loop loop(loopSite, 64);
    const auto a_ = loop.array("a", a.data());
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.writes(a_).box(chunk.begin, {1, chunk.size()});
    };
    REQUIRE(loop.run(footprint, [&](const Memory& at) { return Deep{at(a_)}; }));
    CHECK(a[63] == 126);
  }
}

TEST_CASE("a thread that rounds or traps in its own way keeps its loops") {
  for (const char* devices : {"cpu", "virtual:2"}) {
    Harness harness({devices});
    std::vector<double> a(100, 3), b(100, 1);
    std::fesetround(FE_UPWARD);
    const bool upward = scale(a.data(), b.data(), 100);
    std::fesetround(FE_TONEAREST);
    CHECK_FALSE(upward);
    CHECK(harness.count("guard failed: the calling thread does not round to nearest") == 1);
#ifdef __GLIBC__
    feenableexcept(FE_DIVBYZERO);
    const bool trapping = scale(a.data(), b.data(), 100);
    fedisableexcept(FE_DIVBYZERO);
    CHECK_FALSE(trapping);
    CHECK(harness.count("guard failed: the calling thread traps floating-point exceptions") == 1);
#endif
    CHECK(a == std::vector<double>(100, 3));
    CHECK(scale(a.data(), b.data(), 100));
  }
}

TEST_CASE("arrays may be the same where that is allowed, but not overlap otherwise") {
  Harness harness;
  const auto run = [](double* a, double* b) {
    Loop loop(loopSite, 100);
    const auto a_ = loop.array("a", a);
    const auto b_ = loop.array("b", static_cast<const double*>(b));
    loop.sameOrDisjoint(a_, b_);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.writes(a_).box(chunk.begin, {1, chunk.size()});
      touched.reads(b_).box(chunk.begin, {1, chunk.size()});
    };
    const auto kernel = [&](const Memory& at) { return Scale{at(a_), at(b_)}; };
    return loop.run(footprint, kernel);
  };
  std::vector<double> a(200, 1);
  CHECK(run(a.data(), a.data()));
  CHECK((a[0] == 2 && a[99] == 101 && a[100] == 1));
  CHECK_FALSE(run(a.data(), a.data() + 50));
  CHECK(run(a.data(), a.data() + 100));
  CHECK(a[99] == 101);
}

TEST_CASE("an array that covers a variable of the loop fails its guard") {
  Harness harness;
  std::vector<double> a(10), b(10);
  const auto run = [&](const double& variable) {
    Loop loop(loopSite, 10);
    const auto a_ = loop.array("a", a.data());
    loop.disjoint(a_, object(variable));
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.writes(a_).box(chunk.begin, {1, chunk.size()});
    };
    const auto kernel = [&](const Memory& at) { return Scale{at(a_), at(a_)}; };
    return loop.run(footprint, kernel);
  };
  CHECK(run(b[5]));
  CHECK_FALSE(run(a[5]));
}

TEST_CASE("two variables that overlap fail their guard") {
  Harness harness;
  double pair[2] = {};
  const auto run = [](ObjectBytes a, ObjectBytes b) {
    Loop loop(loopSite, 0);
    loop.disjoint(a, b);
    const auto kernel = [](const Memory&) { return Scale{nullptr, nullptr}; };
    return loop.run([](Chunk, Footprint&) {}, kernel);
  };
  CHECK(run(object(pair[0]), object(pair[1])));
  CHECK_FALSE(run(object(pair[0]), object(pair[0])));
  CHECK_FALSE(run(object("pair", pair), object("x", pair[1])));
  CHECK(harness.count("guard failed: pair and x are different objects: they share memory [") == 1);
}

namespace {

/// Arrays of a hundred doubles, all of which are touched, under one guard for all of them.
struct Crowd {
  struct Member {
    double* base;
    bool written;
    bool own = false;
  };
  std::vector<Member> members;
  std::vector<ObjectBytes> written{}, read{};

  bool run() const {
    Loop loop(loopSite, 100);
    std::vector<Array<double>> arrays;
    for (const Member& member : members) arrays.push_back(loop.array("a", member.base));
    add(loop, arrays);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      for (std::size_t i = 0; i < members.size(); ++i)
        (members[i].written ? touched.mayWrite(arrays[i]) : touched.reads(arrays[i]))
            .box(chunk.begin, {1, chunk.size()});
    };
    const auto kernel = [](const Memory&) { return Nothing{}; };
    return loop.run(footprint, kernel);
  }

 private:
  struct Nothing {
    CLUSTRIX_HD void operator()(Index) const {}
  };
  /// The guard takes lists that a text spells out: here up to three arrays anywhere and one of its own.
  void add(Loop& loop, const std::vector<Array<double>>& arrays) const {
    const auto of = [&](bool own) {
      std::vector<Array<double>> some;
      for (std::size_t i = 0; i < members.size(); ++i)
        if (members[i].own == own) some.push_back(arrays[i]);
      return some;
    };
    const auto object = [](const std::vector<ObjectBytes>& all) { return all.empty() ? ObjectBytes{} : all.front(); };
    const auto anywhere = of(false), own = of(true);
    REQUIRE((anywhere.size() == 3 && own.size() <= 2));
    if (own.size() == 2)
      loop.allDisjoint({anywhere[0], anywhere[1], anywhere[2]}, {own[0], own[1]});
    else if (own.size() == 1)
      loop.allDisjoint({anywhere[0], anywhere[1], anywhere[2]}, {own[0]});
    else
      loop.allDisjoint({anywhere[0], anywhere[1], anywhere[2]}, {}, {object(written)}, {object(read)});
  }
};

}  // namespace

TEST_CASE("of many arrays none that is written may overlap another one") {
  Harness harness;
  std::vector<double> memory(1000);
  double* const at = memory.data();
  CHECK(Crowd{{{at, true}, {at + 100, true}, {at + 200, false}}}.run());
  CHECK(Crowd{{{at + 200, true}, {at, true}, {at + 100, true}}}.run());
  // Two that are only read may.
  CHECK(Crowd{{{at, true}, {at + 150, false}, {at + 100, false}}}.run());
  CHECK_FALSE(Crowd{{{at, true}, {at + 99, false}, {at + 200, false}}}.run());
  CHECK_FALSE(Crowd{{{at + 99, false}, {at + 200, false}, {at, true}}}.run());
  CHECK_FALSE(Crowd{{{at, true}, {at + 500, false}, {at, true}}}.run());
  CHECK_FALSE(Crowd{{{at + 300, false}, {at + 399, true}, {at, false}}}.run());
}

TEST_CASE("arrays of their own storage are compared with those that may be anywhere alone") {
  Harness harness;
  std::vector<double> memory(1000);
  double* const at = memory.data();
  CHECK(Crowd{{{at, false}, {at + 100, false}, {at + 200, false}, {at + 300, true, true}}}.run());
  CHECK_FALSE(Crowd{{{at, false}, {at + 100, false}, {at + 250, false}, {at + 300, true, true}}}.run());
  CHECK_FALSE(Crowd{{{at, true}, {at + 100, false}, {at + 200, false}, {at + 50, false, true}}}.run());
  CHECK(Crowd{{{at, false}, {at, false}, {at, false}, {at + 500, true, true}, {at + 550, true, true}}}.run());
}

TEST_CASE("variables among many arrays must lie outside of what is written, and written ones of all") {
  Harness harness;
  std::vector<double> memory(1000);
  double* const at = memory.data();
  const auto arrays = [&] { return std::vector<Crowd::Member>{{at, true}, {at + 100, true}, {at + 200, false}}; };
  CHECK(Crowd{arrays(), {object(at[900])}, {object(at[901])}}.run());
  CHECK(Crowd{arrays(), {object(at[900])}, {object(at[250])}}.run());
  CHECK_FALSE(Crowd{arrays(), {object(at[900])}, {object(at[150])}}.run());
  CHECK_FALSE(Crowd{arrays(), {object(at[250])}, {object(at[901])}}.run());
  CHECK_FALSE(Crowd{arrays(), {object(at[900])}, {object(at[900])}}.run());
}

TEST_CASE("elements that no iteration writes keep what the host put there") {
  for (const char* devices : everywhere) {
    INFO(devices);
    Harness harness({devices});
    std::vector<int> a = counted(1000), b(1000);
    for (int i = 0; i < 1000; ++i) b[static_cast<std::size_t>(i)] = i % 10 == 3 ? 1000 + i : 0;
    Loop loop(loopSite, 1000);
    const auto a_ = loop.array("a", a.data());
    const auto b_ = loop.array("b", static_cast<const int*>(b.data()));
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.mayWrite(a_).box(chunk.begin, {1, chunk.size()});
      touched.reads(b_).box(chunk.begin, {1, chunk.size()});
    };
    const auto kernel = [&](const Memory& at) { return Keep{at(a_), at(b_), 500}; };
    REQUIRE(loop.run(footprint, kernel));
    for (int i = 0; i < 1000; ++i) REQUIRE(a[static_cast<std::size_t>(i)] == (i % 10 == 3 ? 1000 + i : i + 1));
  }
}

TEST_CASE("columns of a matrix are written by several devices into the same rows") {
  for (const char* devices : everywhere) {
    INFO(devices);
    Harness harness({devices});
    const Index n = 20, m = 31;
    std::vector<int> a = counted(static_cast<std::size_t>(n * m));
    Loop loop(loopSite, m);
    const auto a_ = loop.array("a", a.data(), a.size());
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.writes(a_).box(chunk.begin, {1, chunk.size()}, {m, n});
      touched.reads(a_).box(chunk.begin, {m, n}, {1, chunk.size()});
    };
    const auto kernel = [&](const Memory& at) { return AddColumns{at(a_), n, m}; };
    REQUIRE(loop.run(footprint, kernel));
    for (Index p = 0; p < n * m; ++p) REQUIRE(a[static_cast<std::size_t>(p)] == p + 1 + p % m);
  }
}

namespace {

// for (i < n) a[n - 1 - i] = b[i];
struct Reverse {
  int* a;
  const int* b;
  Index n;
  void operator()(Index k) const { a[n - 1 - k] = b[k]; }
};
// for (i < n) { x[2 * i] = i; } with x[2 * i + 1] somebody else's
struct Even {
  int* x;
  void operator()(Index k) const { x[2 * k] = static_cast<int>(k); }
};

}  // namespace

TEST_CASE("a reversed write ends where it should") {
  for (const char* devices : everywhere) {
    INFO(devices);
    Harness harness({devices});
    std::vector<int> a(500), b = counted(500);
    Loop loop(loopSite, 500);
    const auto a_ = loop.array("a", a.data());
    const auto b_ = loop.array("b", static_cast<const int*>(b.data()));
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.writes(a_).box(499 - chunk.begin, {-1, chunk.size()});
      touched.reads(b_).box(chunk.begin, {1, chunk.size()});
    };
    const auto kernel = [&](const Memory& at) { return Reverse{at(a_), at(b_), 500}; };
    REQUIRE(loop.run(footprint, kernel));
    for (int i = 0; i < 500; ++i) REQUIRE(a[static_cast<std::size_t>(i)] == 500 - i);
  }
}

TEST_CASE("interleaved elements of others survive") {
  for (const char* devices : everywhere) {
    INFO(devices);
    Harness harness({devices});
    std::vector<int> x(600, -7);
    Loop loop(loopSite, 300);
    const auto x_ = loop.array("x", x.data());
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.writes(x_).box(2 * chunk.begin, {2, chunk.size()});
    };
    const auto kernel = [&](const Memory& at) { return Even{at(x_)}; };
    REQUIRE(loop.run(footprint, kernel));
    for (int i = 0; i < 600; ++i) REQUIRE(x[static_cast<std::size_t>(i)] == (i % 2 == 0 ? i / 2 : -7));
  }
}

namespace {

// for (i < n) { p[i] += 1; q[i] *= 2; } where q may lie inside p
struct TwoViews {
  int* p;
  int* q;
  void operator()(Index k) const {
    p[k] += 1;
    q[k] *= 2;
  }
};
// for (i < n) a[i] = b[i + 1], with a footprint that says b[i]
struct Stencil {
  unsigned* a;
  const unsigned* b;
  void operator()(Index k) const { a[k] = b[k + 1]; }
};

}  // namespace

TEST_CASE("arrays that overlap on the host share their device's memory") {
  for (const char* devices : everywhere) {
    INFO(devices);
    Harness harness({devices});
    std::vector<int> p = counted(300);
    Loop loop(loopSite, 300);
    const auto p_ = loop.array("p", p.data());
    const auto q_ = loop.array("q", p.data());
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.reads(p_).box(chunk.begin, {1, chunk.size()});
      touched.writes(p_).box(chunk.begin, {1, chunk.size()});
      touched.reads(q_).box(chunk.begin, {1, chunk.size()});
      touched.writes(q_).box(chunk.begin, {1, chunk.size()});
    };
    const auto kernel = [&](const Memory& at) { return TwoViews{at(p_), at(q_)}; };
    REQUIRE(loop.run(footprint, kernel));
    for (int i = 0; i < 300; ++i) REQUIRE(p[static_cast<std::size_t>(i)] == (i + 2) * 2);
  }
}

TEST_CASE("what a footprint leaves out is not on the device") {
  Harness harness({"virtual:2"});
  std::vector<unsigned> a(100), b(110, 5);
  Loop loop(loopSite, 100);
  const auto a_ = loop.array("a", a.data());
  const auto b_ = loop.array("b", static_cast<const unsigned*>(b.data()));
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(a_).box(chunk.begin, {1, chunk.size()});
    touched.reads(b_).box(chunk.begin, {1, chunk.size()});
    // What is left out lies between what is there: behind the end there may be the guard page, where reads are fatal.
    touched.reads(b_).box(chunk.end + 3, {1, 1});
  };
  const auto kernel = [&](const Memory& at) { return Stencil{at(a_), at(b_)}; };
  REQUIRE(loop.run(footprint, kernel));
  CHECK((a[0] == 5 && a[48] == 5));
  CHECK(a[49] == 0xCBCBCBCBu);
  CHECK(a[99] == 0xCBCBCBCBu);
}

TEST_CASE("a device without room runs smaller batches, with a warning") {
  Harness harness({"virtual:2x2KB"});
  std::vector<double> a(1000), b(1000, 4);
  REQUIRE(scale(a.data(), b.data(), 1000));
  CHECK(a[999] == 1007);
  CHECK(harness.count("clustrix: warn: memory: a device's share does not fit its memory; it runs in") == 1);
  CHECK(harness.count("Executing GPU parallelization with 2 GPUs") == 1);
}

TEST_CASE("a device without room for one iteration leaves the loop to the CPU, with a warning") {
  Harness harness({"virtual:2x600B"});
  std::vector<int> a = counted(20000);
  Loop loop(loopSite, 100);
  const auto a_ = loop.array("a", a.data());
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(a_).box(chunk.begin, {100, 200}, {1, chunk.size()});
    touched.reads(a_).box(chunk.begin, {100, 200}, {1, chunk.size()});
  };
  const auto kernel = [&](const Memory& at) { return AddColumns{at(a_), 200, 100}; };
  REQUIRE(loop.run(footprint, kernel));
  for (int p = 0; p < 20000; ++p) REQUIRE(a[static_cast<std::size_t>(p)] == p + 1 + p % 100);
  CHECK(harness.count("clustrix: warn: memory: one iteration needs more memory") == 1);
}

TEST_CASE("switches keep loops from devices or from threads") {
  std::vector<double> a(100), b(100);
  const auto lines = [&](const Options& options, const char* text) {
    static Site other{"other", "other.cpp", 1, 1};
    other.options = options;
    Harness harness({"virtual:2"});
    const bool ran = scale(a.data(), b.data(), 100, other);
    CHECK(harness.count("Executing GPU") == 0);
    CHECK(harness.count(std::string("GPU parallelization not beneficial: ") + text) == 1);
    return ran;
  };
  CHECK(lines(Options{}.autoGpuParallel(false), "auto_gpu_parallel is off"));
  CHECK(lines(Options{}.gpus(0), "gpus is 0"));
  CHECK(lines(Options{}.complexityExceeded(), "the function's complexity"));
  CHECK_FALSE(lines(Options{}.minIterations(101), "100 iterations, fewer than min_iterations"));
  CHECK_FALSE(lines(Options{}.autoGpuParallel(false).parallel(false), "auto_gpu_parallel is off"));
}

TEST_CASE("the attribute is over configure, and configure over the environment") {
  Wish wish{"virtual:4"};
  wish.options = Options{}.gpus(3);  // as from the environment
  Harness harness(wish);
  std::vector<double> a(100), b(100);
  const auto gpus = [&](int n) { return harness.count("with " + std::to_string(n) + " GPUs"); };
  REQUIRE(scale(a.data(), b.data(), 100));
  CHECK(gpus(3) == 1);
  configure(Options{}.gpus(2));
  configure(Options{}.cores(1));  // leaves gpus as it was
  REQUIRE(scale(a.data(), b.data(), 100));
  CHECK(gpus(2) == 1);
  static constexpr Site withAttribute{"other", "other.cpp", 1, 1, Options{}.gpus(1)};
  REQUIRE(scale(a.data(), b.data(), 100, withAttribute));
  CHECK(gpus(1) == 1);
}

TEST_CASE("a short loop stays as it was written, and a long one does not") {
  Wish wish{"virtual:2"};
  wish.force = false;
  Harness harness(wish);
  std::vector<double> a(100), b(100);
  CHECK_FALSE(scale(a.data(), b.data(), 100));
  CHECK(harness.count("GPU parallelization not beneficial: the loop is too short") == 1);
  Loop loop(loopSite, 100);
  loop.operations(100000000);
  const auto a_ = loop.array("a", a.data());
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(a_).box(chunk.begin, {1, chunk.size()});
    touched.reads(a_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const Memory& at) { return Scale{at(a_), at(a_)}; };
  CHECK(loop.run(footprint, kernel));
  CHECK(harness.count("Executing GPU parallelization with 2 GPUs") == 1);
}

TEST_CASE("a loop whose footprint is not known runs on the CPU without guards, and not at all with them") {
  for (const bool guarded : {false, true}) {
    Harness harness({"virtual:2"});
    std::vector<int> a(100), b = counted(100);
    Loop loop(loopSite, 100);
    const auto a_ = loop.array("a", a.data());
    const auto b_ = loop.array("b", static_cast<const int*>(b.data()));
    if (guarded) loop.disjoint(a_, b_);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.mayWrite(a_).box(chunk.begin, {1, chunk.size()});
      touched.mayRead(b_).whole();
    };
    const auto kernel = [&](const Memory& at) { return Keep{at(a_), at(b_), 0}; };
    CHECK(loop.run(footprint, kernel) == !guarded);
    CHECK((a == b) == !guarded);
    CHECK(harness.count(guarded ? "guard failed: what the loop touches of b is not known"
                                : "not beneficial: what the loop touches is not known") > 0);
  }
}

namespace {

// for (i < n) { a[2 * i] += 1; a[2 * i + 1] += 2; }
struct CountRuns {
  int* a;
  void operator()(Index k) const {
    a[2 * k] += 1;
    a[2 * k + 1] += 2;
  }
};

}  // namespace

TEST_CASE("every schedule runs every iteration once") {
  for (const Schedule schedule : {Schedule::Static, Schedule::Weighted, Schedule::Dynamic}) {
    Wish wish{"virtual:1,1@0.5,1@0.25"};
    wish.options = Options{}.schedule(schedule).maxGpuParallelJobs(3);
    Harness harness(wish);
    for (const int n : {1, 2, 5, 997}) {
      std::vector<int> a(static_cast<std::size_t>(2 * n), 0);
      for (int repeat = 0; repeat < 3; ++repeat) {
        Loop loop(loopSite, n);
        const auto a_ = loop.array("a", a.data());
        const auto footprint = [&](Chunk chunk, Footprint& touched) {
          touched.reads(a_).box(2 * chunk.begin, {1, 2 * chunk.size()});
          touched.writes(a_).box(2 * chunk.begin, {1, 2 * chunk.size()});
        };
        const auto kernel = [&](const Memory& at) { return CountRuns{at(a_)}; };
        REQUIRE(loop.run(footprint, kernel));
      }
      for (int i = 0; i < 2 * n; ++i) REQUIRE(a[static_cast<std::size_t>(i)] == 3 * (1 + i % 2));
    }
  }
}

TEST_CASE("host threads may run loops at the same time") {
  for (const char* devices : {"virtual:3", "cpu"}) {
    Harness harness({devices, {}, true, false, runtime::LogLevel::Off});
    std::vector<std::thread> threads;
    std::vector<int> wrong(6, 0);
    for (std::size_t t = 0; t < wrong.size(); ++t)
      threads.emplace_back([&wrong, t] {
        std::vector<double> a(500), b(500, static_cast<double>(t));
        for (int repeat = 0; repeat < 10; ++repeat) {
          if (!scale(a.data(), b.data(), 500)) ++wrong[t];
          for (std::size_t i = 0; i < a.size(); ++i)
            wrong[t] += a[i] == 2 * static_cast<double>(t) + static_cast<double>(i) ? 0 : 1;
        }
      });
    for (std::thread& thread : threads) thread.join();
    CHECK(wrong == std::vector<int>(6, 0));
  }
}

namespace {

// The body calls a function that was rewritten too: its loop must not wait for the devices that run this one.
struct Nested {
  double* a;
  const double* b;
  void operator()(Index k) const {
    double out[4];
    if (!scale(out, b, 4))
      for (int i = 0; i < 4; ++i) out[i] = -1;
    a[k] = out[0];
  }
};

}  // namespace

TEST_CASE("a loop inside a kernel stays as it was written") {
  for (const char* devices : {"virtual:2", "cpu"}) {
    Harness harness({devices});
    std::vector<double> a(64), b(4, 1);
    Loop loop(loopSite, 64);
    const auto a_ = loop.array("a", a.data());
    const auto b_ = loop.array("b", static_cast<const double*>(b.data()));
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.writes(a_).box(chunk.begin, {1, chunk.size()});
      touched.reads(b_).box(0, {1, 4});
    };
    const auto kernel = [&](const Memory& at) { return Nested{at(a_), at(b_)}; };
    REQUIRE(loop.run(footprint, kernel));
    CHECK(a == std::vector<double>(64, -1));
  }
}

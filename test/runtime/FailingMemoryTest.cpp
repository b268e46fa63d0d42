// Host memory that runs out, at one place after another: whatever of the runtime wants it then, each loop's results are
// those of the original. A program of its own: it replaces `operator new`, and runs each place in a process of its own,
// where the environment decides what the runtime is.
//
//     place 0, 1, 2, ...  ─► fork ─► the place-th `new` throws (one, two in a row, or all from there on) ─► scenario
//
// A signal's number says of a child that it crashed, gave up, or hung.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <new>
#include <numeric>
#include <string>
#include <vector>

#include "FailingNew.h"
#include "ThreadedLoops.h"
#include "clustrix/resident.h"
#include "memory/IntervalSet.h"

using namespace clustrix;
using clustrix::test::newFails;

namespace {

using Numbers = std::vector<int>;

constexpr std::size_t size = 3000;

Numbers numbers(int step = 31) {
  Numbers list(size);
  for (std::size_t k = 0; k < size; ++k) list[k] = static_cast<int>(k) * step % 64;
  return list;
}

// b[k] = a[k - 1] + a[k + 1], in parallel or not.
void neighbours(const Numbers& a, Numbers& b, const Residency* residency = nullptr) {
  if (test::neighbours(a, b, residency)) return;
  for (std::size_t k = 1; k + 1 < a.size(); ++k) b[k] = a[k - 1] + a[k + 1];
}
bool areNeighbours(const Numbers& a, const Numbers& b) {
  for (std::size_t k = 1; k + 1 < a.size(); ++k)
    if (b[k] != a[k - 1] + a[k + 1]) return false;
  return true;
}

// a[k] = a[k] * 3 + 1; sum += a[k]: what is run twice is wrong.
struct Raise {
  int* a;
  struct Partial {
    unsigned sum;
  };
  static constexpr Order order = Order::Interleaved;
  static Partial identity() { return {0}; }
  static void combine(Partial& left, const Partial& right) { left.sum += right.sum; }
  void operator()(Index k, Partial& partial) const {
    a[k] = a[k] * 3 + 1;
    partial.sum += static_cast<unsigned>(a[k]);
  }
};
void raise(Numbers& a, unsigned& sum, const Residency* residency, bool may = false) {
  static constexpr Site site{"raise", "memory.cpp", 1, 1};
  const Index n = static_cast<Index>(a.size());
  Raise::Partial total = Raise::identity();
  // The original runs before the loop's end, which is where a verification compares.
  const auto run = [&](Loop& loop) {
    const auto a_ = loop.array("a", a.data(), n);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.reads(a_).box(chunk.begin, {1, chunk.size()});
      (may ? touched.mayWrite(a_) : touched.writes(a_)).box(chunk.begin, {1, chunk.size()});
    };
    const auto kernel = [&](const Memory& at) { return Raise{at(a_)}; };
    if (loop.run(footprint, kernel, total)) return;
    total = Raise::identity();
    for (Index k = 0; k < n; ++k) Raise{a.data()}(k, total);
  };
  if (residency != nullptr) {
    Loop loop(site, n, *residency);
    run(loop);
  } else {
    Loop loop(site, n);
    run(loop);
  }
  sum += total.sum;
}

// bins[a[k]] += 1
struct Count {
  const int* a;
  int* bins;
  using Combined = clustrix::Combined<combined::Sum<&Count::bins>>;
  void operator()(Index k) const { bins[a[k]] += 1; }
};
void count(const Numbers& a, Numbers& bins, const Residency* residency = nullptr) {
  static constexpr Site site{"count", "memory.cpp", 2, 1};
  Loop loop = residency != nullptr ? Loop(site, static_cast<Index>(a.size()), *residency)
                                   : Loop(site, static_cast<Index>(a.size()));
  const auto a_ = loop.array("a", a.data(), a.size());
  const auto bins_ = loop.combined("bins", bins.data(), bins.size());
  loop.disjoint(bins_, a_);
  loop.operations(40);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.reads(a_).box(chunk.begin, {1, chunk.size()});
    touched.combines(bins_).whole();
  };
  if (loop.run(footprint, [&](const Memory& at) { return Count{at(a_), at(bins_)}; })) return;
  for (const int value : a) bins[static_cast<std::size_t>(value)] += 1;
}

// if (a[k] % 3 == 0) out.push_back(k)
struct Append {
  const int* a;
  int* out;
  struct Partial {
    Index next;
  };
  static Partial identity() { return {0}; }
  static void combine(Partial& left, const Partial& right) { left.next += right.next; }
  template <bool writing>
  void iterate(Index k, Partial& partial) const {
    if (a[k] % 3 != 0) return;
    if constexpr (writing) out[partial.next] = static_cast<int>(k);
    ++partial.next;
  }
};
void append(const Numbers& a, Numbers& out) {
  static constexpr Site site{"append", "memory.cpp", 3, 1};
  Room room(out);
  Loop loop(site, static_cast<Index>(a.size()));
  const auto a_ = loop.array("a", a.data(), a.size());
  const auto out_ = loop.array("out", room);
  loop.disjoint(out_, a_);
  const auto footprint = [&](Chunk chunk, Footprint& touched, const auto& before, const auto& after) {
    touched.reads(a_).box(chunk.begin, {1, chunk.size()});
    touched.writes(out_).box(before.next, {1, after.next - before.next});
  };
  const auto kernel = [&](const Memory& at) { return Append{at(a_), at(out_)}; };
  const auto place = [&](const auto& counted) { return loop.place(out_, room, counted.next); };
  auto total = Append::identity();
  total.next = static_cast<Index>(out.size());
  if (loop.scan(footprint, kernel, total, place)) return room.keep();
  room.drop();
  for (std::size_t k = 0; k < a.size(); ++k)
    if (a[k] % 3 == 0) out.push_back(static_cast<int>(k));
}

// The largest of lanes of large partial results, which take memory from the heap.
struct Large {
  const int* a;
  struct Partial {
    int last[600];
  };
  static constexpr Order order = Order::Sequential;
  static Partial identity() { return {}; }
  static void combine(Partial& left, const Partial& right) {
    for (int k = 0; k < 600; ++k) left.last[k] = left.last[k] * 3 + right.last[k];
  }
  void operator()(Index k, Partial& partial) const { partial.last[k % 600] = partial.last[k % 600] * 3 + a[k]; }
};
bool large(const Numbers& a, Large::Partial& total) {
  static constexpr Site site{"large", "memory.cpp", 4, 1};
  Loop loop(site, static_cast<Index>(a.size()));
  const auto a_ = loop.array("a", a.data(), a.size());
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.reads(a_).box(chunk.begin, {1, chunk.size()});
  };
  return loop.run(footprint, [&](const Memory& at) { return Large{at(a_)}; }, total);
}

// An outer loop of few iterations, in order, around launches of the inner one.
struct Inner {
  int* row;
  void operator()(Index k) const { row[k] += 1; }
};
struct Outer {
  int* a;
  void operator()(Index k) const {
    for (Index i = 0; i < 500; ++i) a[k * 500 + i] += 1;
  }
};
void inner(int* row) {
  static constexpr Site site{"inner", "memory.cpp", 6, 1};
  Loop loop(site, 500);
  const auto row_ = loop.array("row", row, 500);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.reads(row_).box(chunk.begin, {1, chunk.size()});
    touched.writes(row_).box(chunk.begin, {1, chunk.size()});
  };
  if (loop.run(footprint, [&](const Memory& at) { return Inner{at(row_)}; })) return;
  for (Index i = 0; i < 500; ++i) row[i] += 1;
}
void nest(int* a) {
  static constexpr Site site{"nest", "memory.cpp", 5, 1};
  const Launch launch([&] {
    Loop loop(site, 2);
    const auto a_ = loop.array("a", a, 1000);
    loop.inner(500);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.reads(a_).box(chunk.begin * 500, {1, chunk.size() * 500});
      touched.writes(a_).box(chunk.begin * 500, {1, chunk.size() * 500});
    };
    return loop.answer(loop.run(footprint, [&](const Memory& at) { return Outer{at(a_)}; }));
  });
  if (launch.ran()) return;
  for (Index k = 0; k < 2; ++k) {
    if (launch.prefersInner()) {
      inner(a + k * 500);
    } else {
      for (Index i = 0; i < 500; ++i) a[k * 500 + i] += 1;
    }
  }
}

// for (i < n) b[i] = a[from[i]], in the host's memory
struct Gather {
  const int* from;
  const int* a;
  int* b;
  static constexpr bool inPlace = true;
  void operator()(Index k) const { b[k] = a[from[k]]; }
};
void gather(const Numbers& from, const Numbers& a, Numbers& b) {
  static constexpr Site site{"gather", "memory.cpp", 7, 1};
  Loop loop(site, static_cast<Index>(from.size()));
  const auto from_ = loop.array("from", from.data(), from.size());
  const auto a_ = loop.array("a", a.data());
  const auto b_ = loop.array("b", b.data());
  loop.disjoint(b_, from_);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.reads(from_).box(chunk.begin, {1, chunk.size()});
    touched.mayRead(a_).whole();
    touched.writes(b_).box(chunk.begin, {1, chunk.size()});
  };
  if (loop.run(footprint, [&](const Memory& at) { return Gather{at(from_), at(a_), at(b_)}; })) return;
  for (std::size_t k = 0; k < from.size(); ++k) b[k] = a[static_cast<std::size_t>(from[k])];
}

// What a child does: makes its data, arms, runs loops, and says whether all is right.
using Scenario = bool (*)();

bool plain() {
  const Numbers a = numbers();
  Numbers b(size), c(size);
  newFails.armed = true;
  neighbours(a, b);
  neighbours(b, c);
  return areNeighbours(a, b) && areNeighbours(b, c);
}

bool raised(int times, bool stays, bool may) {
  Numbers a = numbers(), expected = a;
  unsigned sum = 0, expectedSum = 0;
  for (int t = 0; t < times; ++t)
    for (int& value : expected) expectedSum += static_cast<unsigned>(value = value * 3 + 1);
  newFails.armed = true;
  {
    const Residency residency;
    for (int t = 0; t < times; ++t) raise(a, sum, stays ? &residency : nullptr, may);
  }
  return sum == expectedSum && a == expected;
}
bool reduction() { return raised(2, false, false); }
bool uncertain() { return raised(2, false, true); }
bool residentReduction() { return raised(3, true, false); }
bool residentUncertain() { return raised(3, true, true); }

bool combination() {
  const Numbers a = numbers();
  Numbers bins(64, 5), expected(64, 5);
  for (const int value : a) expected[static_cast<std::size_t>(value)] += 1;
  newFails.armed = true;
  count(a, bins);
  return bins == expected;
}

// The bins are on devices before they are counted into, and after.
bool residentCombination() {
  Numbers a = numbers(), bins(size, 5), expectedA = a, expected = bins;
  unsigned sum = 0;
  for (int t = 0; t < 2; ++t) {
    for (int& value : expected) value = value * 3 + 1;
    for (int& value : expectedA) value = value * 3 + 1;
    for (const int value : expectedA) expected[static_cast<std::size_t>(value)] += 1;
  }
  newFails.armed = true;
  {
    const Residency residency;
    for (int t = 0; t < 2; ++t) {
      raise(bins, sum, &residency);
      raise(a, sum, &residency);
      count(a, bins, &residency);
    }
  }
  return a == expectedA && bins == expected;
}

bool scanned() {
  const Numbers a = numbers();
  Numbers b(size), expected(size);
  std::partial_sum(a.begin(), a.end(), expected.begin());
  newFails.armed = true;
  if (!test::runningSums(a, b)) std::partial_sum(a.begin(), a.end(), b.begin());
  return b == expected;
}

bool appended() {
  const Numbers a = numbers();
  Numbers out{7}, expected{7};
  for (std::size_t k = 0; k < size; ++k)
    if (a[k] % 3 == 0) expected.push_back(static_cast<int>(k));
  newFails.armed = true;
  append(a, out);
  return out == expected;
}

bool searched() {
  Numbers a = numbers();
  a[2000] = -1;
  newFails.armed = true;
  for (const int key : {-1, -5}) {
    Index k = test::find(a, key);
    for (Index before = 0; before < k; ++before)
      if (a[static_cast<std::size_t>(before)] == key) return false;
    while (k < static_cast<Index>(size) && a[static_cast<std::size_t>(k)] != key) ++k;
    if (k != (key == -1 ? 2000 : static_cast<Index>(size))) return false;
  }
  return true;
}

// Time steps with halos, and host code that looks at what they have done and changes it.
bool steps() {
  Numbers a = numbers(), b(size), c = a, d(size);
  long seen = 0, expected = 0;
  for (int t = 0; t < 4; ++t) {
    for (std::size_t k = 1; k + 1 < size; ++k) d[k] = (c[k - 1] + c[k + 1]);
    expected += d[size / 2];
    d[7] = t;
    std::swap(c, d);
  }
  newFails.armed = true;
  {
    Residency residency;
    for (int t = 0; t < 4; ++t) {
      neighbours(a, b, &residency);
      residency.reads(b[size / 2]);
      seen += b[size / 2];
      residency.writes(b[7]);
      b[7] = t;
      std::swap(a, b);
    }
  }
  return seen == expected && a == c && b == d;
}

// Arrays that stay between functions.
bool kept() {
  Numbers a = numbers(), b(size), c(size);
  newFails.armed = true;
  {
    resident keptB(b.data(), static_cast<Index>(size));
    {
      Residency residency;
      neighbours(a, b, &residency);
    }
    keptB.host();
    b[100] = 5;
    keptB.changed();
    {
      Residency residency;
      neighbours(b, c, &residency);
    }
  }
  return b[99] == a[98] + a[100] && b[100] == 5 && areNeighbours(b, c);
}

// Arrays of which each loop wants another part, so that their copies on the devices grow.
bool growing() {
  static constexpr Site site{"growing", "memory.cpp", 8, 1};
  Numbers a(size, 1);
  newFails.armed = true;
  {
    const Residency residency;
    for (Index t = 0; t < 3; ++t) {
      const Index from = 200 * (2 - t), n = 1800 + 400 * t;
      Loop loop(site, n, residency);
      const auto a_ = loop.array("a", a.data(), a.size());
      const auto footprint = [&](Chunk chunk, Footprint& touched) {
        touched.reads(a_).box(from + chunk.begin, {1, chunk.size()});
        touched.writes(a_).box(from + chunk.begin, {1, chunk.size()});
      };
      const auto kernel = [&](const Memory& at) { return Inner{at(a_) + from}; };
      if (loop.run(footprint, kernel)) continue;
      for (Index k = 0; k < n; ++k) a[static_cast<std::size_t>(from + k)] += 1;
    }
  }
  for (Index k = 0; k < static_cast<Index>(size); ++k) {
    int times = 1;
    for (Index t = 0; t < 3; ++t)
      if (k >= 200 * (2 - t) && k < 200 * (2 - t) + 1800 + 400 * t) ++times;
    if (a[static_cast<std::size_t>(k)] != times) return false;
  }
  return true;
}

bool nested() {
  Numbers a(1000, 3);
  const Numbers expected(1000, 4);
  newFails.armed = true;
  nest(a.data());
  return a == expected;
}

bool inPlace() {
  const Numbers from = numbers(), a = numbers(7);
  Numbers b(size);
  newFails.armed = true;
  gather(from, a, b);
  for (std::size_t k = 0; k < size; ++k)
    if (b[k] != a[static_cast<std::size_t>(from[k])]) return false;
  return true;
}

bool largeResults() {
  const Numbers a = numbers();
  Large::Partial first{}, again{};
  if (!large(a, first)) return false;
  newFails.armed = true;
  return !large(a, again) || std::equal(std::begin(first.last), std::end(first.last), std::begin(again.last));
}

// How a child ends, or 128 and a signal's number.
enum End { right = 0, wrong = 3, outOfMemory = 4, behindLast = 10 };

struct Environment {
  const char* name;
  std::map<std::string, std::string> variables;
};

// How a child ends that fails at `place`, `many` times.
int endOf(Scenario scenario, const Environment& environment, long place, long many) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    alarm(20);
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    setenv("CLUSTRIX_FORCE", "1", 1);
    setenv("CLUSTRIX_LOG", "off", 1);
    setenv("XDG_CACHE_HOME", "/nowhere", 1);
    for (const auto& [name, value] : environment.variables) setenv(name.c_str(), value.c_str(), 1);
    newFails.first = place;
    newFails.count = many;
    bool isRight = false;
    try {
      isRight = scenario();
    } catch (const std::bad_alloc&) {
      std::exit(outOfMemory);
    }
    if (!isRight) std::exit(wrong);
    std::exit(place >= newFails.asked ? behindLast : right);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Every `stride`-th place: a scenario has hundreds or thousands, and each takes a process.
void sweep(Scenario scenario, const Environment& environment, long stride) {
  constexpr long past = 1'000'000;
  REQUIRE(endOf(scenario, environment, past, 0) == behindLast);
  for (const long many : {1L, 2L, past})
    for (long place = 0; place < past; place += stride) {
      const int end = endOf(scenario, environment, place, many);
      if (end == behindLast) break;
      // What the program's own container throws reaches the program; a verification runs the original loop, too.
      const bool growsItself = scenario == appended && (many > 1 || environment.variables.count("CLUSTRIX_VERIFY") > 0);
      if (end == outOfMemory && growsItself) continue;
      INFO(environment.name << ": " << many << " failures from place " << place << " on");
      CHECK(end == right);
    }
}

const Environment devices{"three devices", {{"CLUSTRIX_DEVICES", "virtual:3"}}};
const Environment cpu{"threads", {{"CLUSTRIX_DEVICES", "cpu"}}};
const Environment little{"devices with little memory", {{"CLUSTRIX_DEVICES", "virtual:2x8KB"}}};
const Environment dynamic{"chunks for who is free first",
                          {{"CLUSTRIX_DEVICES", "virtual:2"}, {"CLUSTRIX_SCHEDULE", "dynamic"}}};
const Environment verified{"verification", {{"CLUSTRIX_DEVICES", "virtual:2"}, {"CLUSTRIX_VERIFY", "1"}}};
const Environment told{"all that is told",
                       {{"CLUSTRIX_DEVICES", "virtual:2"},
                        {"CLUSTRIX_LOG", "debug"},
                        {"CLUSTRIX_PLAN", "1"},
                        {"CLUSTRIX_SUMMARY", "1"},
                        {"CLUSTRIX_TRACE", "/dev/null"}}};

const std::map<std::string, Scenario> scenarios{{"plain", plain},
                                                {"reduction", reduction},
                                                {"uncertain", uncertain},
                                                {"residentReduction", residentReduction},
                                                {"residentUncertain", residentUncertain},
                                                {"combination", combination},
                                                {"residentCombination", residentCombination},
                                                {"scanned", scanned},
                                                {"appended", appended},
                                                {"searched", searched},
                                                {"steps", steps},
                                                {"kept", kept},
                                                {"growing", growing},
                                                {"nested", nested},
                                                {"inPlace", inPlace},
                                                {"largeResults", largeResults}};
const std::map<std::string, Scenario> verifiable{{"reduction", reduction},
                                                 {"uncertain", uncertain},
                                                 {"combination", combination},
                                                 {"appended", appended},
                                                 {"inPlace", inPlace}};

// All places where CLUSTRIX_EACH_PLACE is set, which takes minutes.
void sweepAll(const std::map<std::string, Scenario>& some, const Environment& environment, long stride) {
  const bool all = std::getenv("CLUSTRIX_EACH_PLACE") != nullptr;
  for (const auto& [name, scenario] : some) {
    INFO(name);
    sweep(scenario, environment, all ? 1 : stride);
  }
}

// The runs of ones in `bits`.
runtime::IntervalSet setOf(unsigned bits) {
  runtime::IntervalSet set;
  for (Index k = 0; bits >> k != 0; ++k)
    if (bits >> k & 1) set += runtime::IntervalSet(runtime::Bounds{k, k + 1});
  return set;
}

// `change(set)` with the `place`-th call of `new` failing: whether it got through.
template <class Change>
bool changedAt(long place, runtime::IntervalSet& set, const Change& change) {
  newFails.first = place;
  newFails.count = 1;
  newFails.asked = 0;
  newFails.armed = true;
  bool through = true;
  try {
    change(set);
  } catch (const std::bad_alloc&) {
    through = false;
  }
  newFails.armed = false;
  return through;
}

// The set is as it was, or has changed as it does where there is memory: at every place, shared with another or not.
template <class Change>
bool changesWholly(const runtime::IntervalSet& before, const runtime::IntervalSet& after, const Change& change) {
  for (const bool shared : {false, true}) {
    bool through = false;
    for (long place = 0; !through; ++place) {
      runtime::IntervalSet set(rowsOf(before));
      const runtime::IntervalSet other = shared ? set : runtime::IntervalSet();
      through = changedAt(place, set, change);
      if (!(set == (through ? after : before)) || !(other == (shared ? before : runtime::IntervalSet()))) return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("a set of intervals is as it was where memory runs out while it changes") {
  constexpr unsigned sets = 1 << 6;
  for (unsigned a = 0; a < sets; ++a)
    for (unsigned b = 0; b < sets; ++b) {
      const runtime::IntervalSet left = setOf(a), right = setOf(b);
      INFO(a << " and " << b);
      CHECK(changesWholly(left, setOf(a | b), [&](runtime::IntervalSet& set) { set += right; }));
      CHECK(changesWholly(left, setOf(a & ~b), [&](runtime::IntervalSet& set) { set -= right; }));
    }
}
TEST_CASE("loops are right wherever memory runs out while they are on devices") { sweepAll(scenarios, devices, 29); }
TEST_CASE("loops are right wherever memory runs out while they are on threads") { sweepAll(scenarios, cpu, 7); }
TEST_CASE("loops are right wherever memory runs out on devices that have little themselves") {
  sweepAll(scenarios, little, 509);
}
TEST_CASE("loops are right wherever memory runs out and chunks go to who is free first") {
  sweepAll(scenarios, dynamic, 509);
}
TEST_CASE("loops are right wherever memory runs out while they are verified") { sweepAll(verifiable, verified, 43); }
TEST_CASE("loops are right wherever memory runs out while all is told") { sweepAll(scenarios, told, 149); }

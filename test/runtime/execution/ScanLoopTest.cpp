// Scans and packing as the compiler emits them: what they compute, on devices and on the CPU.
#include "execution/ScanLoop.h"

#include <catch2/catch.hpp>
#include <numeric>

#include "Harness.h"
#include "clustrix/runtime.h"

using namespace clustrix;
using clustrix::test::Harness;
using clustrix::test::Wish;

namespace {

constexpr Site scanLoopSite{"example", "example.cpp", 7, 3};
const char* const everywhere[] = {"cpu",       "virtual:1",     "virtual:2",      "virtual:3",
                                  "virtual:8", "virtual:2x4KB", "virtual:1,1@0.5"};

// for (i < n) { sum += a[i]; b[i] = sum; }
template <class T>
struct Sums {
  const T* a;
  T* b;

  struct Partial {
    Wrapping<T> sum;
  };
  static Partial identity() { return {static_cast<Wrapping<T>>(-0.0)}; }
  static void combine(Partial& left, const Partial& right) { left.sum += right.sum; }
  template <bool writing>
  void iterate(Index k, Partial& partial) const {
    auto& sum = carriedAs<T, writing>(partial.sum);
    sum += a[k];
    if constexpr (writing) b[k] = sum;
  }
};
template <class T>
bool sums(const T* a, T* b, Index n, T& sum, bool guard = true, const Site& at = scanLoopSite) {
  Loop loop(at, n);
  const auto a_ = loop.array("a", a);
  const auto b_ = loop.array("b", b);
  loop.require(guard, "n >= 0", {{"n", -1}});
  loop.sameOrDisjoint(b_, a_);
  const auto footprint = [&](Chunk chunk, Footprint& touched, const auto&, const auto&) {
    touched.reads(a_).box(chunk.begin, {1, chunk.size()});
    touched.writes(b_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const Memory& where) { return Sums<T>{where(a_), where(b_)}; };
  auto total = Sums<T>::identity();
  total.sum = static_cast<Wrapping<T>>(sum);
  if (!loop.scan(footprint, kernel, total)) return false;
  sum = static_cast<T>(total.sum);
  return true;
}

// for (i < n) if (a[i] > limit) out[j++] = a[i];
struct Keep {
  const int* a;
  int* out;
  int limit;
  using PointedTo = clustrix::PointedTo<const int*>;
  static constexpr bool anyGrouping = true;

  struct Partial {
    Wrapping<int> j;
  };
  static Partial identity() { return {0}; }
  static void combine(Partial& left, const Partial& right) { left.j += right.j; }
  template <bool writing>
  void iterate(Index k, Partial& partial) const {
    auto& j = carriedAs<int, writing>(partial.j);
    if (a[k] > limit) {
      if constexpr (!writing)
        j++;
      else
        out[j++] = a[k];
    }
  }
};
int keep(const std::vector<int>& a, std::vector<int>& out, int limit, int j) {
  Loop loop(scanLoopSite, static_cast<Index>(a.size()));
  const auto a_ = loop.array("a", a.data(), a.size());
  const auto out_ = loop.array("out", out.data(), out.size());
  loop.disjoint(out_, a_);
  const auto footprint = [&](Chunk chunk, Footprint& touched, const auto& before, const auto& after) {
    touched.reads(a_).box(chunk.begin, {1, chunk.size()});
    touched.writes(out_).box(static_cast<Index>(before.j), {1, static_cast<Index>(after.j - before.j)});
  };
  const auto kernel = [&](const Memory& at) { return Keep{at(a_), at(out_), limit}; };
  auto total = Keep::identity();
  total.j = static_cast<unsigned>(j);
  CHECK(loop.scan(footprint, kernel, total));
  return static_cast<int>(total.j);
}

// for (i < n) if (a[i] > limit) out.push_back(a[i]);
struct Append {
  const int* a;
  int* out;
  int limit;

  struct Partial {
    Index next;
  };
  static Partial identity() { return {0}; }
  static void combine(Partial& left, const Partial& right) { left.next += right.next; }
  template <bool writing>
  void iterate(Index k, Partial& partial) const {
    Index& next = partial.next;
    if (a[k] > limit) {
      if constexpr (!writing)
        next++;
      else
        out[next++] = a[k];
    }
  }
};
bool append(const int* a, Index n, std::vector<int>& out, int limit) {
  clustrix::Room room(out);
  Loop loop(scanLoopSite, n);
  const auto a_ = loop.array("a", a);
  const auto out_ = loop.array("out", room);
  loop.disjoint(out_, a_);
  const auto footprint = [&](Chunk chunk, Footprint& touched, const auto& before, const auto& after) {
    touched.reads(a_).box(chunk.begin, {1, chunk.size()});
    touched.writes(out_).box(before.next, {1, after.next - before.next});
  };
  const auto kernel = [&](const Memory& at) { return Append{at(a_), at(out_), limit}; };
  const auto place = [&](const auto& counted) { return loop.place(out_, room, counted.next); };
  auto total = Append::identity();
  total.next = static_cast<Index>(out.size());
  const bool ran = loop.scan(footprint, kernel, total, place);
  if (ran) {
    CHECK(total.next == room.size());
    room.keep();
    return true;
  }
  room.drop();
  for (Index i = 0; i < n; ++i)
    if (a[i] > limit) out.push_back(a[i]);
  return false;
}

std::vector<int> noise(std::size_t n) {
  std::vector<int> list(n);
  unsigned state = 12345;
  for (int& x : list) {
    state = state * 1664525u + 1013904223u;
    x = static_cast<int>(state >> 8) % 2001 - 1000;
  }
  return list;
}

}  // namespace

TEST_CASE("running sums are those of the loop, on all devices") {
  for (const char* devices : everywhere) {
    Harness harness({.devices = devices});
    for (const std::size_t n : {0u, 1u, 2u, 511u, 1024u, 30011u}) {
      const std::vector<int> a = noise(n);
      std::vector<int> b(n, -7), expected(n);
      int sum = -40;
      int running = sum;
      for (std::size_t i = 0; i < n; ++i) expected[i] = running += a[i];
      INFO(devices << " n " << n);
      REQUIRE(sums(a.data(), b.data(), static_cast<Index>(n), sum));
      CHECK(sum == running);
      CHECK(b == expected);
    }
  }
}

TEST_CASE("a running sum of floating-point numbers has the same bits everywhere, and ends with its last one") {
  const std::vector<int> a = noise(50000);
  std::vector<double> x(a.begin(), a.end()), first;
  for (double& value : x) value /= 3;
  for (const char* devices : everywhere) {
    Harness harness({.devices = devices});
    std::vector<double> y(x.size());
    double sum = 0.1;
    REQUIRE(sums(x.data(), y.data(), static_cast<Index>(x.size()), sum));
    CHECK(sum == y.back());
    if (first.empty()) first = y;
    INFO(devices);
    CHECK(y == first);
  }
}

TEST_CASE("on one thread a running sum of floating-point numbers is grouped as lanes of a warp do it") {
  const std::vector<float> x = {1e8f, 2, 2, 2, 2, 2, 2, 2};  // 1e8f + 4 is 1e8f
  std::vector<float> y(x.size());
  const Sums<float> kernel{x.data(), y.data()};
  auto carried = Sums<float>::identity();
  const auto last = scan::runAsWarp<true>(kernel, {0, 8}, carried);
  // before x[5] stands x[0] + ((x[1] + x[2]) + (x[3] + x[4]))
  CHECK(y == std::vector<float>{1e8f, 1e8f, 1e8f, 1e8f, 1e8f, 1e8f + 8, 1e8f + 8, 1e8f + 8});
  CHECK(last.sum == y.back());
}

TEST_CASE("kernels that say that grouping does not show run in order on a thread") {
  static_assert(scan::AnyGrouping<Keep>::value && !scan::AnyGrouping<Sums<int>>::value);
  const std::vector<int> a = {3, -1, 4, -1, 5};
  std::vector<int> out(a.size());
  auto carried = Keep::identity();
  scan::runInOrder<true>(Keep{a.data(), out.data(), 0}, {0, 5}, carried);
  CHECK(out == std::vector<int>{3, 4, 5, 0, 0});
  CHECK(carried.j == 3);
}

TEST_CASE("passes and searches tell devices all types of elements that their kernels point to, and their own values") {
  using Expected = PointedTo<const int*, Keep::Partial*>;
  static_assert(std::is_same_v<runtime::PointedToOf<scan::Total<Keep>>::Type, Expected>);
  static_assert(std::is_same_v<runtime::PointedToOf<scan::Writer<Keep>>::Type, Expected>);
  static_assert(std::is_same_v<runtime::PointedToOf<Searcher<Keep>>::Type, PointedTo<const int*>>);
}

TEST_CASE("a running sum may replace what it adds up") {
  Harness harness;
  std::vector<int> a = noise(20000), expected = a;
  std::partial_sum(expected.begin(), expected.end(), expected.begin());
  int sum = 0;
  REQUIRE(sums(a.data(), a.data(), static_cast<Index>(a.size()), sum));
  CHECK(a == expected);
}

TEST_CASE("the total of a block may leave the type where no running value does") {
  Harness harness;
  std::vector<int> a(1 << 16, 0), b(a.size());
  REQUIRE(scan::blockSize(1 << 16) == 64);
  std::fill(a.begin() + 1280, a.begin() + 1344, 1 << 25);  // one block: 2^31 in all
  int sum = -2147483647 - 1;
  REQUIRE(sums(a.data(), b.data(), static_cast<Index>(a.size()), sum));
  CHECK(sum == 0);
  CHECK(b[1279] == -2147483647 - 1);
  CHECK(b[1280] == -2147483647 - 1 + (1 << 25));
}

TEST_CASE("a guard that fails leaves memory and the running value as they were") {
  Harness harness;
  std::vector<int> a = noise(3000);
  const std::vector<int> before = a;
  int sum = 11;
  CHECK_FALSE(sums(a.data(), a.data() + 1, 2999, sum));
  CHECK_FALSE(sums(a.data(), a.data(), 3000, sum, false));
  CHECK(a == before);
  CHECK(sum == 11);
  CHECK(harness.count("guard failed: n >= 0: n = -1 [") == 1);
}

TEST_CASE("packed elements lie one behind the other, in order, and nothing else changes") {
  for (const char* devices : everywhere) {
    Harness harness({.devices = devices});
    for (const std::size_t n : {0u, 1u, 777u, 30011u})
      for (const int limit : {-2000, 0, 900, 5000}) {
        const std::vector<int> a = noise(n);
        std::vector<int> out(n + 5, -9), expected = out;
        std::size_t j = 3;
        for (const int x : a)
          if (x > limit) expected[j++] = x;
        INFO(devices << " n " << n << " limit " << limit);
        CHECK(keep(a, out, limit, 3) == static_cast<int>(j));
        CHECK(out == expected);
      }
  }
}

TEST_CASE("verification compares a scan with the original loop") {
  Harness harness({.devices = "virtual:2", .verify = true});
  const std::vector<int> a = noise(9000);
  std::vector<int> b(a.size());
  int sum = 0;
  // The caller is asked to run the loop as it was written, which is what is compared with.
  CHECK_FALSE([&] {
    Loop loop(scanLoopSite, static_cast<Index>(a.size()));
    const auto a_ = loop.array("a", a.data());
    const auto b_ = loop.array("b", b.data());
    const auto footprint = [&](Chunk chunk, Footprint& touched, const auto&, const auto&) {
      touched.reads(a_).box(chunk.begin, {1, chunk.size()});
      touched.writes(b_).box(chunk.begin, {1, chunk.size()});
    };
    const auto kernel = [&](const Memory& at) { return Sums<int>{at(a_), at(b_)}; };
    auto total = Sums<int>::identity();
    const bool ran = loop.scan(footprint, kernel, total);
    for (std::size_t i = 0; i < a.size(); ++i) b[i] = sum += a[i];
    return ran;
  }());
  CHECK(harness.count("parallel and original agree") == 1);
}

TEST_CASE("fewer iterations than asked for leave a scan to the caller") {
  static constexpr Site most{"example", "example.cpp", 7, 3, Options{}.minIterations(5000)};
  Harness harness;
  const std::vector<int> a = noise(4999);
  std::vector<int> b(a.size());
  int sum = 0;
  CHECK_FALSE(sums(a.data(), b.data(), 4999, sum, true, most));
  const std::vector<int> more = noise(5000);
  b.resize(more.size());
  CHECK(sums(more.data(), b.data(), 5000, sum, true, most));
}

TEST_CASE("a container has room for as many elements as the first pass has counted") {
  for (const char* devices : everywhere) {
    Harness harness({.devices = devices});
    for (const std::size_t n : {0u, 1u, 777u, 30011u})
      for (const int limit : {-2000, 0, 900, 5000})
        for (const bool fits : {false, true}) {
          const std::vector<int> a = noise(n);
          std::vector<int> out{-1, -2, -3}, expected = out;
          for (const int x : a)
            if (x > limit) expected.push_back(x);
          if (fits) out.reserve(expected.size());
          const int* const before = out.data();
          INFO(devices << " n " << n << " limit " << limit << " fits " << fits);
          CHECK(append(a.data(), static_cast<Index>(n), out, limit));
          CHECK(out == expected);
          if (fits) CHECK(out.data() == before);
        }
  }
}

TEST_CASE("a loop that reads what it adds runs as it was written, and one that reads what was there does not") {
  Harness harness({.devices = "virtual:2"});
  for (const Index n : {1000, 1100}) {
    std::vector<int> out(1000, 5), expected = out;
    out.reserve(4000);
    for (Index i = 0; i < n; ++i) expected.push_back(5);
    CHECK(append(out.data(), n, out, 4) == (n == 1000));
    CHECK(out == expected);
  }
}

TEST_CASE("verification finds the elements where the original loop has left them") {
  Harness harness({.devices = "virtual:2", .verify = true});
  for (const bool fits : {false, true}) {
    const std::vector<int> a = noise(9000);
    std::vector<int> out{1, 2};
    if (fits) out.reserve(9002);
    CHECK_FALSE(append(a.data(), 9000, out, 0));
    CHECK(out.size() > 1000);
  }
  CHECK(harness.count("parallel and original agree") == 2);
}

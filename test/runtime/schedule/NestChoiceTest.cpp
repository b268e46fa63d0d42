// Nests that are divided by their inner loop where the outer one is too short: when that is done, that it computes the
// same, and what it costs where it is wrong.
#include "schedule/NestChoice.h"

#include <catch2/catch.hpp>

#include "Counted.h"

using namespace clustrix;
using namespace clustrix::runtime;
using clustrix::test::Counted;
using clustrix::test::Harness;
using clustrix::test::Wish;

namespace {

constexpr Site outerSite{"planes", "planes.cpp", 3, 3};
constexpr Site innerSite{"planes", "planes.cpp", 4, 5};

// for (k < rows) for (i < n) a[k * n + i] = 2 * b[i] + k;
struct Rows {
  double* a;
  const double* b;
  Index n;
  void operator()(Index k) const {
    for (Index i = 0; i < n; ++i) a[k * n + i] = 2 * b[i] + static_cast<double>(k);
  }
};
struct Row {
  double* a;
  const double* b;
  Index n, k;
  void operator()(Index i) const { a[k * n + i] = 2 * b[i] + static_cast<double>(k); }
};

void row(double* a, const double* b, Index n, Index k, const Residency& residency) {
  Loop loop(innerSite, n, residency);
  loop.operations(5);
  const auto a_ = loop.array("a", a);
  const auto b_ = loop.array("b", b);
  loop.disjoint(a_, b_);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(a_).box(k * n + chunk.begin, {1, chunk.size()});
    touched.reads(b_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const Memory& at) { return Row{at(a_), at(b_), n, k}; };
  if (!loop.run(footprint, kernel))
    for (Index i = 0; i < n; ++i) Row{a, b, n, k}(i);
}

enum class Way { Outer, Inner, Original };

// As the compiler emits it.
Way rows(double* a, const double* b, Index count, Index n) {
  Loop loop(outerSite, count);
  loop.operations(n * 5);
  loop.inner(n);
  const auto a_ = loop.array("a", a);
  const auto b_ = loop.array("b", b);
  loop.disjoint(a_, b_);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(a_).box(chunk.begin * n, {n, chunk.size()}, {1, n});
    touched.reads(b_).box(0, {1, n});
  };
  const auto kernel = [&](const Memory& at) { return Rows{at(a_), at(b_), n}; };
  if (loop.run(footprint, kernel)) return Way::Outer;
  if (loop.prefersInner()) {
    Residency residency;
    for (Index k = 0; k < count; ++k) row(a, b, n, k, residency);
    return Way::Inner;
  }
  for (Index k = 0; k < count; ++k) Rows{a, b, n}(k);
  return Way::Original;
}

std::vector<double> numbers(Index n) {
  std::vector<double> list(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = static_cast<double>(i) / 8;
  return list;
}

bool isRight(const std::vector<double>& a, const std::vector<double>& b, Index count) {
  const Index n = static_cast<Index>(b.size());
  for (Index k = 0; k < count; ++k)
    for (Index i = 0; i < n; ++i)
      if (a[static_cast<std::size_t>(k * n + i)] != 2 * b[static_cast<std::size_t>(i)] + static_cast<double>(k))
        return false;
  return true;
}

const std::vector<DeviceProperties> eight(8);

// A nest on a machine where the two ways are so many times slower than their estimates.
struct NestWorld {
  NestSeconds estimates;
  double outer = 1, inner = 1;
  NestCorrection correction{};
  int innerRuns = 0;

  void run(int times) {
    for (int t = 0; t < times; ++t) {
      if (innerIsQuicker(estimates, nullptr, correction)) {
        ++innerRuns;
        correction.ranInner(estimates.inner.best(), inner * estimates.inner.best());
      } else {
        correction.ranOuter(estimates.outer.best(), outer * estimates.outer.best());
      }
    }
  }
};

}  // namespace

TEST_CASE("where all is forced, an outer loop of fewer iterations than devices leaves them to the inner one") {
  for (const char* devices : {"cpu", "virtual:1", "virtual:2", "virtual:8", "virtual:2x64KB"})
    for (const Index count : {0, 1, 2, 3, 7, 8, 9}) {
      Wish wish;
      wish.devices = devices;
      const Harness harness(wish);
      const Index n = 1000;
      const std::vector<double> b = numbers(n);
      std::vector<double> a(static_cast<std::size_t>(count * n));
      INFO(devices << ", " << count << " rows");
      const Way way = rows(a.data(), b.data(), count, n);
      CHECK(isRight(a, b, count));
      if (std::string(devices) == "virtual:8") CHECK((way == Way::Inner) == (count > 0 && count < 8));
      if (std::string(devices) == "virtual:1") CHECK(way == Way::Outer);
    }
}

TEST_CASE("all eight devices have work for three rows, and what they share moves once") {
  const Counted counted("virtual:8");
  const Index n = 8000;
  const std::vector<double> b = numbers(n);
  std::vector<double> a(static_cast<std::size_t>(3 * n));
  REQUIRE(rows(a.data(), b.data(), 3, n) == Way::Inner);
  CHECK(isRight(a, b, 3));
  CHECK(counted.harness->count("with 8 GPUs [planes at planes.cpp:4]") == 3);
  CHECK(counted.harness->count("3 iterations, too few: each launches the loop inside, of 8000 or so") == 1);
  CHECK(counted.in() == b.size() * sizeof(double));
  CHECK(counted.out() == a.size() * sizeof(double));
}

TEST_CASE("an inner loop that is no longer than the outer one is no choice") {
  const Harness harness({"virtual:8"});
  const std::vector<double> b = numbers(3);
  std::vector<double> a(9);
  CHECK(rows(a.data(), b.data(), 3, 3) == Way::Outer);
  CHECK(isRight(a, b, 3));
}

TEST_CASE("a nest whose guard fails runs as it was written") {
  const Harness harness({"virtual:8"});
  std::vector<double> a = numbers(400);
  CHECK(rows(a.data() + 50, a.data(), 3, 100) == Way::Original);
}

TEST_CASE("the inner loops of a nest are verified one by one") {
  Wish wish;
  wish.devices = "virtual:8";
  wish.verify = true;
  const Harness harness(wish);
  const std::vector<double> b = numbers(100);
  std::vector<double> a(300);
  CHECK(rows(a.data(), b.data(), 3, 100) == Way::Inner);
  CHECK(isRight(a, b, 3));
  CHECK(harness.count("parallel and original agree [planes at planes.cpp:4]") == 3);
}

TEST_CASE("three rows of a million are for their inner loop, and three of ten are not") {
  const Work large{3e8, 0}, small{300, 0};
  CHECK(innerIsQuicker(nestSeconds(large, {3, 1000000}, eight, 8, 16), nullptr, {}));
  CHECK(innerIsQuicker(nestSeconds(large, {3, 1000000}, eight, 0, 16), nullptr, {}));
  CHECK_FALSE(innerIsQuicker(nestSeconds(small, {3, 10}, eight, 8, 16), nullptr, {}));
  // One device whose threads run along both loops is as full one way as the other, and has one launch to make.
  CHECK(innerIsQuicker(nestSeconds(large, {3, 1000000}, eight, 1, 1), nullptr, {}));
  CHECK_FALSE(innerIsQuicker(nestSeconds(large, {3, 1000000, true}, eight, 1, 1), nullptr, {}));
  // Of eight devices the outer loop keeps three busy.
  CHECK(innerIsQuicker(nestSeconds({3e13, 0}, {3, 1000000, true}, eight, 8, 16), nullptr, {}));
  CHECK_FALSE(innerIsQuicker(nestSeconds(small, {3, 10}, eight, 0, 16), nullptr, {}));
}

TEST_CASE("an outer loop that fills the machine keeps the nest, on the CPU and on devices") {
  for (const double operations : {1e5, 1e7, 1e9}) {
    const Work work{operations * 2000, 0};
    CHECK_FALSE(innerIsQuicker(nestSeconds(work, {2000, 100000}, eight, 0, 16), nullptr, {}));
    CHECK_FALSE(innerIsQuicker(nestSeconds({operations, 0}, {64, 100000}, eight, 0, 16), nullptr, {}));
    CHECK_FALSE(innerIsQuicker(nestSeconds({operations, 0}, {3, 100000}, eight, 0, 1), nullptr, {}));
  }
  CHECK_FALSE(Nest{manyIterations, 1000000}.hasChoice());
  CHECK_FALSE(Nest{3, 0}.hasChoice());
}

TEST_CASE("arrays that have to move make neither way better, unless they may stay") {
  // 40 ms to move, 0.5 ms to compute on eight devices.
  const Work work{2e7, 4e9};
  Work settled = work;
  settled.bytes = 0;
  const NestSeconds now = nestSeconds(work, {3, 1000000}, eight, 8, 3),
                    later = nestSeconds(settled, {3, 1000000}, eight, 8, 3);
  CHECK_FALSE(innerIsQuicker(now, nullptr, {}));
  CHECK(innerIsQuicker(now, &later, {}));
  // Three of them lose more on the CPU than they may.
  const NestSeconds one = nestSeconds(work, {200, 300}, eight, 8, 3),
                    then = nestSeconds(settled, {200, 300}, eight, 8, 3);
  CHECK_FALSE(innerIsQuicker(one, &then, {}));
}

TEST_CASE("a way that is slower than its estimate is left for the other one") {
  NestWorld slow{nestSeconds({3e8, 0}, {3, 1000000}, eight, 8, 16)};
  slow.inner = 500;
  slow.run(100);
  CHECK(slow.innerRuns < 5);
  NestWorld right{nestSeconds({3e8, 0}, {3, 1000000}, eight, 8, 16)};
  right.run(100);
  CHECK(right.innerRuns == 100);
  // Operations that cost more than was thought say nothing against either way.
  NestWorld dear{nestSeconds({3e8, 0}, {3, 1000000}, eight, 8, 16)};
  dear.outer = dear.inner = 20;
  dear.run(100);
  CHECK(dear.innerRuns > 90);
  // A first time that is slow may be the machine's.
  NestCorrection first;
  first.ranInner(1, 30);
  CHECK(first.inner() == 1);
}

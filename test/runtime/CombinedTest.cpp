// Arrays that iterations combine into, on the CPU and on devices of several kinds.
#include "clustrix/Combined.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <random>

#include "Harness.h"

using namespace clustrix;
using clustrix::test::Harness;
using clustrix::test::Wish;

namespace {

constexpr Site combinedSite{"combine", "combine.cpp", 1, 1};

/// sum[key[k] + 3] += x[k]; last value of all: a partial result beside the copies.
struct Sums {
  const int* key;
  const float* x;
  float* sum;
  Wrapping<int*> count;

  using Combined = clustrix::Combined<combined::Sum<&Sums::sum>, combined::Sum<&Sums::count>>;
  struct Partial {
    Index last;
  };
  static constexpr Order order = Order::Sequential;
  static Partial identity() { return {-1}; }
  static void combine(Partial& left, const Partial& right) {
    if (right.last >= 0) left.last = right.last;
  }
  void operator()(Index k, Partial& partial) const {
    sum[key[k] + 3] += x[k];
    if (k % 3 != 1) count[key[k]]--;
    partial.last = k;
  }
};

struct Extremes {
  const float* x;
  Span<float> low, high;
  Index width;

  using Combined = clustrix::Combined<combined::Minimum<&Extremes::low>, combined::Maximum<&Extremes::high, true>>;
  void operator()(Index k) const {
    for (Index j = 0; j < width; ++j) {
      const float v = x[k * width + j];
      if (v < low[static_cast<std::size_t>(j)]) low[static_cast<std::size_t>(j)] = v;
      if (v >= high[static_cast<std::size_t>(j)]) high[static_cast<std::size_t>(j)] = v;
    }
  }
};

struct Data {
  std::vector<int> key;
  std::vector<float> x;
  std::vector<float> sum = std::vector<float>(40, 0.5f);
  std::vector<int> count = std::vector<int>(40, 7);

  explicit Data(std::size_t n) : key(n), x(n) {
    std::mt19937 random(4);
    for (std::size_t k = 0; k < n; ++k) {
      key[k] = static_cast<int>(random() % 17);
      x[k] = std::uniform_real_distribution<float>(-1, 1)(random);
    }
  }
  Index run() {
    Loop loop(combinedSite, static_cast<Index>(key.size()));
    const auto key_ = loop.array("key", key.data());
    const auto x_ = loop.array("x", x.data());
    const auto sum_ = loop.combined("sum", sum.data(), sum.size());
    const auto count_ = loop.combined("count", count.data(), count.size());
    loop.disjoint(sum_, x_);
    loop.operations(4);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.reads(key_).box(chunk.begin, {1, chunk.size()});
      touched.reads(x_).box(chunk.begin, {1, chunk.size()});
      touched.combines(sum_).box(3, {1, 17});
      touched.combines(count_).whole();
    };
    const auto kernel = [&](const Memory& at) {
      return Sums{at(key_), at(x_), at(sum_), reinterpret_cast<Wrapping<int*>>(at(count_))};
    };
    Sums::Partial total = Sums::identity();
    REQUIRE(loop.run(footprint, kernel, total));
    return total.last;
  }
};

const char* const everywhere[] = {"cpu",       "virtual:1",      "virtual:2",
                                  "virtual:8", "virtual:2x64KB", "virtual:1x64KB,2x128KB@0.5"};

}  // namespace

TEST_CASE("sums of elements have the same bits for any devices and schedule, and are those of the loop") {
  const std::size_t n = 9001;
  Data original(n);
  for (std::size_t k = 0; k < n; ++k) {
    original.sum[static_cast<std::size_t>(original.key[k]) + 3] += original.x[k];
    if (k % 3 != 1) original.count[static_cast<std::size_t>(original.key[k])]--;
  }
  std::vector<float> first;
  for (const char* devices : everywhere)
    for (const Schedule schedule : {Schedule::Static, Schedule::Dynamic}) {
      Harness harness(Wish{devices, Options{}.schedule(schedule)});
      Data data(n);
      CHECK(data.run() == static_cast<Index>(n) - 1);
      CHECK(data.count == original.count);
      if (first.empty()) first = data.sum;
      CHECK(std::memcmp(first.data(), data.sum.data(), first.size() * sizeof(float)) == 0);
      for (std::size_t e = 0; e < first.size(); ++e)
        CHECK(std::fabs(data.sum[e] - original.sum[e]) <= 1e-3f * (1 + std::fabs(original.sum[e])));
    }
}

TEST_CASE("few iterations, and none, combine as well") {
  for (const std::size_t n : {0u, 1u, 2u, 7u}) {
    Harness harness(Wish{"virtual:3"});
    Data data(n);
    CHECK(data.run() == static_cast<Index>(n) - 1);
    for (std::size_t k = 0; k < n; ++k) data.count[static_cast<std::size_t>(data.key[k])] += k % 3 != 1 ? 1 : 0;
    CHECK(data.count == std::vector<int>(40, 7));
  }
}

TEST_CASE("elements that no iteration touches are not written, nor read") {
  Harness harness(Wish{"virtual:2"});
  Data data(100);
  data.sum[0] = std::nanf("");
  data.sum[39] = -0.0f;
  data.run();
  CHECK(std::isnan(data.sum[0]));
  CHECK(std::signbit(data.sum[39]));
}

TEST_CASE("extremes of elements keep what they start with, ties and signs of zero as the loop does") {
  const Index n = 501, width = 5;
  std::vector<float> x(static_cast<std::size_t>(n * width));
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = k % 7 == 0 ? -0.0f : (k % 5 == 4 ? std::nanf("") : 0.0f);
  for (const char* devices : everywhere) {
    Harness harness(Wish{devices});
    std::vector<float> low = {1, -1, 0.0f, std::nanf(""), 3}, high = {-1, 1, 0.0f, std::nanf(""), 3};
    std::vector<float> expectedLow = low, expectedHigh = high;
    const Extremes original{x.data(), {expectedLow.data(), 5}, {expectedHigh.data(), 5}, width};
    for (Index k = 0; k < n; ++k) original(k);
    Loop loop(combinedSite, n);
    const auto x_ = loop.array("x", x.data(), x.size());
    const auto low_ = loop.combined("low", low.data(), low.size());
    const auto high_ = loop.combined("high", high.data(), high.size());
    loop.operations(10);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.reads(x_).box(chunk.begin * width, {width, chunk.size()}, {1, width});
      touched.combines(low_).box(0, {1, width});
      touched.combines(high_).box(0, {1, width});
    };
    const auto kernel = [&](const Memory& at) {
      return Extremes{at(x_), at.span(low_, low.size()), at.span(high_, high.size()), width};
    };
    REQUIRE(loop.run(footprint, kernel));
    CHECK(std::memcmp(low.data(), expectedLow.data(), 20) == 0);
    CHECK(std::memcmp(high.data(), expectedHigh.data(), 20) == 0);
  }
}

TEST_CASE("an array that overlaps what the loop reads runs as written") {
  Harness harness(Wish{"virtual:2"});
  std::vector<float> x(100, 1.0f);
  Loop loop(combinedSite, 100);
  const auto x_ = loop.array("x", x.data());
  const auto sum_ = loop.combined("sum", x.data() + 90);
  loop.disjoint(sum_, x_);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.reads(x_).box(chunk.begin, {1, chunk.size()});
    touched.combines(sum_).box(0, {1, 5});
  };
  const auto kernel = [&](const Memory& at) { return Extremes{at(x_), {at(sum_), 5}, {at(sum_), 5}, 0}; };
  CHECK_FALSE(loop.run(footprint, kernel));
  CHECK(harness.count("guard failed") >= 1);
}

TEST_CASE("copies that cost more than they save leave the loop as it is") {
  Harness harness(Wish{.devices = "virtual:2", .force = false});
  std::vector<float> x(200000, 1.0f), low(200000), high(200000);
  Loop loop(combinedSite, 1);
  const auto x_ = loop.array("x", x.data());
  const auto low_ = loop.combined("low", low.data(), low.size());
  const auto high_ = loop.combined("high", high.data(), high.size());
  loop.operations(1000000000);
  const auto footprint = [&](Chunk, Footprint& touched) {
    touched.reads(x_).box(0, {1, 200000});
    touched.combines(low_).whole();
    touched.combines(high_).whole();
  };
  const auto kernel = [&](const Memory& at) {
    return Extremes{at(x_), at.span(low_, low.size()), at.span(high_, high.size()), 200000};
  };
  CHECK_FALSE(loop.run(footprint, kernel));
  CHECK(harness.count("copies of the arrays") == 1);
}

TEST_CASE("verification compares what was combined with the original loop's result") {
  Harness harness(Wish{.devices = "virtual:2", .verify = true});
  std::vector<float> x(1000, 1.0f), low(2, 5.0f), high(2, -5.0f);
  {
    Loop loop(combinedSite, 500);
    const auto x_ = loop.array("x", x.data());
    const auto low_ = loop.combined("low", low.data(), low.size());
    const auto high_ = loop.combined("high", high.data(), high.size());
    loop.operations(8);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.reads(x_).box(chunk.begin * 2, {1, chunk.size() * 2});
      touched.combines(low_).whole();
      touched.combines(high_).whole();
    };
    const auto kernel = [&](const Memory& at) {
      return Extremes{at(x_), at.span(low_, low.size()), at.span(high_, high.size()), 2};
    };
    CHECK_FALSE(loop.run(footprint, kernel));
    CHECK(low[0] == 5.0f);
    low = {1.0f, 1.0f};
    high = {1.0f, 1.0f};
  }
  CHECK(harness.count("parallel and original agree") == 1);
}

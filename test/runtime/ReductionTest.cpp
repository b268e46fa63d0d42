#include "clustrix/Reduction.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <limits>
#include <random>

#include "Harness.h"

using namespace clustrix;
using clustrix::test::Harness;
using clustrix::test::Wish;

namespace {

constexpr Site reductionSite{"reduce", "reduce.cpp", 1, 1};

struct Sum {
  const float* x;
  struct Partial {
    float sum;
  };
  static constexpr Order order = Order::Interleaved;
  static Partial identity() { return {0}; }
  static void combine(Partial& left, const Partial& right) { left.sum += right.sum; }
  void operator()(Index k, Partial& partial) const { partial.sum += x[k]; }
};

struct FirstMinimum {
  const float* x;
  struct Partial {
    float value;
    Index at;
  };
  static constexpr Order order = Order::Sequential;
  static Partial identity() { return {std::numeric_limits<float>::infinity(), -1}; }
  static void combine(Partial& left, const Partial& right) {
    if (right.value < left.value) left = right;
  }
  void operator()(Index k, Partial& partial) const {
    if (x[k] < partial.value) partial = {x[k], k};
  }
};

// Not commutative: the text of the iterations in order, as a hash that forgets none.
struct Ordered {
  struct Partial {
    unsigned long long hash, power;
  };
  static constexpr Order order = Order::Sequential;
  static Partial identity() { return {0, 1}; }
  static void combine(Partial& left, const Partial& right) {
    left = {left.hash * right.power + right.hash, left.power * right.power};
  }
  void operator()(Index k, Partial& partial) const {
    partial = {partial.hash * 1000003 + static_cast<unsigned long long>(k), partial.power * 1000003};
  }
};

// A partial result too large for a stack.
struct Histogram {
  const float* x;
  struct Partial {
    int count[1000];
  };
  static constexpr Order order = Order::Interleaved;
  static Partial identity() { return {}; }
  static void combine(Partial& left, const Partial& right) {
    for (int b = 0; b < 1000; ++b) left.count[b] += right.count[b];
  }
  void operator()(Index k, Partial& partial) const { ++partial.count[static_cast<int>(x[k] * 999.0f)]; }
};

template <class K>
typename K::Partial total(const std::vector<float>& x, Index n) {
  Loop loop(reductionSite, n);
  const auto x_ = loop.array("x", x.data(), x.size());
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.reads(x_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const Memory& at) {
    if constexpr (std::is_empty_v<K>) {
      static_cast<void>(at);
      return K{};
    } else {
      return K{at(x_)};
    }
  };
  typename K::Partial result;
  REQUIRE(loop.run(footprint, kernel, result));
  return result;
}

std::vector<float> randomNumbers(std::size_t n) {
  std::mt19937 random(11);
  std::vector<float> list(n);
  for (float& value : list) value = std::uniform_real_distribution<float>(0, 1)(random);
  return list;
}

// The order in which blocks and lanes are combined, written down once more.
float byHand(const std::vector<float>& x, Index n) {
  const Index block = reduction::blockSize(n);
  const int lanes = reduction::lanes(block);
  const auto tree = [](std::vector<float> list) {
    while (list.size() > 1) {
      std::vector<float> next;
      for (std::size_t i = 0; i < list.size(); i += 2)
        next.push_back(i + 1 < list.size() ? list[i] + list[i + 1] : list[i]);
      list = next;
    }
    return list.front();
  };
  std::vector<float> blocks;
  for (Index begin = 0; begin < n; begin += block) {
    std::vector<float> lane(static_cast<std::size_t>(lanes), 0.0f);
    for (Index k = begin; k < std::min(n, begin + block); ++k)
      lane[static_cast<std::size_t>((k - begin) % lanes)] += x[static_cast<std::size_t>(k)];
    blocks.push_back(tree(lane));
  }
  return tree(blocks);
}

const char* const reducedEverywhere[] = {
    "cpu", "virtual:1", "virtual:2", "virtual:3", "virtual:8", "virtual:2x16KB", "virtual:1x20KB,2x40KB@0.5"};

}  // namespace

TEST_CASE("a block grows with the iterations, between 1 and 2048") {
  CHECK(reduction::blockSize(1) == 1);
  CHECK(reduction::blockSize(1023) == 1);
  CHECK(reduction::blockSize(1024) == 2);
  CHECK(reduction::blockSize(512 * 2048) == 2048);
  CHECK(reduction::blockSize(std::numeric_limits<Index>::max()) == 2048);
  CHECK(reduction::lanes(2) == 2);
  CHECK(reduction::lanes(2048) == 32);
}

TEST_CASE("a sum has the same bits for any devices, memory and schedule") {
  const auto x = randomNumbers(90001);
  for (const Index n : {1, 2, 31, 513, 4099, 90001}) {
    const float expected = byHand(x, n);
    for (const char* devices : reducedEverywhere)
      for (const Schedule schedule : {Schedule::Static, Schedule::Dynamic}) {
        INFO(devices << ", " << n << " iterations");
        Wish wish{devices};
        wish.options = Options{}.schedule(schedule);
        Harness harness(wish);
        const float sum = total<Sum>(x, n).sum;
        CHECK(std::memcmp(&sum, &expected, sizeof sum) == 0);
      }
  }
}

TEST_CASE("sequential lanes see earlier iterations on the left") {
  const auto x = randomNumbers(9001);
  for (const Index n : {1, 40, 1025, 9001}) {
    unsigned long long expected = 0;
    for (Index k = 0; k < n; ++k) expected = expected * 1000003 + static_cast<unsigned long long>(k);
    for (const char* devices : reducedEverywhere) {
      INFO(devices << ", " << n << " iterations");
      Harness harness({devices});
      CHECK(total<Ordered>(x, n).hash == expected);
    }
  }
}

TEST_CASE("of equal minima the first is found") {
  auto x = randomNumbers(9001);
  for (const std::size_t at : {300u, 301u, 4000u, 8999u}) x[at] = -1;
  for (const char* devices : reducedEverywhere) {
    INFO(devices);
    Harness harness({devices});
    CHECK(total<FirstMinimum>(x, 9001).at == 300);
  }
}

TEST_CASE("large partial results are combined too") {
  const auto x = randomNumbers(3000);
  for (const char* devices : {"cpu", "virtual:3"}) {
    Harness harness({devices});
    const auto histogram = total<Histogram>(x, 3000);
    int all = 0;
    for (const int count : histogram.count) all += count;
    CHECK(all == 3000);
  }
}

TEST_CASE("no iterations leave the identity") {
  Harness harness;
  CHECK(total<FirstMinimum>({}, 0).at == -1);
}

// Objects that iterations combine into: the tree along which results meet, whoever comes first.
#include "clustrix/ObjectReduction.h"

#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using clustrix::Index;
using clustrix::RollBack;

namespace {

/// How it has been combined, and how many there are.
struct Text {
  explicit Text(std::string text) : of(std::move(text)) { most = std::max(most.load(), ++alive); }
  Text(Text&& other) noexcept : of(std::move(other.of)) { ++alive; }
  Text& operator=(Text&& other) noexcept {
    of = std::move(other.of);
    return *this;
  }
  ~Text() { --alive; }

  std::string of;
  inline static std::atomic<int> alive{0}, most{0};
};

struct Paired {
  static Text identity(const Text&) { return Text(""); }
  static void combine(Text& left, const Text& right) {
    if (right.of == "bad") throw std::runtime_error("no memory");
    left.of = "(" + left.of + right.of + ")";
  }
};

using Texts = clustrix::ObjectReduction<Text, Paired>;

/// All iterations of [begin, end) as halves of the least power of two.
std::string tree(Index begin, Index end) {
  if (end - begin == 1) return std::to_string(begin) + ".";
  Index half = 1;
  while (2 * half < end - begin) half *= 2;
  return "(" + tree(begin, begin + half) + tree(begin + half, end) + ")";
}

void iterate(const clustrix::PartsOf<Text, Paired>& parts, Index k, int& asked) {
  const auto part = parts.of(k, RollBack(&asked));
  part.whole().of += std::to_string(k) + ".";
}

std::string expected(Index n) { return n == 0 ? "whole" : "(whole" + tree(0, n) + ")"; }

}  // namespace

TEST_CASE("iterations meet along one tree, in whichever order they end") {
  std::mt19937 random(5);
  for (Index n = 0; n < 40; ++n)
    for (int repeat = 0; repeat < 5; ++repeat) {
      Text whole("whole");
      Texts all(whole, n);
      const auto parts = all.parts();
      std::vector<Index> order(static_cast<std::size_t>(n));
      std::iota(order.begin(), order.end(), 0);
      if (repeat > 0) std::shuffle(order.begin(), order.end(), random);
      int asked = 0;
      for (const Index k : order) iterate(parts, k, asked);
      all.add();
      CHECK(whole.of == expected(n));
      CHECK(asked == 0);
    }
  CHECK(Text::alive == 0);
}

TEST_CASE("threads that run at once make the same of them") {
  constexpr Index n = 500;
  for (int repeat = 0; repeat < 20; ++repeat) {
    Text whole("whole");
    Texts all(whole, n);
    const auto parts = all.parts();
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&parts, t] {
        int asked = 0;
        for (Index k = t; k < n; k += 4) iterate(parts, k, asked);
      });
    for (std::thread& thread : threads) thread.join();
    all.add();
    CHECK(whole.of == expected(n));
  }
}

TEST_CASE("in order, as many results wait as the number of iterations has bits") {
  constexpr Index n = 1000;
  Text whole("whole");
  Texts all(whole, n);
  Text::most = 0;
  const auto parts = all.parts();
  int asked = 0;
  for (Index k = 0; k < n; ++k) iterate(parts, k, asked);
  CHECK(Text::most <= 14);
}

TEST_CASE("what an attempt has left is forgotten by the next") {
  Text whole("whole");
  Texts all(whole, 5);
  int asked = 0;
  const auto first = all.parts();
  for (const Index k : {1, 3, 4}) iterate(first, k, asked);
  const auto second = all.parts();
  for (const Index k : {4, 2, 0, 1, 3}) iterate(second, k, asked);
  all.add();
  CHECK(whole.of == expected(5));
}

TEST_CASE("results that cannot be combined ask for the launch to be undone, and leave the object as it was") {
  Text whole("whole");
  {
    Texts all(whole, 2);
    const auto parts = all.parts();
    int asked = 0;
    iterate(parts, 0, asked);
    {
      const auto part = parts.of(1, RollBack(&asked));
      part.whole().of = "bad";
    }
    CHECK(asked == 1);
  }
  CHECK(whole.of == "whole");
  CHECK(Text::alive == 1);
}

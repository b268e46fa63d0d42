#include "inspection/KnownElements.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

constexpr Site site{"example", "example.cpp", 7, 3}, other{"example", "example.cpp", 9, 3};

struct Case {
  CpuThreads threads;
  KnownElements known;
  int looks = 0;

  /// Writes through the list, `shift` elements on; `operations`: of an iteration.
  bool ask(const std::vector<int>& list, double operations = 1000, Index shift = 0, const Site& at = site,
           bool always = false) {
    const auto count = static_cast<Index>(list.size());
    Inspection inspection({"list", list.data(), sizeof(int), true, 0, count - 1}, threads);
    const Inspected inspected(&inspection);
    TouchedElements elements("x", {&inspection}, {shift}, count, [&](AllTouches& touched) {
      const auto numbers = inspected.numbers(Array<int>{});
      touched.each([&](Chunk chunk, Touches& touches) {
        for (Index k = chunk.begin; k < chunk.end; ++k) touches.write(k, touches.at(numbers, k) + shift);
      });
    });
    const bool apart = known.areApart(at, 0, operations, always, elements, threads);
    if (elements.looked() > 0) ++looks;
    return apart;
  }
};

}  // namespace

TEST_CASE("lists that are what they were are not gone through again, wherever they lie") {
  Case one;
  CHECK(one.ask({4, 2, 9}));
  CHECK(one.ask({4, 2, 9}));
  CHECK(one.looks == 1);
  CHECK_FALSE(one.ask({4, 2, 4}));
  CHECK_FALSE(one.ask({4, 2, 4}));
  CHECK(one.looks == 2);
}

TEST_CASE("a list that has changed where it stands is gone through again") {
  Case one;
  std::vector<int> list = {4, 2, 9, 7};
  CHECK(one.ask(list));
  list[3] = 4;
  CHECK_FALSE(one.ask(list));
  list[0] = 5;
  CHECK(one.ask(list));
}

TEST_CASE("the numbers that the elements depend on, and the place of the loop, are part of the question") {
  Case one;
  CHECK(one.ask({4, 2, 9}));
  CHECK(one.ask({4, 2, 9}, 1000, 995));
  CHECK(one.ask({4, 2, 9}));
  CHECK(one.looks == 3);
  CHECK(one.ask({4, 2, 9}, 1000, 0, other));
  CHECK(one.looks == 4);
}

TEST_CASE("a loop of few operations is gone through where its lists come again, and rarely where they do not") {
  Case one;
  CHECK_FALSE(one.ask({4, 2, 9}, 1));
  CHECK(one.looks == 0);
  CHECK(one.ask({4, 2, 9}, 1));
  CHECK(one.ask({4, 2, 9}, 1));
  CHECK(one.looks == 1);
  for (int i = 10; i < 200; ++i) one.ask({i, 1, 2}, 1);
  CHECK(one.looks < 12);
  CHECK(one.ask({5, 3}, 1, 0, other, true));
}

#include "inspection/KnownElements.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>
#include <vector>

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

constexpr Site knownElementsSite{"example", "example.cpp", 7, 3}, otherElementSite{"example", "example.cpp", 9, 3};
constexpr double plenty = 1;  // seconds

struct Case {
  CpuThreads threads;
  KnownElements known{threads};
  int looks = 0;

  /// Writes through the list, `shift` elements on; the loop gains so many seconds.
  bool ask(const std::vector<int>& list, double gain = plenty, Index shift = 0, const Site& at = knownElementsSite) {
    const auto count = static_cast<Index>(list.size());
    Inspection inspection({"list", list.data(), sizeof(int), true, 0, count - 1}, threads);
    const Inspected inspected(&inspection);
    const auto go = [&](AllTouches& touched) {
      const auto numbers = inspected.numbers(Array<int>{});
      touched.each([&](Chunk chunk, auto& touches) {
        for (Index k = chunk.begin; k < chunk.end; ++k) touches.write(k, touches.at(numbers, k) + shift);
      });
    };
    KnownElements::All all;
    all.push_back(
        std::make_unique<TouchedElements>("x", std::vector{&inspection}, std::vector{shift}, count, go, threads));
    all[0]->keepApart();
    known.allow(at, all, gain);
    const bool apart = known.areApart(at, 0, *all[0]);
    if (all[0]->looked() > 0) ++looks;
    const ListedValues range = all[0]->in({0, count});
    CHECK(range.known == all[0]->isAllowed());
    if (range.known) {
      CHECK(range.least == *std::min_element(list.begin(), list.end()) + shift);
      CHECK(range.greatest == *std::max_element(list.begin(), list.end()) + shift);
    }
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
  CHECK(one.ask({4, 2, 9}, plenty, 995));
  CHECK(one.ask({4, 2, 9}));
  CHECK(one.looks == 3);
  CHECK(one.ask({4, 2, 9}, plenty, 0, otherElementSite));
  CHECK(one.looks == 4);
}

TEST_CASE("a loop that gains little is gone through where its lists come again, and rarely where they do not") {
  Case one;
  CHECK_FALSE(one.ask({4, 2, 9}, 0));
  CHECK(one.looks == 0);
  CHECK(one.ask({4, 2, 9}, 0));
  CHECK(one.ask({4, 2, 9}, 0));
  CHECK(one.looks == 1);
  for (int i = 10; i < 200; ++i) one.ask({i, 1, 2}, 0);
  CHECK(one.looks < 12);
  CHECK(one.ask({5, 3}, std::numeric_limits<double>::infinity(), 0, otherElementSite));
}

TEST_CASE("a loop that gains more than a look takes is gone through each time, by what looks have taken") {
  Case one;
  std::vector<int> list(20000);
  const auto next = [&](int launch) {
    for (int i = 0; i < 20000; ++i) list[static_cast<std::size_t>(i)] = (i * 7 + launch) % 20000;
  };
  for (int launch = 0; launch < 20; ++launch) {
    next(launch);
    CHECK(one.ask(list, plenty));
  }
  CHECK(one.looks == 20);
  next(20);
  CHECK_FALSE(one.ask(list, 1e-9));
}

TEST_CASE("of several arrays all are looked at, or none") {
  Case one;
  const auto go = [](AllTouches& touched) {
    touched.each([](Chunk chunk, auto& touches) {
      for (Index k = chunk.begin; k < chunk.end; ++k) touches.write(k, k);
    });
  };
  for (const double gain : {0.0, plenty}) {
    KnownElements::All all;
    for (int i = 0; i < 3; ++i)
      all.push_back(std::make_unique<TouchedElements>("x", std::vector<Inspection*>{}, std::vector<Index>{}, 1000 + i,
                                                      go, one.threads));
    one.known.allow(knownElementsSite, all, gain);
    for (const auto& elements : all) CHECK(elements->isAllowed() == (gain == plenty));
  }
}

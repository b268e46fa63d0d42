#include "inspection/KnownLists.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

constexpr Site knownListsSite{"example", "example.cpp", 7, 3}, otherListSite{"example", "example.cpp", 9, 3};

struct KnownList {
  CpuThreads threads;
  KnownLists known;

  bool ask(const std::vector<int>& list, const Site& at = knownListsSite, int number = 0) {
    Inspection inspection({"list", list.data(), sizeof(int), true, 0, static_cast<Index>(list.size()) - 1}, threads);
    return known.isDistinct(at, number, inspection, threads);
  }
};

}  // namespace

TEST_CASE("a list that has changed where it stands is looked through again") {
  KnownList one;
  std::vector<int> list = {4, 2, 9, 7};
  CHECK(one.ask(list));
  CHECK(one.ask(list));
  list[3] = 4;
  CHECK_FALSE(one.ask(list));
  CHECK_FALSE(one.ask(list));
  list[0] = 5;
  CHECK(one.ask(list));
}

TEST_CASE("an answer is that of the same numbers, wherever they lie") {
  KnownList one;
  CHECK(one.ask({1, 2, 3}));
  CHECK_FALSE(one.ask({1, 2, 2}));
  CHECK(one.ask({1, 2, 3}));
  CHECK(one.ask({1, 2, 3, 4}));
  CHECK_FALSE(one.ask({1, 2, 3, 1}));
  CHECK(one.ask({}));
}

TEST_CASE("loops and guards have lists of their own") {
  KnownList one;
  CHECK(one.ask({1, 2, 3}));
  CHECK_FALSE(one.ask({3, 3, 3}, otherListSite));
  CHECK_FALSE(one.ask({1, 1, 3}, knownListsSite, 1));
  CHECK(one.ask({1, 2, 3}));
}

TEST_CASE("a list that cannot be read may have any number twice") {
  KnownList one;
  Inspection nowhere({"list", reinterpret_cast<const void*>(4096), sizeof(int), true, 0, 9}, one.threads);
  CHECK_FALSE(one.known.isDistinct(knownListsSite, 0, nowhere, one.threads));
}

#include "inspection/Inspection.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

const std::vector<int>& numbers() {
  static const std::vector<int> all = [] {
    std::vector<int> list;
    for (int i = 0; i < 20000; ++i) list.push_back(i * 7919 % 10007);
    return list;
  }();
  return all;
}

ListedValues plain(Index from, Index to) {
  ListedValues values{numbers()[static_cast<std::size_t>(from)], numbers()[static_cast<std::size_t>(from)], true};
  for (Index i = from; i <= to; ++i) {
    values.least = std::min<Index>(values.least, numbers()[static_cast<std::size_t>(i)]);
    values.greatest = std::max<Index>(values.greatest, numbers()[static_cast<std::size_t>(i)]);
  }
  return values;
}

}  // namespace

TEST_CASE("what is put together of blocks is what a look at each number finds") {
  CpuThreads threads;
  Inspection inspection({"list", numbers().data(), sizeof(int), true, 5, 19990}, threads);
  for (const Index from : {5, 6, 4100, 4101, 4102, 8197, 19989, 19990})
    for (const Index to : {5, 4100, 4101, 8196, 8197, 19000, 19990}) {
      if (from > to) continue;
      const ListedValues found = inspection.in(from, to), expected = plain(from, to);
      CHECK(found.known);
      CHECK(found.least == expected.least);
      CHECK(found.greatest == expected.greatest);
    }
  CHECK(inspection.all().least == plain(5, 19990).least);
  CHECK(inspection.all().greatest == plain(5, 19990).greatest);
}

TEST_CASE("positions beyond those that were said are not known, and none have no numbers") {
  CpuThreads threads;
  Inspection inspection({"list", numbers().data(), sizeof(int), true, 10, 19}, threads);
  CHECK_FALSE(inspection.in(9, 12).known);
  CHECK_FALSE(inspection.in(12, 20).known);
  const ListedValues none = inspection.in(15, 14);
  CHECK(none.known);
  CHECK(none.least > none.greatest);
}

TEST_CASE("a list that is not there has no known numbers") {
  CpuThreads threads;
  Inspection inspection({"list", reinterpret_cast<const void*>(4096), sizeof(int), true, 0, 9}, threads);
  CHECK_FALSE(inspection.in(0, 5).known);
  CHECK_FALSE(inspection.all().known);
}

TEST_CASE("what follows from numbers that are not known is not known") {
  CpuThreads threads;
  Inspection inspection({"list", numbers().data(), sizeof(int), true, 0, 99}, threads);
  const Inspected inspected(&inspection);
  CHECK(inspected.in(0, 3, ListedValues{0, 3, true}).known);
  CHECK_FALSE(inspected.in(0, 3, ListedValues{0, 3, true}, ListedValues{0, -1, false}).known);
  CHECK_FALSE(Inspected().in(0, 3).known);
  CHECK_FALSE(Inspected().all().known);
}

TEST_CASE("of a list at more places than are worth a look nothing is known but where they are") {
  CpuThreads threads;
  for (const Index most : {99, 100}) {
    bool asked = false;
    Inspection inspection(
        {"list", numbers().data(), sizeof(int), true, 0, 19999, 0, 0, true},
        [&] {
          asked = true;
          return ListRange{100, 199};
        },
        most, threads);
    CHECK_FALSE(asked);
    CHECK(inspection.all().known == (most == 100));
    CHECK(asked);
    Index looked = 0;
    double seconds = 0;
    inspection.addTo(looked, seconds);
    if (most == 100) CHECK(inspection.all().least == plain(100, 199).least);
    CHECK(inspection.known().to == 199);
  }
}

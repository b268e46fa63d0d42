// Searches as the compiler emits them: the first iteration that leaves, wherever it is looked for.
#include "clustrix/runtime.h"

#include <array>
#include <atomic>
#include <catch2/catch.hpp>

#include "Harness.h"
#include "execution/SearchLoop.h"

using namespace clustrix;
using clustrix::test::Harness;
using clustrix::test::Wish;

namespace {

constexpr Site searchLoopSite{"example", "example.cpp", 7, 3};
const char* const searchedEverywhere[] = {"cpu",       "virtual:1",     "virtual:2",      "virtual:3",
                                          "virtual:8", "virtual:2x4KB", "virtual:1,1@0.5"};

std::atomic<Index> tried{0};

// for (i < n) if (a[i] == key) ...
struct Equals {
  const int* a;
  int key;
  bool operator()(Index k) const {
    tried.fetch_add(1, std::memory_order_relaxed);
    return a[k] == key;
  }
};
Index find(const std::vector<int>& a, int key, bool guard = true, Index operations = 1) {
  Loop loop(searchLoopSite, static_cast<Index>(a.size()));
  const auto a_ = loop.array("a", a.data(), a.size());
  loop.require(guard, "n >= 0", {{"n", -1}});
  loop.operations(operations);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.mayRead(a_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const Memory& at) { return Equals{at(a_), key}; };
  return loop.search(footprint, kernel);
}

}  // namespace

TEST_CASE("the first iteration that leaves is found on all devices, wherever it is") {
  for (const char* devices : searchedEverywhere) {
    Harness harness({.devices = devices});
    for (const std::size_t n : {1u, 2u, 7u, 1000u, 40001u}) {
      std::vector<int> a(n, 0);
      for (std::size_t at : {n - 1, n / 2 + 1, n / 2, std::size_t{1}, std::size_t{0}}) {
        if (at >= n) continue;
        a[at] = 5;
        INFO(devices << " n " << n << " at " << at);
        CHECK(find(a, 5) == static_cast<Index>(at));
      }
    }
    CHECK(harness.count("running on the CPU") == 0);
  }
}

TEST_CASE("where no iteration leaves, the last one is the answer") {
  for (const char* devices : searchedEverywhere) {
    Harness harness({.devices = devices});
    CHECK(find(std::vector<int>(5000, 1), 2) == 4999);
    CHECK(find({1}, 2) == 0);
    CHECK(find({}, 2) == 0);
  }
}

TEST_CASE("a guard that fails lets the loop begin at its beginning, and nothing is tried") {
  Harness harness;
  tried = 0;
  CHECK(find(std::vector<int>(5000, 2), 2, false) == 0);
  CHECK(tried == 0);
  CHECK(harness.count("guard failed: n >= 0: n = -1 [") == 1);
}

TEST_CASE("a short loop is left alone") {
  Harness harness({.devices = "cpu", .force = false});
  tried = 0;
  CHECK(find(std::vector<int>(100, 0), 2) == 0);
  CHECK(tried == 0);
}

TEST_CASE("what is found early is not looked for late") {
  Harness harness({.devices = "cpu", .force = false});
  std::vector<int> a(40'000'000, 0);
  a[20] = 5;
  tried = 0;
  CHECK(find(a, 5) == 20);
  CHECK(tried <= 64);
  a[20] = 0;
  a[1'000'000] = 5;
  tried = 0;
  CHECK(find(a, 5) <= 1'000'000);
  CHECK(tried <= 3'000'000);
}

TEST_CASE("no iteration before the answer leaves, also where looking in parallel does not pay") {
  Harness harness({.devices = "cpu", .options = Options{}.parallel(false), .force = false});
  std::vector<int> a(3'000'000, 0);
  a[2'999'990] = 5;
  CHECK(find(a, 5) <= 2'999'990);
}

TEST_CASE("verification tries the iterations before the answer once more") {
  Harness harness({.devices = "virtual:2", .verify = true});
  std::vector<int> a(9000, 0);
  a[7001] = a[8000] = 5;
  CHECK(find(a, 5) == 7001);
}

TEST_CASE("the rest of a range begins where it is told") {
  std::vector<int> v{1, 2, 3, 4};
  for (int& x : from(v, 2)) x = 0;
  CHECK(v == std::vector<int>{1, 2, 0, 0});
  const std::array<int, 3> fixed{7, 8, 9};
  int sum = 0;
  for (const int x : from(fixed, 1)) sum += x;
  const int plain[] = {1, 10, 100};
  for (const int x : from(plain, 3)) sum += x;
  CHECK(sum == 17);
}

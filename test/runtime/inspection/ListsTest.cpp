#include "inspection/Lists.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

template <class T>
List listOf(const std::vector<T>& numbers) {
  return {"list", numbers.data(), sizeof(T), std::is_signed_v<T>, 0, static_cast<Index>(numbers.size()) - 1};
}

template <class T>
std::pair<Index, Index> ends(const std::vector<T>& numbers) {
  const ListedValues values = valuesOf(listOf(numbers));
  REQUIRE(values.known);
  return {values.least, values.greatest};
}

template <class T>
bool distinct(const std::vector<T>& numbers) {
  CpuThreads threads;
  return isDistinct(listOf(numbers), valuesOf(listOf(numbers)), threads);
}

// All numbers below `count`, each once, in no order.
std::vector<int> shuffled(Index count) {
  std::vector<int> numbers;
  for (Index i = 0; i < count; ++i) numbers.push_back(static_cast<int>((i * 7919 + 3) % count));
  return numbers;
}

}  // namespace

TEMPLATE_TEST_CASE("the least and the greatest number of a list are found in each type", "", std::int8_t, std::uint8_t,
                   std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t) {
  const std::vector<TestType> numbers = {7, 3, 100, 5};
  CHECK(ends(numbers) == std::pair<Index, Index>(3, 100));
  CHECK(ends(std::vector<TestType>{9}) == std::pair<Index, Index>(9, 9));
  if (std::is_signed_v<TestType>)
    CHECK(ends(std::vector<TestType>{4, static_cast<TestType>(-6)}) == std::pair<Index, Index>(-6, 4));
  const ListedValues none = valuesOf(listOf(std::vector<TestType>{}));
  CHECK(none.known);
  CHECK(none.least > none.greatest);
}

TEST_CASE("of numbers that are there twice the first to come again is told") {
  const std::vector<int> numbers = {5, 9, 7, 7, 9, 5};
  const std::optional<Twice> twice = firstTwice(listOf(numbers));
  REQUIRE(twice);
  CHECK(std::array{twice->number, twice->first, twice->second} == std::array<Index, 3>{7, 2, 3});
  CHECK_FALSE(firstTwice(listOf(numbers).between(0, 2)));
  CHECK_FALSE(firstTwice(listOf(numbers).between(0, -1)));
  const std::vector<std::int64_t> often = {-1, 4, 4, 4, -1};
  const std::optional<Twice> again = firstTwice(listOf(often).between(1, 4));
  REQUIRE(again);
  CHECK(std::array{again->number, again->first, again->second} == std::array<Index, 3>{4, 1, 2});
}

TEST_CASE("the sign of a list's type counts") {
  CHECK(ends(std::vector<std::uint8_t>{200, 3}) == std::pair<Index, Index>(3, 200));
  CHECK(ends(std::vector<std::uint32_t>{4000000000U, 3}) == std::pair<Index, Index>(3, 4000000000));
}

TEST_CASE("numbers where no element can be are not known") {
  CHECK_FALSE(valuesOf(listOf(std::vector<std::int64_t>{1, (std::int64_t{1} << 47) + 1})).known);
  CHECK(valuesOf(listOf(std::vector<std::int64_t>{1, std::int64_t{1} << 47})).known);
  CHECK_FALSE(valuesOf(listOf(std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::min(), 1})).known);
  CHECK_FALSE(valuesOf(listOf(std::vector<std::uint64_t>{std::numeric_limits<std::uint64_t>::max(), 1})).known);
}

TEST_CASE("a number that is there twice is found, wherever both are") {
  for (const Index count : {2, 3, 1000, 200003}) {
    std::vector<int> numbers = shuffled(count);
    CHECK(distinct(numbers));
    numbers[static_cast<std::size_t>(count) - 1] = numbers[0];
    CHECK_FALSE(distinct(numbers));
    std::sort(numbers.begin(), numbers.end());
    CHECK_FALSE(distinct(numbers));
  }
  CHECK(distinct(std::vector<int>{5}));
  CHECK(distinct(std::vector<int>{}));
  CHECK_FALSE(distinct(std::vector<int>{-1, 4, -1}));
}

TEST_CASE("the same where the numbers are far apart") {
  std::vector<std::int64_t> numbers;
  for (std::int64_t i = 0; i < 3000; ++i) numbers.push_back((i * 7919 % 3000) << 30);
  CHECK(distinct(numbers));
  numbers[1500] = numbers[7];
  CHECK_FALSE(distinct(numbers));
}

namespace {

struct Edge {
  double weight;
  int ends[2];
  short colour;
};

/// `run` numbers of each edge, from `begin` on.
List inEdges(const std::vector<Edge>& edges, std::size_t begin, Index run, Index from, Index to) {
  return {"edges", reinterpret_cast<const char*>(edges.data()) + begin, sizeof(int), true, from, to, run, sizeof(Edge)};
}

}  // namespace

TEST_CASE("numbers inside of elements are looked at, and what is beside them is not") {
  CpuThreads threads;
  std::vector<Edge> edges;
  for (int e = 0; e < 1000; ++e) edges.push_back({-1e300, {2 * e + 10, 2 * e + 11}, -7});
  const List ends = inEdges(edges, offsetof(Edge, ends), 2, 0, 1999);
  CHECK(valuesOf(ends).least == 10);
  CHECK(valuesOf(ends).greatest == 2009);
  CHECK(isDistinct(ends, valuesOf(ends), threads));
  CHECK(valuesOf(ends.between(3, 6)).least == 13);
  CHECK(valuesOf(ends.between(3, 6)).greatest == 16);
  const List second = inEdges(edges, offsetof(Edge, ends) + sizeof(int), 1, 0, 999);
  CHECK(valuesOf(second).least == 11);
  CHECK(valuesOf(second.between(5, 5)).greatest == 21);
  edges[700].ends[1] = edges[3].ends[0];
  CHECK_FALSE(isDistinct(ends, valuesOf(ends), threads));
  CHECK(isDistinct(second, valuesOf(second), threads));
  edges[700].ends[1] = edges[3].ends[1];
  CHECK_FALSE(isDistinct(second, valuesOf(second), threads));
}

TEST_CASE("memory that is not there is not readable") {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* const pages = mmap(nullptr, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(pages != MAP_FAILED);
  REQUIRE(munmap(static_cast<char*>(pages) + 2 * page, page) == 0);
  const List all{"list", pages, 4, true, 0, static_cast<Index>(2 * page / 4) - 1};
  CHECK(isReadable(all));
  CHECK_FALSE(isReadable(all.between(0, all.to + 1)));
  CHECK_FALSE(isReadable(all.between(all.to + 1, all.to + 2)));
  munmap(pages, 2 * page);
}

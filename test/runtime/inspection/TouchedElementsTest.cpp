#include "inspection/TouchedElements.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>
#include <vector>

#include "inspection/Inspection.h"

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

constexpr Index iterations = 50000;

/// What is asked of a loop of which each iteration does this: `touch(touches, k)`.
template <class Touch>
TouchedElements elementsOf(const Touch& touch, CpuThreads& threads, Index count = iterations) {
  const auto go = [touch](AllTouches& touched) {
    touched.each([&](Chunk chunk, auto& touches) {
      for (Index k = chunk.begin; k < chunk.end; ++k) touch(touches, k);
    });
  };
  TouchedElements elements("x", {}, {}, count, go, threads);
  elements.allow();
  return elements;
}

template <class Touch>
bool touchedApart(const Touch& touch, Index count = iterations) {
  CpuThreads threads;
  StampMemory memory;
  return elementsOf(touch, threads, count).areApart(memory);
}

}  // namespace

TEST_CASE("iterations that write elements of their own are apart, in whatever order those lie") {
  CHECK(touchedApart([](auto& touches, Index k) { touches.write(k, k * 7919 % iterations); }));
  CHECK(touchedApart([](auto& touches, Index k) {
    for (Index i = 0; i < 3; ++i) touches.write(k, 3 * k + i), touches.read(k, 3 * k + i);
    touches.write(k, 3 * k);
  }));
  CHECK(touchedApart([](auto&, Index) {}));
}

TEST_CASE("one element that two iterations write is found, wherever both are") {
  for (const Index one : {Index{0}, Index{17}, iterations - 2})
    for (const Index other : {one + 1, iterations - 1})
      CHECK_FALSE(touchedApart([&](auto& touches, Index k) { touches.write(k, k == other ? one : k); }));
}

TEST_CASE("iterations that are not apart are told with an element that they share") {
  CpuThreads threads;
  StampMemory memory;
  const auto shared = [&](const auto& touch) {
    TouchedElements elements = elementsOf(touch, threads);
    static_cast<void>(elements.areApart(memory));
    return elements.shared();
  };
  CHECK_FALSE(shared([](auto& touches, Index k) { touches.write(k, k - 5); }));
  const auto written = shared([](auto& touches, Index k) { touches.write(k, k == 40000 ? 10 : k); });
  REQUIRE(written);
  CHECK(written->element == 10);
  CHECK(std::min(written->first, written->second) == 10);
  CHECK(std::max(written->first, written->second) == 40000);
  const auto read = shared([](auto& touches, Index k) {
    touches.write(k, k);
    if (k == 100) touches.read(k, 300);
  });
  REQUIRE(read);
  CHECK(read->element == 300);
  CHECK(std::min(read->first, read->second) == 100);
  CHECK(std::max(read->first, read->second) == 300);
}

TEST_CASE("a read meets the write of another iteration in either order, and no other read") {
  const auto reads = [](Index at) {
    return [at](auto& touches, Index k) {
      touches.write(k, k);
      if (k == 100) touches.read(k, at);
    };
  };
  CHECK_FALSE(touchedApart(reads(50)));
  CHECK_FALSE(touchedApart(reads(iterations - 1)));
  CHECK(touchedApart(reads(100)));
  CHECK(touchedApart(reads(iterations)));
  CHECK(touchedApart([](auto& touches, Index k) { touches.read(k, 5), touches.write(k, k + 6); }));
  CHECK_FALSE(touchedApart([](auto& touches, Index k) { touches.read(k, 5), touches.write(k, k); }));
}

TEST_CASE("what all iterations read none of them may write, not even the only one") {
  const auto condition = [](Index at) {
    return [at](auto& touches, Index k) {
      touches.write(k, k);
      if (k == 0) touches.read(allIterations, at);
    };
  };
  CHECK_FALSE(touchedApart(condition(0)));
  CHECK_FALSE(touchedApart(condition(iterations - 1)));
  CHECK(touchedApart(condition(iterations)));
  CHECK_FALSE(touchedApart(condition(0), 1));
  CHECK(touchedApart(condition(1), 1));
}

TEST_CASE("elements may lie anywhere, but not further apart than there are stamps for") {
  CHECK(touchedApart([](auto& touches, Index k) { touches.write(k, k - 500000); }));
  CHECK(touchedApart([](auto& touches, Index k) { touches.write(k, k == 7 ? 1000000 : k); }));
  CHECK_FALSE(
      touchedApart([](auto& touches, Index k) { touches.write(k, k == 7 ? TouchedElements::mostElements : k); }));
  CHECK_FALSE(touchedApart([](auto&, Index) {}, Index{1} << 32));
}

TEST_CASE("numbers of lists are followed, and a position beyond them may be anything") {
  CpuThreads threads;
  struct Cell {
    double weight;
    int ends[2];
  };
  std::vector<int> item;
  std::vector<Cell> cells;
  for (int e = 0; e < iterations; ++e) {
    item.push_back((e * 7 + 1) % iterations);
    cells.push_back({0.5, {2 * e, 2 * e + 1}});
  }
  Inspection items({"item", item.data(), sizeof(int), true, 0, iterations - 1}, threads);
  Inspection ends({"cells", &cells[0].ends, sizeof(int), true, 0, 2 * iterations - 1, 2, sizeof(Cell)}, threads);
  const ListNumbers<int> at = Inspected(&items).numbers(Array<const int>{});
  const ListNumbers<int> of = Inspected(&ends).numbers(Numbers<int>{Array<Cell>{}, 8, 2});
  const auto corners = [&](Index shift) {
    return [&, shift](auto& touches, Index k) {
      for (Index c = 0; c < 2; ++c) touches.write(k, touches.at(of, 2 * touches.at(at, k) + c + shift));
    };
  };
  CHECK(touchedApart(corners(0)));
  CHECK_FALSE(touchedApart(corners(-1)));
  CHECK_FALSE(touchedApart(corners(1)));
  item[5] = item[40000];
  CHECK_FALSE(touchedApart(corners(0)));
  CHECK_FALSE(
      touchedApart([&](auto& touches, Index k) { touches.write(k, k + 0 * touches.at(ListNumbers<int>{}, 0)); }));
}

TEST_CASE("some iterations tell how many elements each touches") {
  CpuThreads threads;
  const auto three = [](auto& one, Index k) {
    for (Index i = 0; i < 3; ++i) one.write(k, i);
  };
  CHECK(elementsOf(three, threads).touchesOfOne() == 3);
  CHECK(elementsOf(three, threads, 5).touchesOfOne() == 3);
  CHECK(elementsOf(three, threads, 0).touchesOfOne() == 0);
  CHECK(elementsOf([](auto&, Index) {}, threads).touchesOfOne() == 0);
}

TEST_CASE("chunks keep between the least and the greatest element, exactly, wherever they begin and end") {
  CpuThreads threads;
  const auto touch = [](auto& touches, Index k) {
    touches.write(k, 2 * k + 5);
    if (k % 3 == 0) touches.read(k, 7 * k);
  };
  TouchedElements elements = elementsOf(touch, threads);
  for (const Chunk chunk : {Chunk{0, iterations}, Chunk{1, 2}, Chunk{0, 1024}, Chunk{700, 1500}, Chunk{700, 40001},
                            Chunk{2048, 4096}, Chunk{iterations - 5, iterations}, Chunk{1000, iterations}}) {
    ListedValues wanted{std::numeric_limits<Index>::max(), std::numeric_limits<Index>::min(), true};
    for (Index k = chunk.begin; k < chunk.end; ++k)
      for (const Index element : {2 * k + 5, k % 3 == 0 ? 7 * k : 2 * k + 5}) {
        wanted.least = std::min(wanted.least, element);
        wanted.greatest = std::max(wanted.greatest, element);
      }
    const ListedValues found = elements.in(chunk);
    CHECK(found.known);
    CHECK(found.least == wanted.least);
    CHECK(found.greatest == wanted.greatest);
  }
  const ListedValues none = elements.in({7, 7});
  CHECK((none.known && none.least > none.greatest));
}

TEST_CASE("nothing is known without a look, or with a number that is not known") {
  CpuThreads threads;
  StampMemory memory;
  TouchedElements unasked("x", {}, {}, 10, [](AllTouches&) { FAIL("it was looked at"); }, threads);
  CHECK_FALSE(unasked.in({0, 10}).known);
  CHECK_FALSE(unasked.areApart(memory));
  const auto lost = [](auto& touches, Index k) {
    touches.write(k, k == 30000 ? touches.at(ListNumbers<int>{}, 3) : k);
  };
  TouchedElements elements = elementsOf(lost, threads);
  CHECK_FALSE(elements.in({0, iterations}).known);
  CHECK_FALSE(elements.in({29999, 30002}).known);
  CHECK(elements.in({0, 30000}).known);
}

#include "inspection/TouchedElements.h"

#include <catch2/catch.hpp>
#include <vector>

#include "inspection/Inspection.h"

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

constexpr Index iterations = 50000;

/// Whether iterations are apart of which each does this: `touch(touches, k)`.
template <class Touch>
bool apart(const Touch& touch, Index count = iterations) {
  CpuThreads threads;
  TouchedElements elements("x", {}, {}, count, [&](AllTouches& touched) {
    touched.each([&](Chunk chunk, Touches& touches) {
      for (Index k = chunk.begin; k < chunk.end; ++k) touch(touches, k);
    });
  });
  return elements.areApart(threads);
}

}  // namespace

TEST_CASE("iterations that write elements of their own are apart, in whatever order those lie") {
  CHECK(apart([](Touches& touches, Index k) { touches.write(k, k * 7919 % iterations); }));
  CHECK(apart([](Touches& touches, Index k) {
    for (Index i = 0; i < 3; ++i) touches.write(k, 3 * k + i), touches.read(k, 3 * k + i);
    touches.write(k, 3 * k);
  }));
  CHECK(apart([](Touches&, Index) {}));
}

TEST_CASE("one element that two iterations write is found, wherever both are") {
  for (const Index one : {Index{0}, Index{17}, iterations - 2})
    for (const Index other : {one + 1, iterations - 1})
      CHECK_FALSE(apart([&](Touches& touches, Index k) { touches.write(k, k == other ? one : k); }));
}

TEST_CASE("a read meets the write of another iteration in either order, and no other read") {
  const auto reads = [](Index at) {
    return [at](Touches& touches, Index k) {
      touches.write(k, k);
      if (k == 100) touches.read(k, at);
    };
  };
  CHECK_FALSE(apart(reads(50)));
  CHECK_FALSE(apart(reads(iterations - 1)));
  CHECK(apart(reads(100)));
  CHECK(apart(reads(iterations)));
  CHECK(apart([](Touches& touches, Index k) { touches.read(k, 5), touches.write(k, k + 6); }));
  CHECK_FALSE(apart([](Touches& touches, Index k) { touches.read(k, 5), touches.write(k, k); }));
}

TEST_CASE("what all iterations read none of them may write, not even the only one") {
  const auto condition = [](Index at) {
    return [at](Touches& touches, Index k) {
      touches.write(k, k);
      if (k == 0) touches.read(allIterations, at);
    };
  };
  CHECK_FALSE(apart(condition(0)));
  CHECK_FALSE(apart(condition(iterations - 1)));
  CHECK(apart(condition(iterations)));
  CHECK_FALSE(apart(condition(0), 1));
  CHECK(apart(condition(1), 1));
}

TEST_CASE("elements may lie anywhere, but not further apart than there are stamps for") {
  CHECK(apart([](Touches& touches, Index k) { touches.write(k, k - 500000); }));
  CHECK(apart([](Touches& touches, Index k) { touches.write(k, k == 7 ? 1000000 : k); }));
  CHECK_FALSE(apart([](Touches& touches, Index k) { touches.write(k, k == 7 ? TouchedElements::mostElements : k); }));
  CHECK_FALSE(apart([](Touches&, Index) {}, Index{1} << 32));
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
    return [&, shift](Touches& touches, Index k) {
      for (Index c = 0; c < 2; ++c) touches.write(k, touches.at(of, 2 * touches.at(at, k) + c + shift));
    };
  };
  CHECK(apart(corners(0)));
  CHECK_FALSE(apart(corners(-1)));
  CHECK_FALSE(apart(corners(1)));
  item[5] = item[40000];
  CHECK_FALSE(apart(corners(0)));
  CHECK_FALSE(apart([&](Touches& touches, Index k) { touches.write(k, k + 0 * touches.at(ListNumbers<int>{}, 0)); }));
}

TEST_CASE("some iterations tell how many elements each touches") {
  const auto touches = [](Index count, const auto& touch) {
    TouchedElements elements("x", {}, {}, count, [&](AllTouches& touched) {
      touched.each([&](Chunk chunk, Touches& one) {
        for (Index k = chunk.begin; k < chunk.end; ++k) touch(one, k);
      });
    });
    return elements.touchesOfOne();
  };
  const auto three = [](Touches& one, Index k) {
    for (Index i = 0; i < 3; ++i) one.write(k, i);
  };
  CHECK(touches(iterations, three) == 3);
  CHECK(touches(5, three) == 3);
  CHECK(touches(0, three) == 0);
  CHECK(touches(iterations, [](Touches&, Index) {}) == 0);
}

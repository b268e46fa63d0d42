#include "clustrix/LoopModel.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

/// Writes at a counter plus each of `places`, with steps of the counter by each of `steps`.
LoopModel packed(const std::vector<std::int64_t>& places, const std::vector<std::int64_t>& steps) {
  LoopModel model;
  model.arrays.emplace_back();
  model.scalars.emplace_back();
  for (const std::int64_t step : steps) {
    Update update;
    update.scalar = 0;
    update.step = step;
    model.scalars[0].updates.push_back(static_cast<int>(model.updates.size()));
    model.updates.push_back(update);
  }
  for (const std::int64_t place : places) {
    Access access;
    access.kind = AccessKind::Write;
    access.array = ArrayId{0};
    access.packedBy = 0;
    access.packedAt = Polynomial(place);
    model.accesses.push_back(access);
  }
  return model;
}
std::optional<PackedWindow> window(const std::vector<std::int64_t>& places, const std::vector<std::int64_t>& steps) {
  return packedWindow(packed(places, steps), ArrayId{0});
}

}  // namespace

TEST_CASE("a window holds all the places to which one value of the counter leads") {
  const auto one = window({1}, {1, 2});
  REQUIRE(one.has_value());
  CHECK(one->begin == Polynomial(1));
  CHECK(one->size == 1);
  CHECK_FALSE(one->down);
  const auto three = window({1, -1, 0}, {3});
  REQUIRE(three.has_value());
  CHECK(three->begin == Polynomial(-1));
  CHECK(three->size == 3);
  const auto down = window({-1}, {-1, -4});
  REQUIRE(down.has_value());
  CHECK(down->down);
}

TEST_CASE("there is no window wider than the shortest step") {
  CHECK_FALSE(window({0, 1}, {1}));
  CHECK_FALSE(window({0, 1}, {2, 1}));
  CHECK_FALSE(window({0, 2}, {2}));
  CHECK(window({0, 1}, {2}));
}

TEST_CASE("there is no window where the counter may stay, or goes both ways") {
  CHECK_FALSE(window({0}, {}));
  CHECK_FALSE(window({0}, {1, 0}));
  CHECK_FALSE(window({0}, {1, -1}));
}

TEST_CASE("there is no window of places that nobody can compare, or of two counters") {
  LoopModel model = packed({0, 0}, {1});
  model.accesses[1].packedAt = Polynomial::symbol(SymbolId{0});
  CHECK_FALSE(packedWindow(model, ArrayId{0}));
  model = packed({0, 0}, {1});
  model.scalars.emplace_back();
  model.accesses[1].packedBy = 1;
  CHECK_FALSE(packedWindow(model, ArrayId{0}));
}

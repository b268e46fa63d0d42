#include "Analysis/Hoisted.h"

#include "Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// for (y < h) for (x < w) { a[y*w + x] = ..; a[s + y*w + x] = .. }   with s computed in front of it
struct HoistedPlanes {
  Builder b;
  Value s = b.parameter("s"), h = b.parameter("h"), w = b.parameter("w");

  HoistedPlanes() {
    const Value y = b.loop("y", h), x = b.loop("x", w);
    const ArrayId a = b.array("a");
    b.write(a, y * w + x);
    b.write(a, s + y * w + x);
  }
  void computed(const Value& value, bool exact) { b.model.symbols[0].division = Division{value.polynomial, 1, exact}; }
};

bool mentions(const LoopModel& model, int symbol) {
  return std::any_of(model.accesses.begin(), model.accesses.end(),
                     [&](const Access& access) { return access.index->mentions(SymbolId{symbol}); });
}

}  // namespace

TEST_CASE("what a parameter was computed from stands in its place") {
  HoistedPlanes planes;
  CHECK_FALSE(hasHoisted(planes.b.model));
  planes.computed(planes.h * planes.w, true);
  CHECK(hasHoisted(planes.b.model));
  const auto model = inHoistedTerms(planes.b.model);
  REQUIRE(model);
  CHECK_FALSE(mentions(*model, 0));
  CHECK_FALSE(hasHoisted(*model));
  CHECK(model->obligations.empty());
  CHECK_FALSE(hasHoisted(withoutHoisted(planes.b.model)));
  CHECK(mentions(withoutHoisted(planes.b.model), 0));
}

TEST_CASE("what may have wrapped around has to be proven") {
  HoistedPlanes planes;
  planes.computed(planes.h * planes.w, false);
  const auto model = inHoistedTerms(planes.b.model);
  REQUIRE(model);
  REQUIRE(model->obligations.size() == 1);
  CHECK(model->obligations[0].value == (planes.h * planes.w).polynomial);
  CHECK(model->obligations[0].max == model->symbols[0].max);
}

TEST_CASE("planes that a product keeps apart need no guard, and others no more than before") {
  HoistedPlanes planes;
  planes.computed(planes.h * planes.w, true);
  const Legality known = analyse(planes.b.model);
  CHECK(known.parallel);
  CHECK(known.guards.empty());
  planes.computed(planes.h + planes.w, true);
  const Legality other = analyse(planes.b.model);
  CHECK((!other.parallel || !other.guards.empty()));
}

TEST_CASE("no guard asks for inner loops of one iteration, which a product of parameters may say") {
  Builder b;
  const Value B = b.parameter("B"), T = b.parameter("T"), C = b.parameter("C"), heads = b.parameter("heads"),
              size = b.parameter("size");
  const Value k = b.loop("b", B), t = b.loop("t", T), u = b.loop("u", T), h = b.loop("h", heads), i = b.loop("i", size);
  const ArrayId grad = b.array("grad", 8, "grad"), query = b.array("query", 8, "query");
  b.write(grad, k * T * C * 3 + u * C * 3 + C * 2 + h * size + i);
  b.read(grad, k * T * C * 3 + u * C * 3 + C * 2 + h * size + i);
  b.write(grad, k * T * C * 3 + t * C * 3 + h * size + i);
  b.read(query, k * T * C + t * C + h * size + i);
  for (const Guard& guard : analyse(b.model).guards)
    if (const auto* parameters = std::get_if<ParameterGuard>(&guard))
      for (const auto& row : parameters->anyOf)
        for (const Comparison& comparison : row) CHECK(comparison.value != (C - T * C).polynomial);
}

// Elements in strides of their own: which guard keeps rows in planes, and when none can.
#include "Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

struct Box {
  Builder b;
  Value sy = b.parameter("sy"), sz = b.parameter("sz");
  Value nx = b.parameter("nx"), ny = b.parameter("ny"), nz = b.parameter("nz");
  ArrayId a = b.array("a");

  /// The guard's rows, each a list of values that must not be negative; empty when serial.
  std::vector<std::vector<Polynomial>> rows() const {
    const Legality verdict = analyse(b.model);
    std::vector<std::vector<Polynomial>> result;
    if (!verdict.parallel) return result;
    for (const Guard& guard : verdict.guards)
      for (const auto& row : std::get<ParameterGuard>(guard).anyOf) {
        result.emplace_back();
        for (const Comparison& comparison : row) result.back().push_back(comparison.value);
      }
    return result;
  }
};

}  // namespace

TEST_CASE("rows keep to their planes where both strides are long enough") {
  Box box;
  const Value k = box.b.loop("k", box.nz), j = box.b.loop("j", box.ny), i = box.b.loop("i", box.nx);
  box.b.write(box.a, k * box.sz + j * box.sy + i);
  const std::vector<Polynomial> row{box.sy - box.nx, box.sz - box.ny * box.sy - box.nx + box.sy};
  CHECK(box.rows() == std::vector<std::vector<Polynomial>>{row});
}

TEST_CASE("a loop through neighbours turns the order of the strides") {
  Box box;
  const Value i = box.b.loop("i", box.nx), j = box.b.loop("j", box.ny), k = box.b.loop("k", box.nz);
  box.b.write(box.a, k * box.sz + j * box.sy + i);
  const std::vector<Polynomial> row{box.sy - box.nx, box.sz - box.ny * box.sy - box.nx + box.sy};
  CHECK(box.rows() == std::vector<std::vector<Polynomial>>{row});
}

TEST_CASE("neighbours beyond the row need a longer one") {
  Box box;
  const Value k = box.b.loop("k", box.nz), j = box.b.loop("j", box.ny), i = box.b.loop("i", box.nx);
  box.b.write(box.a, k * box.sz + j * box.sy + i);
  box.b.read(box.a, k * box.sz + j * box.sy + i + 3);
  const std::vector<Polynomial> row{box.sy - box.nx - 3, box.sz - box.ny * box.sy - box.nx + box.sy - 3};
  CHECK(box.rows() == std::vector<std::vector<Polynomial>>{row});
}

TEST_CASE("a neighbour in the plane before stays a dependence") {
  Box box;
  const Value k = box.b.loop("k", box.nz), j = box.b.loop("j", box.ny), i = box.b.loop("i", box.nx);
  box.b.write(box.a, (k + 1) * box.sz + j * box.sy + i);
  box.b.read(box.a, k * box.sz + j * box.sy + i);
  CHECK_FALSE(analyse(box.b.model).parallel);
}

TEST_CASE("rows that begin before their plane do not keep to it") {
  Box box;
  const Value k = box.b.loop("k", box.nz), j = box.b.loop("j", box.ny), i = box.b.loop("i", box.nx);
  box.b.write(box.a, k * box.sz + j * box.sy - i);
  CHECK_FALSE(analyse(box.b.model).parallel);
}

namespace {

/// for (b < batch) for (h < heads) for (t < tokens) for (i < size): the heads of attention share a row of c channels.
struct Heads {
  Builder b;
  Value batch = b.parameter("batch", 1), heads = b.parameter("heads", 1), tokens = b.parameter("tokens", 1);
  Value size = b.parameter("size", 1), c = b.parameter("c", 1);
  Value row = b.loop("b", batch), h = b.loop("h", heads), t = b.loop("t", tokens), i = b.loop("i", size);
  ArrayId a = b.array("a");

  Value at(int times, const Value& plane) const {
    return (row * tokens + t) * Value(times) * c + plane * c + h * size + i;
  }
  bool needs(const Value& value) const {
    const auto guards = guardsOf<ParameterGuard>(analyse(b.model));
    return guards.size() == 1 && guards[0].anyOf.size() == 1 && guards[0].anyOf[0].size() == 1 &&
           guards[0].anyOf[0][0].value == value.polynomial;
  }
};

}  // namespace

TEST_CASE("strides need not lie in the order of the loops") {
  Heads heads;
  heads.b.write(heads.a, heads.at(1, 0));
  CHECK(heads.needs(heads.c - heads.heads * heads.size));
}

TEST_CASE("planes lie within rows that are a number of them") {
  Heads heads;
  heads.b.write(heads.a, heads.at(3, 0));
  heads.b.write(heads.a, heads.at(3, 1));
  heads.b.read(heads.a, heads.at(3, 2));
  CHECK(heads.needs(heads.c - heads.heads * heads.size));
}

TEST_CASE("a plane more than the row has is the next row's") {
  Heads heads;
  heads.b.write(heads.a, heads.at(3, 0));
  heads.b.read(heads.a, heads.at(3, 3));
  CHECK_FALSE(analyse(heads.b.model).parallel);
}

namespace {

/// for (y < h) for (x < w) a[y*w + x] = a[s + y*w + x + right] + a[2*s + y*w + x]
struct Planes {
  Builder b;
  Value s = b.parameter("s"), h = b.parameter("h"), w = b.parameter("w");
  Value y = b.loop("y", h), x = b.loop("x", w);
  ArrayId a = b.array("a");

  std::vector<std::vector<Comparison>> rows() const {
    const auto guards = guardsOf<ParameterGuard>(analyse(b.model));
    return guards.size() == 1 ? guards[0].anyOf : std::vector<std::vector<Comparison>>{};
  }
};

}  // namespace

TEST_CASE("planes whose distance is a parameter lie apart where it is long enough") {
  Planes planes;
  planes.b.write(planes.a, planes.y * planes.w + planes.x);
  planes.b.read(planes.a, planes.s + planes.y * planes.w + planes.x);
  planes.b.write(planes.a, Value(2) * planes.s + planes.y * planes.w + planes.x);
  const auto rows = planes.rows();
  REQUIRE(rows.size() == 1);
  REQUIRE(rows[0].size() == 1);
  CHECK(rows[0][0].value == (planes.s - planes.h * planes.w).polynomial);
  CHECK_FALSE(rows[0][0].equal);
}

TEST_CASE("an offset in the row that all planes are read at is none of a plane") {
  Box box;
  const Value off = box.b.parameter("off");
  const Value k = box.b.loop("k", box.nz), j = box.b.loop("j", box.ny), i = box.b.loop("i", box.nx);
  box.b.write(box.a, k * box.sz + j * box.sy + i + off);
  box.b.write(box.a, k * box.sz + j * box.sy + i + off + 1);
  const auto rows = box.rows();
  REQUIRE(rows.size() == 1);
  for (const Polynomial& value : rows[0]) CHECK_FALSE(value.mentions(off.polynomial.symbols().front()));
}

TEST_CASE("planes that are read where others are written stay a dependence within them") {
  Planes planes;
  planes.b.write(planes.a, (planes.y + 1) * planes.w + planes.x);
  planes.b.read(planes.a, planes.y * planes.w + planes.x);
  planes.b.write(planes.a, planes.s + planes.y * planes.w + planes.x);
  CHECK_FALSE(analyse(planes.b.model).parallel);
}

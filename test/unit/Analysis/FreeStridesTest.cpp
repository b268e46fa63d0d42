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

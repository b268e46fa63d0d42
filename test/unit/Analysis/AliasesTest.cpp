// Memory that may be shared gets guards, and no more of them than are needed.
#include "Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;
using Lines = std::vector<std::string>;

TEST_CASE("two pointers may be the same when the loop is element-wise") {
  Builder b;
  const Value i = b.loop("i", b.parameter("n"));
  b.write(b.array("a"), i);
  b.read(b.array("b"), i);
  CHECK(guardsWhenParallel(b) == Lines{"same-or-disjoint a b"});
}

TEST_CASE("two pointers must be apart when a neighbour is read") {
  Builder b;
  const Value i = b.loop("i", b.parameter("n"));
  b.write(b.array("a"), i);
  b.read(b.array("b"), i + 1);
  CHECK(guardsWhenParallel(b) == Lines{"disjoint a b"});
}

TEST_CASE("two arrays that are written are compared both ways") {
  Builder b;
  const Value i = b.loop("i", b.parameter("n"));
  b.write(b.array("a"), i);
  b.write(b.array("b"), i + 1);
  CHECK(guardsWhenParallel(b) == Lines{"disjoint a b", "disjoint b a"});
}

TEST_CASE("many pointers have one guard together, few have one each") {
  for (const int count : {5, 40}) {
    Builder b;
    const Value i = b.loop("i", b.parameter("n"));
    std::string all;
    for (int k = 0; k < count; ++k) {
      const std::string name = "p" + std::to_string(k);
      b.write(b.array(name), i);
      all += " " + name;
    }
    const Lines guards = guardsWhenParallel(b);
    if (count == 5)
      CHECK(guards.size() == 5 * 4);
    else
      CHECK(guards == Lines{"all-disjoint" + all});
  }
}

TEST_CASE("one array that is written beside many that are read has a guard for each of them") {
  Builder b;
  const Value i = b.loop("i", b.parameter("n"));
  b.write(b.array("a"), i);
  for (int k = 0; k < 40; ++k) b.read(b.array("p" + std::to_string(k)), i);
  CHECK(guardsWhenParallel(b).size() == 40);
}

TEST_CASE("in a guard for many, arrays of their own storage stand apart from those that may be anywhere") {
  Builder b;
  const Value i = b.loop("i", b.parameter("n"));
  std::string all;
  for (int k = 0; k < 30; ++k) {
    const std::string name = "p" + std::to_string(k);
    b.write(b.array(name), i);
    all += " " + name;
  }
  b.read(b.array("v", 8, "v"), i);
  b.write(b.array("w", 8, "w"), i);
  // Two arrays in one object may be anywhere in it.
  b.write(b.array("x", 8, "w"), i + 1);
  CHECK(guardsWhenParallel(b) == Lines{"disjoint w x", "disjoint x w", "all-disjoint" + all + " own v w x"});
}

TEST_CASE("arrays that are only read need no guard") {
  Builder b;
  const Value i = b.loop("i", b.parameter("n"));
  b.read(b.array("a"), i);
  b.read(b.array("b"), i);
  CHECK(guardsWhenParallel(b).empty());
}

TEST_CASE("arrays of their own storage need no guard, and one without may lead into them") {
  for (const bool known : {true, false}) {
    Builder b;
    const Value i = b.loop("i", b.parameter("n"));
    b.write(b.array("a", 8, "a"), i);
    b.read(b.array("b", 8, known ? "b" : ""), i);
    CHECK(guardsWhenParallel(b).size() == (known ? 0 : 1));
  }
}

TEST_CASE("elements of different sizes cannot be the same array") {
  Builder b;
  const Value i = b.loop("i", b.parameter("n"));
  b.write(b.array("a", 8), i);
  b.read(b.array("b", 4), i);
  CHECK(guardsWhenParallel(b) == Lines{"disjoint a b"});
}

TEST_CASE("rows of two matrices may be the same under the guard that either needs") {
  Builder b;
  const Value n = b.parameter("n"), m = b.parameter("m"), ld = b.parameter("ld");
  const Value i = b.loop("i", n), j = b.loop("j", m);
  b.write(b.array("a"), i * ld + j);
  b.read(b.array("b"), i * ld + j);
  CHECK(guardsWhenParallel(b) == Lines{"require ld - m >= 0", "same-or-disjoint a b"});
}

TEST_CASE("a transposed read must not come from the written array") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n), j = b.loop("j", n);
  b.write(b.array("a"), i * n + j);
  b.read(b.array("b"), j * n + i);
  CHECK(guardsWhenParallel(b) == Lines{"disjoint a b"});
}

TEST_CASE("an array that is combined must not be another one that is read") {
  Builder b;
  const Value i = b.loop("i", b.parameter("n"));
  b.update(b.array("sum"), 0);
  b.read(b.array("x"), i);
  CHECK(guardsWhenParallel(b) == Lines{"disjoint sum x"});
}

TEST_CASE("a scalar in memory must not lie in an array, whichever of them is written") {
  Builder b;
  const Value i = b.loop("i", b.parameter("n"));
  b.read(b.array("a", 8, "a"), i);
  b.write(b.array("b", 8, "b"), i);
  const int sum = b.scalar("sum");
  b.updateScalar(sum);
  b.model.scalars[sum].inMemory = true;
  b.model.memoryScalars.push_back({"pivot", "pivot", b.here()});
  CHECK(guardsWhenParallel(b) == Lines{"disjoint b object pivot", "disjoint a object sum", "disjoint b object sum",
                                       "disjoint object sum object pivot"});
}

TEST_CASE("what a container knows of its elements lies in no array and is no number") {
  Builder b;
  const Value i = b.loop("i", b.parameter("n"));
  b.write(b.array("b", 8, "b"), i);
  const int sum = b.scalar("sum");
  b.updateScalar(sum);
  b.model.scalars[sum].inMemory = true;
  b.model.memoryScalars.push_back({"b", "b", b.here(), true});
  CHECK(guardsWhenParallel(b) == Lines{"disjoint b object sum"});
}

TEST_CASE("an object that iterations combine into shares nothing with what else the loop touches") {
  Builder b;
  const Value i = b.loop("i", b.parameter("n"));
  b.read(b.array("a", 8, "a"), i);
  const int sum = b.scalar("sum");
  b.updateScalar(sum);
  b.model.scalars[sum].inMemory = true;
  const auto object = [&](const std::string& name, const std::string& reduction) {
    MemoryScalar one{name, name, b.here()};
    one.reduction = reduction;
    b.model.memoryScalars.push_back(one);
  };
  object("x", "x");
  object("x'", "x");
  object("w", "");
  object("y", "y");
  CHECK(guardsWhenParallel(b) ==
        Lines{"disjoint a object x", "disjoint object x object w", "disjoint object x object y",
              "disjoint object x object sum", "disjoint a object x'", "disjoint object x' object w",
              "disjoint object x' object y", "disjoint object x' object sum", "disjoint a object y",
              "disjoint object y object w", "disjoint object y object sum", "disjoint a object sum",
              "disjoint object sum object w"});
}

TEST_CASE("two references that are written may be one object") {
  Builder b;
  b.loop("i", b.parameter("n"));
  for (const char* name : {"low", "high", "own"}) {
    const int scalar = b.scalar(name);
    b.updateScalar(scalar, UpdateOperator::Min);
    b.model.scalars[scalar].inMemory = std::string(name) != "own";
  }
  CHECK(guardsWhenParallel(b) == Lines{"disjoint object low object high"});
}

TEST_CASE("a location in memory is written too") {
  Builder b;
  b.loop("i", b.parameter("n"));
  const int best = b.scalar("best"), at = b.scalar("at", false);
  b.updateScalar(best, UpdateOperator::Min).locations = {at};
  b.model.scalars[at].inMemory = true;
  b.model.memoryScalars.push_back({"limit", "limit", b.here()});
  CHECK(guardsWhenParallel(b) == Lines{"disjoint object at object limit"});
}

TEST_CASE("reading the very variable that the loop writes is a dependence") {
  Builder b;
  b.loop("i", b.parameter("n"));
  const int sum = b.scalar("sum");
  b.updateScalar(sum);
  b.model.scalars[sum].inMemory = true;
  b.model.memoryScalars.push_back({"sum", "sum", b.here()});
  CHECK(hasReason(analyse(b.model), "dependence.scalar"));
}

TEST_CASE("an asserted loop has no guards for memory") {
  Builder b;
  b.model.asserted = true;
  const Value i = b.loop("i", b.parameter("n"));
  b.write(b.array("a"), i);
  b.read(b.array("b"), i + 1);
  CHECK(guardsWhenParallel(b).empty());
}

TEST_CASE("a container that grows may be none of those that the loop reads") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n), size = b.parameter("size");
  const ArrayId out = b.array("out"), in = b.array("in");
  b.write(out, size + i);
  b.read(in, i);
  b.model.memoryScalars.push_back({"in", "in", {}});
  b.model.appends.push_back({"out", "out", out, size.polynomial, Polynomial(1), true, {}});
  const Lines guards = guardsWhenParallel(b);
  CHECK(std::count(guards.begin(), guards.end(), "disjoint object out object in") == 1);
  b.model.appends.back().inMemory = false;
  const Lines local = guardsWhenParallel(b);
  CHECK(std::count(local.begin(), local.end(), "disjoint object out object in") == 0);
}

namespace {

/// `a[i][j] = 0` or a read of it.
void rowsOf(Builder& b, const std::string& name, const RowPath& rows, const Value& i, bool written) {
  const Value pitch = b.parameter(name + "[].size()", 1, kIntMax);
  b.model.symbols.back().pitchOf = baseOf(rows);
  const ArrayId array = b.array(name);
  b.model.arrays[array.value].rows = rows;
  Access& access = written ? b.write(array, i * pitch) : b.read(array, i * pitch);
  access.conditions = {(pitch - 1).polynomial};
}

Lines guardsOfRows(const RowPath& written, const std::optional<RowPath>& read = {}) {
  Builder b;
  const Value i = b.loop("i", b.parameter("n"));
  rowsOf(b, "a", written, i, true);
  if (read) rowsOf(b, "b", *read, i, false);
  return guardsWhenParallel(b);
}

}  // namespace

TEST_CASE("rows behind pointers that are written are compared with each other, and those of containers are not") {
  CHECK(guardsOfRows({RowPath::Pointers, "a"}) == Lines{"disjoint a a"});
  CHECK(guardsOfRows({RowPath::Containers, "a"}).empty());
}

TEST_CASE("two members of the objects in one container are apart, and members of two containers may not be") {
  const RowPath values{RowPath::Containers, "rows", 1, ".v"};
  CHECK(guardsOfRows(values, RowPath{RowPath::Parts, "rows", 1, ".k"}).empty());
  CHECK(guardsOfRows(values, RowPath{RowPath::Containers, "others", 1, ".v"}).size() == 1);
}

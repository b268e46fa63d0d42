// Parts of one object: what always overlaps is a reason, and no guard.
#include "Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;
using Lines = std::vector<std::string>;

namespace {

/// for (i < n) of two arrays in one object, the second one `begin` bytes behind the first.
struct Two {
  Builder b;
  Value n = b.parameter("n"), i = b.loop("i", n);
  ArrayId first, second;

  explicit Two(std::int64_t begin, std::int64_t bytes = 8) : first(b.array("d")), second(b.array("l", bytes)) {
    b.model.arrays[0].part = {"s", 0, 800};
    b.model.arrays[1].part = {"s", begin, 800 - begin};
  }
  Legality verdict() const { return analyse(b.model); }
};

}  // namespace

TEST_CASE("members of a union that meet in other iterations make the loop serial") {
  Two after(0);
  after.b.write(after.first, after.i);
  after.b.read(after.second, after.i + 1);
  CHECK(hasReason(after.verdict(), "dependence.anti"));
  Two before(0);
  before.b.write(before.first, before.i + 1);
  before.b.read(before.second, before.i);
  CHECK(hasReason(before.verdict(), "dependence.flow"));
  Two both(0);
  both.b.write(both.first, both.i);
  both.b.write(both.second, both.i + 1);
  CHECK(hasReason(both.verdict(), "dependence.output"));
}

TEST_CASE("members of a union may be one array where the loop is element-wise") {
  Two same(0);
  same.b.write(same.first, same.i);
  same.b.read(same.second, same.i);
  CHECK(same.verdict().parallel);
  Two moved(8);
  moved.b.write(moved.first, moved.i);
  moved.b.read(moved.second, moved.i);
  CHECK_FALSE(moved.verdict().parallel);
  Two smaller(0, 4);
  smaller.b.write(smaller.first, smaller.i);
  smaller.b.read(smaller.second, smaller.i);
  CHECK_FALSE(smaller.verdict().parallel);
}

TEST_CASE("members of a union that lie apart for many iterations keep their guard") {
  Two two(0);
  two.b.write(two.first, two.i);
  two.b.read(two.second, two.i + 50);
  const Legality verdict = two.verdict();
  CHECK(verdict.parallel);
  CHECK(guardLines(verdict, two.b.model) == Lines{"disjoint d l"});
  Two few(0);
  few.b.write(few.first, few.i);
  few.b.read(few.second, few.i + 12);
  CHECK_FALSE(few.verdict().parallel);
}

TEST_CASE("parts of other objects, and parts that share no bytes, keep their guard") {
  Two other(0);
  other.b.model.arrays[1].part.object = "t";
  other.b.write(other.first, other.i);
  other.b.read(other.second, other.i + 1);
  CHECK(other.verdict().parallel);
  Two unknown(0);
  unknown.b.model.arrays[1].part = {};
  unknown.b.write(unknown.first, unknown.i);
  unknown.b.read(unknown.second, unknown.i + 1);
  CHECK(unknown.verdict().parallel);
  Two beside(800);
  beside.b.model.arrays[1].part.bytes = 800;
  beside.b.write(beside.first, beside.i);
  beside.b.read(beside.second, beside.i + 1);
  CHECK(beside.verdict().parallel);
}

TEST_CASE("an element that a test of the loop keeps away is met by nobody") {
  Two two(0);
  two.b.write(two.first, two.i).conditions = {two.i - 20};
  two.b.read(two.second, 3);
  CHECK(two.verdict().parallel);
}

TEST_CASE("a subscript that is not known leaves the guard") {
  Two two(0);
  two.b.write(two.first, two.i);
  two.b.access(AccessKind::Read, two.second, std::nullopt);
  CHECK(guardLines(two.verdict(), two.b.model) == Lines{"disjoint d l"});
}

TEST_CASE("a variable in the bytes of an array is a reason where the loop touches both") {
  Two read(0);
  read.b.write(read.first, read.i);
  read.b.model.memoryScalars.push_back({"head", "s.head", read.b.here(), false, {"s", 0, 8}});
  CHECK(hasReason(read.verdict(), "dependence.flow"));
  read.b.model.memoryScalars.back().part.object = "t";
  CHECK(read.verdict().parallel);
  read.b.model.memoryScalars.back().part = {"s", 400, 8};  // behind the first fifty
  CHECK(read.verdict().parallel);

  Two written(0);
  written.b.read(written.first, written.i);
  const int sum = written.b.scalar("sum");
  written.b.updateScalar(sum);
  written.b.model.scalars[0].inMemory = true;
  CHECK(written.verdict().parallel);
  written.b.model.scalars[0].part = {"s", 16, 8};
  CHECK_FALSE(written.verdict().parallel);
}

TEST_CASE("two variables in the same bytes are carried") {
  Two two(0);
  const int sum = two.b.scalar("sum");
  two.b.updateScalar(sum);
  two.b.model.scalars[0].inMemory = true;
  two.b.model.scalars[0].part = {"s", 0, 8};
  two.b.model.memoryScalars.push_back({"bits", "s.bits", two.b.here(), false, {"s", 4, 8}});
  CHECK(hasReason(two.verdict(), "dependence.scalar"));
  two.b.model.memoryScalars.back().part.begin = 8;
  CHECK(two.verdict().parallel);
}

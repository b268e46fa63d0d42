// Updates of array elements: when their conflicts are harmless.
#include "Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

TEST_CASE("updates of one element are a reduction into it") {
  Builder b;
  const Value n = b.parameter("n"), r = b.parameter("r");
  b.loop("i", n);
  const ArrayId a = b.array("a");
  b.update(a, r);
  const Legality verdict = analyse(b.model);
  REQUIRE(verdict.parallel);
  REQUIRE(verdict.reductions.size() == 1);
  CHECK(verdict.reductions[0].array == a);
  CHECK(verdict.reductions[0].index == r.polynomial);
  CHECK_FALSE(verdict.reductions[0].ofArray);
  CHECK(verdict.reductions[0].scalar == -1);
}

TEST_CASE("sums of columns are a reduction of an array over the rows, and none over the columns") {
  Builder rows;
  {
    const Value n = rows.parameter("n"), m = rows.parameter("m");
    rows.loop("i", n);
    const Value j = rows.loop("j", m);
    rows.update(rows.array("c"), j);
  }
  const Legality overRows = analyse(rows.model);
  REQUIRE(overRows.parallel);
  REQUIRE(overRows.reductions.size() == 1);
  CHECK(overRows.reductions[0].ofArray);
  Builder columns;
  const Value n = columns.parameter("n"), m = columns.parameter("m"), j = columns.loop("j", m);
  columns.loop("i", n);
  columns.update(columns.array("c"), j);
  const Legality overColumns = analyse(columns.model);
  CHECK(overColumns.parallel);
  CHECK(overColumns.reductions.empty());
}

TEST_CASE("a histogram is a reduction of an array") {
  Builder b;
  const Value n = b.parameter("n"), key = b.opaque("key[i]", 0, 255);
  b.loop("i", n);
  b.update(b.array("h", 4), key, UpdateOperator::Add, true);
  const Legality verdict = analyse(b.model);
  REQUIRE(verdict.parallel);
  REQUIRE(verdict.reductions.size() == 1);
  CHECK(verdict.reductions[0].ofArray);
}

TEST_CASE("updates of elements that nothing is known of are a reduction of an array") {
  Builder b;
  b.loop("i", b.parameter("n"));
  const int update = b.update(b.array("h", 4), 0, UpdateOperator::Add, true);
  b.model.updates[update].index.reset();
  for (Access& access : b.model.accesses) access.index.reset();
  const Legality verdict = analyse(b.model);
  REQUIRE(verdict.parallel);
  REQUIRE(verdict.reductions.size() == 1);
  CHECK(verdict.reductions[0].ofArray);
  CHECK_FALSE(verdict.reductions[0].index);
}

TEST_CASE("elements that are surely different may be combined by different operators") {
  Builder b;
  b.loop("i", b.parameter("n"));
  const ArrayId a = b.array("stats");
  b.update(a, 0);
  b.update(a, 1, UpdateOperator::Max);
  const Legality verdict = analyse(b.model);
  REQUIRE(verdict.parallel);
  REQUIRE(verdict.reductions.size() == 2);
  CHECK(verdict.reductions[1].op == UpdateOperator::Max);
  CHECK_FALSE(verdict.reductions[0].ofArray);
}

TEST_CASE("combining an array asks for no guard on its subscripts") {
  Builder b;
  const Value n = b.parameter("n"), m = b.parameter("m"), step = b.parameter("step");
  b.loop("i", n);
  const Value j = b.loop("j", m);
  b.update(b.array("c"), j * step + 5);
  const Legality verdict = analyse(b.model);
  REQUIRE(verdict.parallel);
  REQUIRE(verdict.reductions.size() == 1);
  for (const Guard& guard : verdict.guards) CHECK_FALSE(std::holds_alternative<ParameterGuard>(guard));
}

TEST_CASE("extremes of elements that differ in what a NaN does are no reduction") {
  Builder b;
  b.loop("i", b.parameter("n"));
  const Value key = b.opaque("key[i]", 0, 255);
  const ArrayId a = b.array("a");
  b.update(a, key, UpdateOperator::Max, true);
  b.model.updates[static_cast<std::size_t>(b.update(a, key, UpdateOperator::Max, true))].takesNan = true;
  CHECK_FALSE(analyse(b.model).parallel);
}

TEST_CASE("elements that may be one are combined by different operators only where they are two") {
  Builder b;
  const Value p = b.parameter("p"), q = b.parameter("q");
  b.loop("i", b.parameter("n"));
  const ArrayId a = b.array("a");
  b.update(a, p);
  b.update(a, q, UpdateOperator::Multiply);
  const Legality verdict = analyse(b.model);
  REQUIRE(verdict.parallel);
  CHECK(verdict.reductions.size() == 2);
  REQUIRE(guardsOf<ParameterGuard>(verdict).size() == 1);
  CHECK(guardsOf<ParameterGuard>(verdict)[0].anyOf.size() == 2);
}

TEST_CASE("elements that may be one are combined together by one operator") {
  Builder b;
  const Value p = b.parameter("p"), q = b.parameter("q");
  b.loop("i", b.parameter("n"));
  const ArrayId a = b.array("a");
  b.update(a, p);
  b.update(a, q);
  const Legality verdict = analyse(b.model);
  REQUIRE(verdict.parallel);
  REQUIRE(verdict.reductions.size() == 1);
  CHECK(verdict.reductions[0].ofArray);
}

TEST_CASE("an array that is also read or written plainly is no reduction") {
  for (const AccessKind kind : {AccessKind::Read, AccessKind::Write}) {
    Builder b;
    const Value i = b.loop("i", b.parameter("n"));
    const ArrayId a = b.array("a");
    b.update(a, 0);
    b.access(kind, a, i.polynomial);
    CHECK_FALSE(analyse(b.model).parallel);
  }
}

TEST_CASE("a bitwise update of floating-point elements is refused") {
  Builder b;
  b.loop("i", b.parameter("n"));
  b.update(b.array("a"), 0, UpdateOperator::BitOr, false);
  CHECK_FALSE(analyse(b.model).parallel);
}

TEST_CASE("an update of a part of an element is no reduction") {
  Builder b;
  b.loop("i", b.parameter("n"));
  const int update = b.update(b.array("a"), 0);
  for (Access& access : b.model.accesses)
    if (access.update == update) access.byteEnd = 4;
  CHECK_FALSE(analyse(b.model).parallel);
}

TEST_CASE("an asserted loop still combines what all iterations update") {
  Builder b;
  const Value i = b.loop("i", b.parameter("n")), at = b.opaque("p[i]");
  b.model.asserted = true;
  const ArrayId a = b.array("a"), total = b.array("total");
  b.write(a, at);
  b.read(a, i - 1);
  b.update(total, 0);
  const Legality verdict = analyse(b.model);
  REQUIRE(verdict.parallel);
  CHECK(verdict.asserted);
  CHECK(verdict.guards.empty());
  REQUIRE(verdict.reductions.size() == 1);
  CHECK(verdict.reductions[0].array == total);
}

TEST_CASE("an update that writes less often than it reads is still a reduction") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  const int update = b.update(b.array("low"), 0, UpdateOperator::Min);
  for (Access& access : b.model.accesses)
    if (access.update == update && access.kind == AccessKind::Write)
      access.conditions = {i - 5, Value(5) - i};  // iteration 5 alone writes, all others read
  const Legality verdict = analyse(b.model);
  REQUIRE(verdict.parallel);
  CHECK(verdict.reductions.size() == 1);
}

TEST_CASE("an element is combined into where other iterations only read others of its array") {
  // for (k < i) x[i] -= l[k] * x[k]
  Builder b;
  const Value i = b.parameter("i");
  const Value k = b.loop("k", i);
  const ArrayId x = b.array("x");
  b.read(x, k);
  b.update(x, i);
  const Legality verdict = analyse(b.model);
  REQUIRE(verdict.parallel);
  REQUIRE(verdict.reductions.size() == 1);
  CHECK(verdict.reductions[0].index == i.polynomial);
  CHECK_FALSE(verdict.reductions[0].ofArray);
}

TEST_CASE("an element that some iteration reads or sets is not combined into") {
  for (const AccessKind kind : {AccessKind::Read, AccessKind::Write})
    for (const int last : {0, 1}) {  // x[k] with k <= i, or the sum itself in every iteration
      Builder b;
      const Value i = b.parameter("i", 0);
      const Value k = b.loop("k", i + 1);
      const ArrayId x = b.array("x");
      b.update(x, i);
      b.access(kind, x, last == 0 ? k.polynomial : i.polynomial);
      CHECK_FALSE(analyse(b.model).parallel);
    }
}

TEST_CASE("rows are combined into beside rows that are read") {
  // for (k < i) for (j < 64) c[i][j] -= l[k] * c[k][j]
  Builder b;
  const Value i = b.parameter("i");
  const Value k = b.loop("k", i), j = b.loop("j", 64);
  const ArrayId c = b.array("c");
  b.read(c, k * 64 + j);
  b.update(c, i * 64 + j);
  const Legality verdict = analyse(b.model);
  REQUIRE(verdict.parallel);
  REQUIRE(verdict.reductions.size() == 1);
  CHECK(verdict.reductions[0].ofArray);
}

TEST_CASE("updates of two kinds combine beside each other where they never meet, and not where they do") {
  for (const bool apart : {true, false}) {
    Builder b;
    b.loop("k", b.parameter("n"));
    const Value j = b.loop("j", 10);
    const ArrayId c = b.array("c");
    b.update(c, j);
    b.update(c, j + (apart ? 10 : 9), UpdateOperator::Max);
    const Legality verdict = analyse(b.model);
    CHECK(verdict.parallel == apart);
    CHECK(verdict.reductions.size() == (apart ? 2 : 0));
  }
}

TEST_CASE("parameters that keep what is read apart from what is combined become a guard") {
  Builder b;
  const Value p = b.parameter("p"), q = b.parameter("q");
  b.loop("i", b.parameter("n"));
  const ArrayId a = b.array("a");
  b.read(a, q);
  b.update(a, p);
  const Legality verdict = analyse(b.model);
  REQUIRE(verdict.parallel);
  CHECK(guardsOf<ParameterGuard>(verdict).size() == 1);
}

// Verdicts on loops over one array, or over arrays of their own storage: which loops are parallel, under which guard,
// and which access stands in the way.
#include "Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;
using Lines = std::vector<std::string>;

namespace {

/// The verdict must be parallel; its guards as text.
}  // namespace

TEST_CASE("an element-wise loop is parallel without guards") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  const ArrayId a = b.array("a");
  b.read(a, i);
  b.write(a, i);
  CHECK(guardsWhenParallel(b).empty());
}

TEST_CASE("a recurrence is serial, with a flow dependence of distance one that names both lines") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n - 1);
  const ArrayId a = b.array("a");
  b.read(a, i);
  b.write(a, i + 1);
  const Legality verdict = analyse(b.model);
  CHECK_FALSE(verdict.parallel);
  REQUIRE(verdict.reasons.size() == 1);
  CHECK(verdict.reasons[0].code == "dependence.flow");
  CHECK(verdict.reasons[0].at.line == 2);
  REQUIRE(verdict.reasons[0].other);
  CHECK(verdict.reasons[0].other->line == 3);
  CHECK(verdict.reasons[0].message.find("the one before it") != std::string::npos);
  CHECK(verdict.guards.empty());
}

TEST_CASE("reading ahead of the writes is an anti dependence, with a hint") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n - 1);
  const ArrayId a = b.array("a");
  b.read(a, i + 1);
  b.write(a, i);
  const Legality verdict = analyse(b.model);
  REQUIRE(verdict.reasons.size() == 1);
  CHECK(verdict.reasons[0].code == "dependence.anti");
  CHECK_FALSE(verdict.reasons[0].hint.empty());
}

TEST_CASE("writing one element in some iterations is an output dependence") {
  Builder b;
  const Value n = b.parameter("n"), p = b.parameter("p");
  b.loop("i", n);
  b.write(b.array("a"), p).certain = false;
  CHECK(hasReason(analyse(b.model), "dependence.output"));
}

TEST_CASE("a stencil from one array into another is parallel") {
  Builder b;
  const Value n = b.parameter("n"), m = b.parameter("m");
  const Value i = b.loop("i", n - 2) + 1, j = b.loop("j", m - 2) + 1;
  const ArrayId u = b.array("u", 8, "u"), v = b.array("v", 8, "v");
  b.write(v, i * m + j);
  for (const Value& at : {i * m + j, i * m + j - 1, i * m + j + 1, (i - 1) * m + j, i * m + j + m}) b.read(u, at);
  CHECK(guardsWhenParallel(b).empty());
}

TEST_CASE("a stencil in place is serial in both dimensions") {
  for (const int level : {0, 1}) {
    Builder b;
    const Value n = b.parameter("n"), m = b.parameter("m");
    const ArrayId u = b.array("u");
    const Value i = level == 0 ? b.loop("i", n - 2) + 1 : b.parameter("i", 1), j = b.loop("j", m - 2) + 1;
    b.write(u, i * m + j);
    b.read(u, (i - 1) * m + j);
    b.read(u, i * m + j - 1);
    CHECK(hasReason(analyse(b.model), "dependence.flow"));
  }
}

TEST_CASE("rows of a run-time pitch need the columns to stay within it") {
  Builder b;
  const Value n = b.parameter("n"), m = b.parameter("m"), pitch = b.parameter("pitch");
  const Value i = b.loop("i", n), j = b.loop("j", m);
  b.write(b.array("a"), i * pitch + j);
  CHECK(guardsWhenParallel(b) == Lines{"require pitch - m >= 0"});
}

TEST_CASE("rows as long as the inner loop need no guard") {
  Builder b;
  const Value n = b.parameter("n"), m = b.parameter("m");
  const Value i = b.loop("i", n), j = b.loop("j", m);
  const ArrayId a = b.array("a");
  b.write(a, i * m + j);
  b.read(a, i * m + j);
  CHECK(guardsWhenParallel(b).empty());
}

TEST_CASE("three dimensions with run-time extents need no guard") {
  Builder b;
  const Value n = b.parameter("n"), m = b.parameter("m"), p = b.parameter("p");
  const Value i = b.loop("i", n), j = b.loop("j", m), k = b.loop("k", p);
  b.write(b.array("a"), (i * m + j) * p + k);
  CHECK(guardsWhenParallel(b).empty());
}

TEST_CASE("rows padded by one element are found from the coefficient") {
  Builder b;
  const Value n = b.parameter("n"), m = b.parameter("m");
  const Value i = b.loop("i", n), j = b.loop("j", m + 1);
  b.write(b.array("a"), (m + 1) * i + j);
  CHECK(guardsWhenParallel(b).empty());
}

TEST_CASE("interleaved pairs of a matrix are apart") {
  Builder b;
  const Value n = b.parameter("n"), m = b.parameter("m");
  const Value i = b.loop("i", n), j = b.loop("j", m);
  const ArrayId a = b.array("a");
  b.write(a, (i * m + j) * 2);
  b.read(a, (i * m + j) * 2 + 1);
  CHECK(guardsWhenParallel(b).empty());
}

TEST_CASE("a column of a matrix is swept in parallel over the columns and serially along them") {
  Builder across;
  {
    const Value n = across.parameter("n"), m = across.parameter("m");
    const Value j = across.loop("j", m), i = across.loop("i", n - 1);
    const ArrayId a = across.array("a");
    across.write(a, (i + 1) * m + j);
    across.read(a, i * m + j);
  }
  CHECK(guardsWhenParallel(across).empty());
  Builder along;
  const Value n = along.parameter("n"), m = along.parameter("m");
  const Value i = along.loop("i", n - 1), j = along.loop("j", m);
  const ArrayId a = along.array("a");
  along.write(a, (i + 1) * m + j);
  along.read(a, i * m + j);
  CHECK(hasReason(analyse(along.model), "dependence.flow"));
}

TEST_CASE("copying the lower triangle to the upper one is parallel") {
  Builder b;
  const Value n = b.parameter("n");
  const Value i = b.loop("i", n - 1) + 1, j = b.loop("j", i);
  const ArrayId g = b.array("g");
  b.read(g, i * n + j);
  b.write(g, j * n + i);
  CHECK(guardsWhenParallel(b).empty());
}

TEST_CASE("transposing a whole matrix onto itself is serial") {
  Builder b;
  const Value n = b.parameter("n");
  const Value i = b.loop("i", n), j = b.loop("j", n);
  const ArrayId g = b.array("g");
  b.read(g, i * n + j);
  b.write(g, j * n + i);
  const Legality verdict = analyse(b.model);
  CHECK_FALSE(verdict.parallel);
  CHECK(hasReason(verdict, "dependence.flow"));
}

TEST_CASE("a shift by a run-time offset is guarded by the offset") {
  Builder b;
  const Value n = b.parameter("n"), k = b.parameter("k"), i = b.loop("i", n);
  const ArrayId a = b.array("a");
  b.write(a, i);
  b.read(a, i + k);
  const Legality verdict = analyse(b.model);
  REQUIRE(verdict.parallel);
  REQUIRE(guardsOf<ParameterGuard>(verdict).size() == 1);
  CHECK(guardsOf<ParameterGuard>(verdict)[0].anyOf.size() == 3);  // k == 0, k >= n, k <= -n
}

TEST_CASE("a run-time stride must not be zero") {
  Builder b;
  const Value n = b.parameter("n"), s = b.parameter("s"), i = b.loop("i", n);
  const ArrayId a = b.array("a");
  b.write(a, i * s);
  b.read(a, i * s);
  CHECK(guardsWhenParallel(b) == Lines{"require s - 1 >= 0"});
}

TEST_CASE("the requirement on the loop's stride is taken as given") {
  Builder b;
  const Value n = b.parameter("n"), s = b.parameter("s"), i = b.loop("i", n, s);
  b.model.requirements.push_back({Requirement::NonNegative, s - 1, {}, b.here()});
  b.write(b.array("a"), i * s);
  CHECK(guardsWhenParallel(b) == Lines{"require s - 1 >= 0"});
}

TEST_CASE("reversing a row in place is serial, from a row into another parallel") {
  Builder in;
  {
    const Value n = in.parameter("n"), i = in.loop("i", n);
    const ArrayId a = in.array("a");
    in.write(a, i);
    in.read(a, n - 1 - i);
  }
  CHECK_FALSE(analyse(in.model).parallel);
  Builder out;
  const Value n = out.parameter("n"), m = out.parameter("m");
  const Value i = out.loop("i", n), j = out.loop("j", m);
  const ArrayId a = out.array("a");
  out.write(a, i * m + m - 1 - j);
  out.read(a, i * m + j);
  CHECK(guardsWhenParallel(out).empty());
}

TEST_CASE("the two halves of a row are swapped in parallel") {
  Builder b;
  const Value h = b.parameter("h"), i = b.loop("i", h);
  const ArrayId a = b.array("a");
  for (const Value& at : {i, h * 2 - 1 - i}) {
    b.read(a, at);
    b.write(a, at);
  }
  CHECK(guardsWhenParallel(b).empty());
}

TEST_CASE("even elements from odd ones are apart") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  const ArrayId a = b.array("a");
  b.write(a, i * 2);
  b.read(a, i * 2 + 1);
  b.read(a, i * 2 - 1);
  CHECK(guardsWhenParallel(b).empty());
}

TEST_CASE("eliminating below a pivot reads a row that no iteration writes") {
  Builder b;
  const Value n = b.parameter("n"), m = b.parameter("m"), p = b.parameter("p", 0);
  const Value i = p + 1 + b.loop("i", n - p - 1);
  const ArrayId a = b.array("a");
  b.read(a, i * m + p);
  b.read(a, p * m + p);
  const Value j = b.loop("j", m);
  b.read(a, p * m + j);
  b.read(a, i * m + j);
  b.write(a, i * m + j);
  CHECK(guardsWhenParallel(b) == Lines{"require m - p - 1 >= 0"});
}

TEST_CASE("a submatrix's common start does not matter") {
  Builder b;
  const Value n = b.parameter("n"), m = b.parameter("m"), start = b.parameter("start");
  const Value i = b.loop("i", n), j = b.loop("j", m);
  const ArrayId a = b.array("a");
  b.read(a, i * m + j + start);
  b.write(a, i * m + j + start);
  CHECK(guardsWhenParallel(b).empty());
}

TEST_CASE("a subscript from data makes writes conflict, and reads not") {
  Builder scatter;
  {
    const Value n = scatter.parameter("n"), at = scatter.opaque("p[i]");
    scatter.loop("i", n);
    scatter.write(scatter.array("a"), at);
  }
  CHECK(hasReason(analyse(scatter.model), "dependence.output"));
  Builder gather;
  const Value n = gather.parameter("n"), at = gather.opaque("p[i]"), i = gather.loop("i", n);
  gather.read(gather.array("a", 8, "a"), at);
  gather.write(gather.array("b", 8, "b"), i);
  CHECK(guardsWhenParallel(gather).empty());
}

TEST_CASE("scattering within a row is parallel over the rows when the row is wide enough") {
  Builder b;
  const Value n = b.parameter("n"), bins = b.parameter("bins"), byte = b.opaque("byte", 0, 255);
  const Value i = b.loop("i", n);
  b.loop("j", n);
  b.write(b.array("h"), i * bins + byte);
  CHECK(guardsWhenParallel(b) == Lines{"require bins - 256 >= 0"});
}

TEST_CASE("a missing subscript conflicts with every write") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  const ArrayId a = b.array("a");
  b.write(a, i);
  b.access(AccessKind::Read, a, std::nullopt);
  CHECK(hasReason(analyse(b.model), "dependence.unknown"));
}

TEST_CASE("a product of counters is not understood") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n), j = b.loop("j", n);
  b.write(b.array("a"), i * j);
  CHECK(hasReason(analyse(b.model), "dependence.unknown"));
}

TEST_CASE("fields of one element do not conflict, and overlapping bytes do") {
  for (const std::int64_t begin : {4, 3}) {
    Builder b;
    const Value n = b.parameter("n"), i = b.loop("i", n);
    const ArrayId a = b.array("a");
    Access& write = b.write(a, i);
    write.byteBegin = 0, write.byteEnd = 4;
    Access& read = b.read(a, i + 1);
    read.byteBegin = begin, read.byteEnd = 8;
    CHECK(analyse(b.model).parallel == (begin == 4));
  }
}

TEST_CASE("another field of an unknown element does not conflict, and an overlapping one does") {
  for (const std::int64_t begin : {4, 3}) {
    Builder b;
    const Value n = b.parameter("n"), i = b.loop("i", n);
    const ArrayId a = b.array("a");
    Access& write = b.write(a, i);
    write.byteBegin = 0, write.byteEnd = 4;
    Access& read = b.read(a, i);
    read.index.reset();
    read.byteBegin = begin, read.byteEnd = 8;
    CHECK(analyse(b.model).parallel == (begin == 4));
  }
}

TEST_CASE("bytes beyond the element make its place unknown") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  Access& write = b.write(b.array("a"), i);
  write.byteEnd = 16;
  CHECK(hasReason(analyse(b.model), "dependence.unknown"));
}

TEST_CASE("conditions of an access are taken into account") {
  Builder b;
  const Value n = b.parameter("n"), h = b.parameter("h"), i = b.loop("i", n);
  const ArrayId a = b.array("a");
  b.write(a, i).conditions = {h - 1 - i};  // if (i < h)
  b.read(a, i + h);
  CHECK(guardsWhenParallel(b).empty());
}

TEST_CASE("a distance that is too long for a constant loop is no dependence") {
  Builder b;
  const Value i = b.loop("i", 64);
  const ArrayId a = b.array("a");
  b.write(a, i + 64);
  b.read(a, i);
  CHECK(guardsWhenParallel(b).empty());
}

TEST_CASE("a short constant distance is a dependence, not a guard on the trip count") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  const ArrayId a = b.array("a");
  b.write(a, i + 17);
  b.read(a, i);
  const Legality verdict = analyse(b.model);
  REQUIRE(hasReason(verdict, "dependence.flow"));
  CHECK(verdict.reasons[0].message.find("17 before it") != std::string::npos);
}

TEST_CASE("columns of two matrices in one array, half a pitch apart, are guarded") {
  Builder b;
  const Value n = b.parameter("n"), m = b.parameter("m"), ld = b.parameter("ld");
  const Value i = b.loop("i", n), j = b.loop("j", m);
  const ArrayId a = b.array("a");
  b.write(a, i * ld + j);
  b.read(a, i * ld + j + m);
  CHECK(guardsWhenParallel(b) == Lines{"require ld - 2*m >= 0"});
}

TEST_CASE("two strides that form no chain need the outer one to be longer than all of the inner ones") {
  Builder b;
  const Value n = b.parameter("n"), s = b.parameter("s"), t = b.parameter("t");
  const Value i = b.loop("i", n), j = b.loop("j", n);
  b.write(b.array("a"), i * s + j * t);
  CHECK(guardsWhenParallel(b) == Lines{"require t - 1 >= 0 and s - n*t + t - 1 >= 0"});
}

TEST_CASE("a quotient and a remainder that agree are one iteration of the loop that they divide") {
  for (const int excess : {0, 1}) {
    Builder b;
    const Value nx = b.parameter("nx"), ny = b.parameter("ny"), at = b.loop("at", nx * ny);
    const Value q = b.loop("q", ny), r = b.loop("r", nx);
    Access& write = b.write(b.array("b"), r * ny + q * (1 - excess));
    const Value gap = at - nx * q - r;
    write.conditions = {gap, Value(0) - gap};
    CHECK(analyse(b.model).parallel == (excess == 0));
  }
}

TEST_CASE("the evidence shows accesses and conflicts as relations") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  const ArrayId a = b.array("a");
  b.read(a, i);
  b.write(a, i + 1);
  const Legality verdict = analyse(b.model);
  REQUIRE(verdict.evidence.size() == 3);
  CHECK(verdict.evidence[0] == "read { [i] -> a[i] : i >= 0 and n - i - 1 >= 0 }");
  CHECK(verdict.evidence[2] ==
        "conflict [n] -> { [distance, i, i'] : distance = 1 and i' = 1 + i and 0 <= i <= -2 + n }");
}

TEST_CASE("pairs of a square matrix with rows of a fixed length are apart while columns stay in their row") {
  // for (i < n) for (j < n - i) { c[i][i + j] = ...; c[i + j][i] = ... }
  Builder b;
  const Value n = b.parameter("n");
  const Value i = b.loop("i", n), j = b.loop("j", n - i);
  const ArrayId c = b.array("c");
  b.write(c, i * 64 + i + j);
  b.write(c, (i + j) * 64 + i);
  const Legality verdict = analyse(b.model);
  REQUIRE(verdict.parallel);
  CHECK(guardLines(verdict, b.model) == std::vector<std::string>{"require -n + 64 >= 0"});
}

TEST_CASE("a whole matrix and its transpose meet whatever its rows are") {
  Builder b;
  const Value n = b.parameter("n");
  const Value i = b.loop("i", n), j = b.loop("j", n);
  const ArrayId c = b.array("c");
  b.write(c, i * 64 + j);
  b.read(c, j * 64 + i);
  CHECK(hasReason(analyse(b.model), "dependence.flow"));
}

namespace {

/// Elements of 64 bytes; the access touches 8 bytes from `offset` on, in [begin, end).
void piece(Access& access, const Value& offset, std::int64_t begin = 0, std::int64_t end = 32) {
  access.byteBegin = begin;
  access.byteEnd = end;
  access.someBytes = 8;
  access.offset = offset.polynomial;
}

}  // namespace

TEST_CASE("pieces of one element are apart where their offsets are") {
  Builder b;
  const Value i = b.parameter("i"), k = b.loop("k", 4);
  const ArrayId a = b.array("a", 64);
  piece(b.read(a, i), 8 * k);
  piece(b.write(a, i), 8 * k);
  CHECK(guardsWhenParallel(b).empty());
}

TEST_CASE("pieces of one element that the next iteration touches are a dependence") {
  Builder b;
  const Value i = b.parameter("i"), k = b.loop("k", 3);
  const ArrayId a = b.array("a", 64);
  piece(b.read(a, i), 8 * k);
  piece(b.write(a, i), 8 * k + 8);
  CHECK(hasReason(analyse(b.model), "dependence.flow"));
}

TEST_CASE("pieces that overlap by a byte meet") {
  for (const int step : {7, 8}) {
    Builder b;
    const Value i = b.parameter("i"), k = b.loop("k", 4);
    piece(b.write(b.array("a", 64), i), step * k);
    CHECK(analyse(b.model).parallel == (step == 8));
  }
}

TEST_CASE("a piece meets a whole member only where it lies in it") {
  for (const int end : {8, 24}) {
    Builder b;
    const Value i = b.parameter("i"), k = b.loop("k", 2);
    const ArrayId a = b.array("a", 64);
    piece(b.write(a, i), 8 * k + 16);
    Access& member = b.read(a, i);
    member.byteBegin = 0;
    member.byteEnd = end;
    CHECK(analyse(b.model).parallel == (end == 8));
  }
}

TEST_CASE("an offset that may leave its part says nothing") {
  Builder b;
  const Value i = b.parameter("i"), n = b.parameter("n"), k = b.loop("k", n);
  piece(b.write(b.array("a", 64), i), 8 * k);
  CHECK_FALSE(analyse(b.model).parallel);
}

TEST_CASE("elements of which only a piece is written are not privatised") {
  for (const bool whole : {false, true}) {
    Builder b;
    const Value n = b.parameter("n"), i = b.loop("i", n);
    const ArrayId t = b.array("t", 8, "t"), out = b.array("out", 8, "out");
    b.model.arrays[0].liveAfter = false;
    Access& write = b.write(t, 0);
    if (!whole) write.someBytes = 4;
    b.read(t, 0);
    b.write(out, i);
    CHECK(analyse(b.model).parallel == whole);
  }
}

TEST_CASE("what holds around the loop decides its guards") {
  for (const int least : {0, -50, 3}) {
    Builder b;
    const Value k = b.parameter("k"), i = b.loop("i", 48);
    const ArrayId a = b.array("a");
    b.read(a, k);
    b.write(a, i);
    // k lies in [least, 48): between the bounds of the loop, around them, or inside them.
    b.model.loops[0].constraints.push_back(k - least);
    b.model.loops[0].constraints.push_back(Value(47) - k);
    const Legality verdict = analyse(b.model);
    CHECK(verdict.parallel == (least < 0));
    CHECK(hasReason(verdict, "dependence.flow") == (least >= 0));
  }
}

#include "../Analysis/Builder.h"

#include "Plan/Words.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

TEST_CASE("guards are told in the source's names") {
  Builder b;
  const Value n = b.parameter("n"), m = b.parameter("m"), i = b.loop("i", n);
  const ArrayId out = b.array("out"), in = b.array("in");
  CHECK(guardWords(ParameterGuard{{{{(m - n).polynomial, false}}, {{n.polynomial, true}}}, ""}, b.model) ==
        "m - n >= 0, or n == 0");
  CHECK(guardWords(ParameterGuard{{{{m.polynomial, false}}}, "rows stay apart"}, b.model) ==
        "rows stay apart (m >= 0)");
  CHECK(guardWords(DivisibleGuard{n, m}, b.model) == "n is a multiple of m");
  CHECK(guardWords(DisjointGuard{out, in}, b.model) == "out and in don't overlap");
  CHECK(guardWords(DisjointGuard{out, in, true}, b.model) == "out and in are the same or don't overlap");
  CHECK(guardWords(ScalarDisjointGuard{out, "*sum"}, b.model) ==
        "the elements of out and the variable *sum don't overlap");
  b.model.memoryScalars.push_back({"step", "options.data()[3].step", {}});
  CHECK(guardWords(ScalarDisjointGuard{out, "options.data()[3].step"}, b.model) ==
        "the elements of out and the variable step don't overlap");
  CHECK(guardWords(ScalarsDisjointGuard{"a", "b"}, b.model) == "a and b are different objects");
  CHECK(guardWords(RangeGuard{i + m, 0, kIntMax, {0}}, b.model) == "m + i stays within 0 .. 2147483647");
  CHECK(guardWords(RangeGuard{i + m, INT64_MIN, UINT64_MAX, {0}}, b.model) == "m + i stays below 18446744073709551616");
}

TEST_CASE("trip counts with a stride are rounded up") {
  Builder b;
  const Value n = b.parameter("n"), m = b.parameter("m");
  CHECK(tripWords({n - 1, 1}, [&](const Polynomial& value) { return value.str(symbolWords(b.model)); }) == "n - 1");
  CHECK(tripWords({n - 1, 3}, [&](const Polynomial& value) { return value.str(symbolWords(b.model)); }) ==
        "ceil((n - 1)/3)");
  CHECK(tripWords({n, m + 1}, [&](const Polynomial& value) { return value.str(symbolWords(b.model)); }) ==
        "ceil((n)/(m + 1))");
}

TEST_CASE("an element that is combined into is told with its subscript") {
  Builder b;
  const Value n = b.parameter("n");
  Reduction reduction;
  reduction.array = b.array("grad");
  reduction.index = (3 * n).polynomial;
  CHECK(reductionWord(reduction, b.model) == "grad[3*n]");
  reduction.ofArray = true;
  CHECK(reductionWord(reduction, b.model) == "grad[]");
}

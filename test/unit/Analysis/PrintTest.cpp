// The verdict as text: each fact is a line of its own, in the words that tests and people read.
#include "Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// for (i < n) with the arrays `a`, `b` and `c` and the scalars `sum` and `at`.
struct Loop {
  Builder b;
  Value n = b.parameter("n"), m = b.parameter("m"), i = b.loop("i", n);
  ArrayId first = b.array("a"), second = b.array("b"), third = b.array("c");
  int sum = b.scalar("sum"), at = b.scalar("at");
  Legality legality;

  Loop() { b.model.at = {"f.cpp", 7, 3}; }

  /// What follows the first line.
  std::string facts() const {
    const std::string text = print(legality, b.model);
    return text.substr(text.find('\n') + 1);
  }
  /// A reduction into `sum`.
  Reduction into(UpdateOperator op) const {
    Reduction reduction;
    reduction.scalar = sum;
    reduction.op = op;
    return reduction;
  }
  std::string guard(const Guard& one) {
    legality.guards = {one};
    return facts();
  }
  std::string reduction(const Reduction& one) {
    legality.reductions = {one};
    return facts();
  }
};

}  // namespace

TEST_CASE("the first line says whether the loop is parallel, on whose word, and how it runs") {
  Loop loop;
  CHECK(print(loop.legality, loop.b.model) == "legality f 7:3 serial\n");
  loop.legality.parallel = true;
  CHECK(print(loop.legality, loop.b.model) == "legality f 7:3 parallel\n");
  loop.legality.form = Form::Search;
  CHECK(print(loop.legality, loop.b.model) == "legality f 7:3 parallel search\n");
  loop.legality.asserted = true;
  loop.legality.form = Form::Scan;
  CHECK(print(loop.legality, loop.b.model) == "legality f 7:3 parallel asserted scan\n");
}

TEST_CASE("the facts come list by list, each list in its own order") {
  Loop loop;
  loop.legality.evidence = {"second", "first"};
  loop.legality.privateArrays = {{loop.first}};
  loop.legality.privates = {{loop.at}, {loop.sum}};
  loop.legality.reductions = {loop.into(UpdateOperator::Max)};
  loop.legality.guards = {DisjointGuard{loop.second, loop.first}, DisjointGuard{loop.first, loop.third}};
  loop.legality.reasons = {{.code = "effect.io", .message = "prints", .hint = "", .at = {"f.cpp", 9, 1}, .other = {}}};
  CHECK(loop.facts() ==
        "reason effect.io at 9:1: prints\n"
        "guard disjoint b a\n"
        "guard disjoint a c\n"
        "reduction sum max\n"
        "private at\n"
        "private sum\n"
        "private a[]\n"
        "evidence second\n"
        "evidence first\n");
}

TEST_CASE("a reason has its other place and its hint where there are any") {
  Loop loop;
  Reason reason{.code = "dependence.flow", .message = "meets", .hint = "", .at = {"f.cpp", 9, 1}, .other = {}};
  loop.legality.reasons = {reason};
  CHECK(loop.facts() == "reason dependence.flow at 9:1: meets\n");
  reason.other = SourcePoint{"f.cpp", 8, 12};
  reason.hint = "exchange the two";
  loop.legality.reasons = {reason};
  CHECK(loop.facts() == "reason dependence.flow at 9:1 and 8:12: meets\nhint exchange the two\n");
}

TEST_CASE("a guard on parameters is rows of comparisons, with what they are for") {
  Loop loop;
  const Comparison positive{loop.n - 1}, same{loop.n - loop.m, true};
  CHECK(loop.guard(ParameterGuard{{{positive}}, "n counts"}) == "guard require n - 1 >= 0 -- n counts\n");
  CHECK(loop.guard(ParameterGuard{{{positive, same}, {same, positive, positive}}, ""}) ==
        "guard require n - 1 >= 0 and n - m == 0 or n - m == 0 and n - 1 >= 0 and n - 1 >= 0\n");
}

TEST_CASE("a guard on divisibility shows where each of its values ends") {
  Loop loop;
  CHECK(loop.guard(DivisibleGuard{loop.n - 1, loop.m + 2}) == "guard divisible (n - 1) by (m + 2)\n");
}

TEST_CASE("a guard on memory names what is written first, and variables as objects") {
  Loop loop;
  CHECK(loop.guard(DisjointGuard{loop.second, loop.first}) == "guard disjoint b a\n");
  CHECK(loop.guard(DisjointGuard{loop.second, loop.first, true}) == "guard same-or-disjoint b a\n");
  CHECK(loop.guard(ScalarDisjointGuard{loop.third, "s.x"}) == "guard disjoint c object s.x\n");
  CHECK(loop.guard(ScalarsDisjointGuard{"*p", "*q"}) == "guard disjoint object *p object *q\n");
}

TEST_CASE("a guard on all memory tells the kinds of what it compares apart") {
  Loop loop;
  AllDisjointGuard guard{{loop.first, loop.third}, {}, {}, {}};
  CHECK(loop.guard(guard) == "guard all-disjoint a c\n");
  guard.own = {loop.second};
  guard.written = {"*p", "*q"};
  guard.read = {"*r"};
  CHECK(loop.guard(guard) == "guard all-disjoint a c own b object *p object *q read-object *r\n");
}

TEST_CASE("a guard on a range has bounds of 128 bits in full") {
  Loop loop;
  CHECK(loop.guard(RangeGuard{loop.n - loop.i, 0, 255, {0}}) == "guard range 0 <= n - i <= 255\n");
  const Int128 least = static_cast<Int128>(1) << 127, most = ~least;
  CHECK(loop.guard(RangeGuard{loop.i, least, most, {0}}) ==
        "guard range -170141183460469231731687303715884105728 <= i <= 170141183460469231731687303715884105727\n");
  CHECK(loop.guard(RangeGuard{loop.i, -10, 100, {0}}) == "guard range -10 <= i <= 100\n");
}

TEST_CASE("a reduction names its variable, or its element, or the array of which any may be it") {
  Loop loop;
  Reduction reduction = loop.into(UpdateOperator::Add);
  CHECK(loop.reduction(reduction) == "reduction sum +\n");
  reduction.scalar = -1;
  reduction.array = loop.second;
  reduction.index = loop.n - 1;
  CHECK(loop.reduction(reduction) == "reduction b[n - 1] +\n");
  reduction.index.reset();
  reduction.ofArray = true;
  CHECK(loop.reduction(reduction) == "reduction b[any] + array\n");
}

TEST_CASE("a reduction says how it takes equal values and NaNs, and which locations go with it") {
  Loop loop;
  const int other = loop.b.scalar("row");
  Reduction reduction = loop.into(UpdateOperator::Min);
  reduction.ties = true;
  CHECK(loop.reduction(reduction) == "reduction sum min ties\n");
  reduction.ties = false;
  reduction.ignoresNan = true;
  CHECK(loop.reduction(reduction) == "reduction sum min ignores-nan\n");
  reduction.ignoresNan = false;
  reduction.takesNan = true;
  CHECK(loop.reduction(reduction) == "reduction sum min takes-nan\n");
  reduction.ties = true;
  reduction.locations = {loop.at, other};
  CHECK(loop.reduction(reduction) == "reduction sum min ties takes-nan with at with row\n");
}

TEST_CASE("a declared reduction has its author's word") {
  Loop loop;
  Reduction reduction = loop.into(UpdateOperator::Declared);
  reduction.declared = DeclaredOperation{.word = "merge", .identity = "{}", .combine = ""};
  CHECK(loop.reduction(reduction) == "reduction sum " + std::string(word(UpdateOperator::Declared)) + " merge\n");
}

TEST_CASE("what is private says what of it lives on, and what of it was there before") {
  Loop loop;
  loop.legality.privates = {{loop.sum, true}, {loop.sum, false, true}, {loop.at, true, true}};
  loop.legality.privateArrays = {{loop.first, true}, {loop.second, false, true}, {loop.third, true, true}};
  CHECK(loop.facts() ==
        "private sum last-value\n"
        "private sum conditional\n"
        "private at last-value conditional\n"
        "private a[] last-value\n"
        "private b[] copies-in\n"
        "private c[] last-value copies-in\n");
}

// One array at a time: a guard, a reduction, an array of each iteration's own, or what stands in the way.
#include "Analysis/Stages.h"

#include "Builder.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;
using Lines = std::vector<std::string>;

namespace {

/// for (i < n) with an array `a`.
struct Loop {
  Builder b;
  Value n = b.parameter("n"), m = b.parameter("m"), i = b.loop("i", n);
  ArrayId a = b.array("a");
  bool asserted = false;

  /// What this question adds to the verdict, a line each, as `print` gives it; without the relations.
  Lines answer(bool evidence = false) const {
    const isl::Context isl(10'000'000);
    Facts facts(b.model, isl);
    Legality legality;
    legality.asserted = asserted;
    checkArrays(facts, legality);
    Lines lines;
    const std::string text = print(legality, b.model);
    for (std::size_t begin = text.find('\n') + 1; begin < text.size(); begin = text.find('\n', begin) + 1)
      lines.push_back(text.substr(begin, text.find('\n', begin) - begin));
    std::erase_if(lines, [&](const std::string& line) { return line.starts_with("evidence ") != evidence; });
    return lines;
  }
};

}  // namespace

TEST_CASE("the accesses of an array are its own, in the model's order") {
  Loop f;
  const ArrayId other = f.b.array("other"), unused = f.b.array("unused");
  f.b.read(f.a, f.i);
  f.b.read(other, f.i);
  f.b.write(f.a, f.i + 1);
  const isl::Context isl(1000);
  const Facts facts(f.b.model, isl);
  const std::vector<Access>& all = f.b.model.accesses;
  CHECK(accessesOf(facts, f.a) == std::vector<const Access*>{&all[0], &all[2]});
  CHECK(accessesOf(facts, unused).empty());
  CHECK(isWritten(facts, f.a));
  CHECK_FALSE(isWritten(facts, other));
  CHECK_FALSE(isWritten(facts, unused));
}

TEST_CASE("iterations that keep to their own elements need nothing") {
  Loop f;
  f.b.write(f.a, f.i);
  f.b.read(f.a, f.i);
  CHECK(f.answer().empty());
}

TEST_CASE("an array that is only read is not asked about") {
  Loop f;
  f.b.read(f.a, f.i);
  f.b.access(AccessKind::Read, f.a, std::nullopt);
  CHECK(f.answer().empty());
  CHECK(f.answer(true).empty());
}

TEST_CASE("a reason says what happens to which element, and how many iterations lie between") {
  Loop flow;
  flow.b.write(flow.a, flow.i);
  flow.b.read(flow.a, flow.i - 1);
  CHECK(flow.answer() == Lines{"reason dependence.flow at 3:5 and 2:5: `a[i - 1]` is read in one iteration after "
                               "`a[i]` on line 2 was written in the one before it"});
  Loop anti;
  anti.b.write(anti.a, anti.i);
  anti.b.read(anti.a, anti.i + 3);
  CHECK(anti.answer() == Lines{"reason dependence.anti at 2:5 and 3:5: `a[i]` is written in one iteration after "
                               "`a[i + 3]` on line 3 was read in the one 3 before it",
                               "hint write the new values into another array, and exchange the two after the loop"});
  Loop output;
  output.b.write(output.a, output.i);
  output.b.write(output.a, 2 * output.i);
  CHECK(output.answer() == Lines{"reason dependence.output at 2:5 and 3:5: `a[i]` is written in one iteration after "
                                 "`a[2*i]` on line 3 was written in an earlier one"});
}

TEST_CASE("the true dependence is told first, and one of each kind") {
  Loop f;
  f.b.read(f.a, f.i + 1);
  f.b.read(f.a, f.i + 2);
  f.b.write(f.a, f.i);
  f.b.read(f.a, f.i - 1);
  f.b.read(f.a, f.i - 2);
  const Lines lines = f.answer();
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].starts_with("reason dependence.flow at 5:5 and 4:5"));
  CHECK(lines[1].starts_with("reason dependence.anti at 4:5 and 2:5"));
  CHECK(lines[2].starts_with("hint "));
}

TEST_CASE("where a subscript is not known the author is asked, once") {
  const std::string hint =
      "hint if no two iterations touch the same element, say so with [[clustrix::independent]] before the loop";
  Loop self;
  self.b.access(AccessKind::Write, self.a, std::nullopt);
  CHECK(self.answer() == Lines{"reason dependence.unknown at 2:5 and 2:5: two iterations may write the same `a[...]`: "
                               "the subscript is not known before the loop runs",
                               hint});
  Loop pair;
  pair.b.access(AccessKind::Read, pair.a, std::nullopt);
  pair.b.write(pair.a, pair.i);
  pair.b.access(AccessKind::Read, pair.a, std::nullopt).byteEnd = 4;
  CHECK(pair.answer() == Lines{"reason dependence.unknown at 3:5 and 2:5: `a[i]` is written where another iteration "
                               "may touch `a[...]` on line 2: the subscript is not known before the loop runs",
                               hint});
  Loop known;
  const Value j = known.b.loop("j", known.n);
  known.b.write(known.a, known.i * j);
  CHECK(known.answer() ==
        Lines{"reason dependence.unknown at 2:5 and 2:5: two iterations may write the same `a[i*j]`", hint});
}

namespace {

const Lines guarded{"guard distinct list"};
const Lines lookedAt{"guard apart a"};

/// What is said where iterations may follow the list to one element.
bool isUnknown(const Lines& lines) {
  return lines.size() == 2 && lines[0].starts_with("reason dependence.unknown at ") &&
         lines[0].ends_with(": the subscript is not known before the loop runs");
}

struct Listed : Loop {
  ArrayId list = b.array("list", 4);
};

}  // namespace

TEST_CASE("writes through a list are apart where no number is in it twice") {
  Listed f;
  f.b.write(f.a, f.b.listed(f.list, f.i));
  CHECK(f.answer() == guarded);
  Listed both;
  both.b.read(both.a, both.b.listed(both.list, both.i));
  both.b.write(both.a, both.b.listed(both.list, both.i));
  CHECK(both.answer() == guarded);
  Listed backwards;
  backwards.b.write(backwards.a, 2 * backwards.b.listed(backwards.list, backwards.n - 3 * backwards.i) + 1);
  CHECK(backwards.answer() == guarded);
}

TEST_CASE("parts of what the list leads to are apart as long as each keeps to its own") {
  for (const std::int64_t parts : {3, 4}) {
    Listed f;
    const Value d = f.b.loop("d", parts);
    f.b.write(f.a, 3 * f.b.listed(f.list, f.i) + d);
    CHECK(f.answer() == (parts == 3 ? guarded : lookedAt));
  }
  Listed row;
  const Value j = row.b.loop("j", row.m);
  row.b.write(row.a, row.b.listed(row.list, row.i) * row.m + j);
  CHECK(row.answer() == guarded);
}

TEST_CASE("a list without a number twice says nothing of other places in it, of other lists, and of plain elements") {
  Listed neighbour;
  neighbour.b.write(neighbour.a, neighbour.b.listed(neighbour.list, neighbour.i));
  neighbour.b.read(neighbour.a, neighbour.b.listed(neighbour.list, neighbour.i + 1));
  CHECK(neighbour.answer() == lookedAt);
  Listed same;
  const Value j = same.b.loop("j", same.m);
  same.b.write(same.a, same.b.listed(same.list, j));
  CHECK(isUnknown(same.answer()));
  Listed half;
  half.b.write(half.a, half.b.listed(half.list, half.b.quotient(half.i, 2)));
  CHECK(half.answer() == lookedAt);
  Listed other;
  other.b.write(other.a, other.b.listed(other.list, other.i));
  other.b.read(other.a, other.b.listed(other.b.array("second", 4), other.i));
  CHECK(other.answer() == lookedAt);
  Listed plain;
  plain.b.write(plain.a, plain.b.listed(plain.list, plain.i));
  plain.b.read(plain.a, plain.i);
  CHECK(plain.answer() == lookedAt);
  Listed sum;
  sum.b.write(sum.a, sum.b.listed(sum.list, sum.i) + sum.b.listed(sum.list, sum.i));
  CHECK(sum.answer() == lookedAt);
  Listed moved;
  moved.b.write(moved.a, moved.b.listed(moved.list, moved.i) + moved.i);
  CHECK(moved.answer() == lookedAt);
}

TEST_CASE("parameters that can keep iterations apart become a guard") {
  Loop f;
  f.b.write(f.a, f.i);
  f.b.read(f.a, f.i + f.m);
  CHECK(f.answer() ==
        Lines{"guard require -n - m >= 0 or m - n >= 0 or m == 0 -- iterations touch different elements of `a`"});
}

TEST_CASE("a condition that is too complex for a guard is told with each kind of dependence") {
  Loop f;
  const Value p = f.b.parameter("p"), q = f.b.parameter("q"), r = f.b.parameter("r"), s = f.b.parameter("s");
  f.b.write(f.a, f.i);
  for (const Value& gap : {p - q, r - s, p - s, r - q}) f.b.read(f.a, f.i + gap);
  const Lines lines = f.answer();
  REQUIRE(lines.size() == 4);
  for (const int reason : {0, 2}) {
    CHECK(lines[reason].starts_with("reason dependence.guard-too-complex at "));
    CHECK(lines[reason].ends_with("in an earlier one, under a condition that is too complex to check at run time"));
    CHECK(lines[reason + 1].find("[[clustrix::independent]]") != std::string::npos);
  }
}

TEST_CASE("a loop is not limited to the iterations of a short distance, but to those of a long one") {
  const auto at = [](std::int64_t gap) {
    Loop f;
    f.b.write(f.a, f.i);
    f.b.read(f.a, f.i - gap);
    return f.answer().at(0);
  };
  CHECK(at(256).starts_with("reason dependence.flow"));
  CHECK(at(-256).starts_with("reason dependence.anti"));
  CHECK(at(257) == "guard require -n + 257 >= 0 -- iterations touch different elements of `a`");
  CHECK(at(-257) == "guard require -n + 257 >= 0 -- iterations touch different elements of `a`");
}

TEST_CASE("the next row is a long way even where rows are short") {
  /// Iterations with much to do: a[step*i + written] = a[step*i + read]
  const auto isGuarded = [](const auto& written, const auto& read, std::int64_t step = 1) {
    Loop f;
    const Value one = f.b.parameter("one", 1, 1);
    f.b.write(f.a, f.i * step + written(f.m, one));
    f.b.read(f.a, f.i * step + read(f.m, one));
    f.b.loop("k", 1000);
    return f.answer().at(0).starts_with("guard require -n + ");
  };
  const auto at = [](std::int64_t pitch, std::int64_t place = 0) {
    return [=](const Value& row, const Value&) { return row * pitch + place; };
  };
  CHECK(isGuarded(at(100), at(100, -100)));
  CHECK(isGuarded(at(100), at(100, -200)));
  CHECK(isGuarded(at(-100), at(-100, -100)));
  CHECK_FALSE(isGuarded(at(100), at(100, -50)));
  CHECK(isGuarded(at(100), at(100, -200), 2));
  CHECK_FALSE(isGuarded(at(100), at(100, -100), 2));  // 50 iterations: not as many as a row has elements
  CHECK(isGuarded(at(5), at(5, -5)));
  CHECK_FALSE(isGuarded(at(4), at(4, -4)));
  // Neither a step of the counter nor a place in the row is a row's length, nor is one that only one of them has.
  CHECK_FALSE(isGuarded(at(0), at(0, -64), 8));
  CHECK_FALSE(isGuarded(at(0, 50), at(0, -50)));
  CHECK_FALSE(isGuarded([](const Value&, const Value& one) { return one * 100; }, at(0)));
  CHECK_FALSE(isGuarded(at(0), [](const Value&, const Value& one) { return one * -100; }));
}

TEST_CASE("an element that all iterations update is combined into, without a guard that could do without") {
  Loop f;
  f.b.update(f.a, 3, UpdateOperator::Max);
  CHECK(f.answer() == Lines{"reduction a[3] max"});
  Loop late;
  const Value p = late.b.parameter("p");
  late.b.update(late.a, 3);
  for (Access& access : late.b.model.accesses) access.conditions = {late.i - p};
  CHECK(late.answer() == Lines{"reduction a[3] +"});
}

TEST_CASE("a whole array is combined only where no guard keeps iterations apart") {
  Loop never;
  never.b.update(never.a, never.b.loop("j", never.m));
  CHECK(never.answer() == Lines{"reduction a[j] + array"});
  Loop shifted;
  const Value p = shifted.b.parameter("p");
  shifted.b.update(shifted.a, shifted.i);
  shifted.b.update(shifted.a, shifted.i + p);
  const Lines lines = shifted.answer();
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].starts_with("guard require "));
  Loop own;
  own.b.update(own.a, own.i);
  CHECK(own.answer().empty());
}

TEST_CASE("an element is combined into beside others under the guard that keeps it apart") {
  Loop f;
  f.b.update(f.a, f.m);
  f.b.read(f.a, f.i);
  CHECK(f.answer() == Lines{"guard require -m - 1 >= 0 or m - n >= 0 -- iterations update `a` where no other one reads "
                            "or sets it",
                            "reduction a[m] +"});
  Loop same;
  same.b.update(same.a, same.m);
  same.b.read(same.a, same.m);
  CHECK(same.answer().at(0).starts_with("reason dependence.flow"));
}

TEST_CASE("an array that each iteration sets first is its own") {
  Loop f;
  f.b.model.arrays[0].liveAfter = false;
  f.b.write(f.a, f.m);
  f.b.read(f.a, f.m);
  CHECK(f.answer() == Lines{"private a[]"});
  f.b.model.arrays[0].liveAfter = true;
  CHECK(f.answer() == Lines{"private a[] last-value"});
}

TEST_CASE("a guard under which iterations are apart is better than one under which each has its own") {
  Loop f;
  const Value p = f.b.parameter("p"), q = f.b.parameter("q");
  f.b.model.arrays[0].liveAfter = false;
  const Value j = f.b.loop("j", p);
  f.b.write(f.a, j);
  f.b.close();
  const Value k = f.b.loop("k", q);
  f.b.read(f.a, k);
  CHECK(f.answer() ==
        Lines{"guard require p - q >= 0 -- each iteration writes the elements of `a` that it reads", "private a[]"});
  for (Access& access : f.b.model.accesses) access.conditions = {f.m - f.i};
  const Lines lines = f.answer();
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].ends_with(" -- iterations touch different elements of `a`"));
}

TEST_CASE("subscripts that run over their row are guarded, by what the guard is for") {
  Loop f;
  const Value p = f.b.parameter("p"), j = f.b.loop("j", f.m);
  f.b.write(f.a, f.i * p + j);
  CHECK(f.answer() == Lines{"guard require p - m >= 0 -- subscripts of `a` stay within their dimension"});
}

TEST_CASE("what one array is guarded by is known for the next") {
  Loop f;
  const ArrayId next = f.b.array("next");
  const Value p = f.b.parameter("p"), j = f.b.loop("j", f.m);
  f.b.write(f.a, f.i * p + j);
  f.b.write(next, f.i * p + j);
  CHECK(f.answer() == Lines{"guard require p - m >= 0 -- subscripts of `a` stay within their dimension"});
}

TEST_CASE("rows of a fixed length are tried where iterations meet in one dimension, and told first where they help") {
  Loop f;
  const Value j = f.b.loop("j", f.n - f.i);
  f.b.write(f.a, f.i * 64 + f.i + j);
  f.b.write(f.a, (f.i + j) * 64 + f.i);
  CHECK(f.answer() == Lines{"guard require -n + 64 >= 0 -- subscripts of `a` stay within their dimension"});
  CHECK(f.answer(true).at(0).starts_with("evidence write { [i, j] -> a[i, i + j]"));
  Loop transposed;
  const Value k = transposed.b.loop("j", transposed.n);
  transposed.b.write(transposed.a, transposed.i * 64 + k);
  transposed.b.read(transposed.a, k * 64 + transposed.i);
  CHECK(transposed.answer().at(0).starts_with("reason dependence.flow"));
  CHECK(transposed.answer(true).at(0).starts_with("evidence write { [i, j] -> a[64*i + j]"));
}

TEST_CASE("the evidence has each access as a relation, in which an unknown element is a star, and then what meets") {
  Loop f;
  f.b.write(f.a, f.i + 1).conditions = {f.i - f.m};
  f.b.access(AccessKind::Read, f.a, std::nullopt);
  CHECK(f.answer(true) == Lines{"evidence write { [i] -> a[i + 1] : i >= 0 and n - i - 1 >= 0 and i - m >= 0 }",
                                "evidence read { [i] -> a[*] : i >= 0 and n - i - 1 >= 0 }"});
  Loop met;
  met.b.write(met.a, 0);
  REQUIRE(met.answer(true).size() == 2);
  CHECK(met.answer(true)[0] == "evidence write { [i] -> a[0] : i >= 0 and n - i - 1 >= 0 }");
  CHECK(met.answer(true)[1].starts_with("evidence conflict [n] -> { [distance, i, i'] : "));
}

TEST_CASE("the read of an update is told by its write, where it happens no more often") {
  Loop f;
  f.b.update(f.a, f.i);
  CHECK(f.answer(true).size() == 1);
  CHECK(f.answer(true).at(0).starts_with("evidence write "));
  f.b.model.accesses[1].conditions = {f.i - f.m};  // if (x < a[i]) a[i] = x
  CHECK(f.answer(true).size() == 2);
  CHECK(f.answer(true).at(0).starts_with("evidence read "));
}

TEST_CASE("elements that are packed one behind the other never meet, and are asked nothing") {
  Loop f;
  const int counter = f.b.scalar("counter", false);
  f.b.updateScalar(counter).step = 1;
  Access& write = f.b.access(AccessKind::Write, f.a, std::nullopt);
  write.packedBy = counter;
  write.suspended = true;
  CHECK(f.answer().empty());
  write.suspended = false;
  CHECK(f.answer().at(0).starts_with("reason dependence.unknown"));
}

TEST_CASE("rows of a packed triangle never meet, and are asked nothing") {
  Loop f;
  const Value start = f.b.quotient(f.i * f.i + f.i, 2), j = f.b.loop("j", f.i + 1);
  f.b.write(f.a, start + j);
  CHECK(f.answer().empty());
  CHECK(f.answer(true).empty());
}

TEST_CASE("the author vouches for what iterations touch, but not for an element that all of them update") {
  Loop f;
  f.asserted = true;
  f.b.access(AccessKind::Write, f.a, std::nullopt);
  const ArrayId total = f.b.array("total"), columns = f.b.array("columns");
  f.b.update(total, 0);
  f.b.update(columns, f.b.loop("j", f.m));
  CHECK(f.answer() == Lines{"reduction total[0] +"});
  CHECK(f.answer(true).empty());
}

TEST_CASE("iterations that combine through a list need no copies where no number is in it twice") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  const ArrayId a = b.array("a"), list = b.array("list", 4);
  b.read(list, i);
  b.update(a, b.listed(list, i));
  const Legality verdict = analyse(b.model);
  REQUIRE(verdict.parallel);
  REQUIRE(verdict.reductions.size() == 1);
  CHECK(verdict.reductions[0].ofArray);
  REQUIRE(verdict.whereDistinct);
  CHECK(verdict.whereDistinct->parallel);
  CHECK(verdict.whereDistinct->reductions.empty());
  CHECK(std::any_of(verdict.whereDistinct->guards.begin(), verdict.whereDistinct->guards.end(),
                    [](const Guard& guard) { return std::holds_alternative<DistinctGuard>(guard); }));

  // Another array has numbers that nobody looks at.
  b.update(b.array("h", 4), b.opaque("t"), UpdateOperator::Add, true);
  CHECK_FALSE(analyse(b.model).whereDistinct);
}

TEST_CASE("what an author asserts to be apart is not looked at") {
  Builder b;
  const Value n = b.parameter("n"), i = b.loop("i", n);
  const ArrayId list = b.array("list", 4);
  b.read(list, i);
  b.update(b.array("a"), b.listed(list, i));
  b.model.asserted = true;
  CHECK_FALSE(analyse(b.model).whereDistinct);
}

TEST_CASE("numbers of a list in rows of a length that the run knows are apart where none is there twice") {
  const auto verdictOf = [](bool rows, bool twice) {
    Builder b;
    const Value n = b.parameter("n"), m = b.parameter("m"), i = b.loop("i", n), j = b.loop("j", m);
    const ArrayId a = b.array("a"), list = b.array("list", 4);
    b.read(list, rows ? i * m + j : i + j);
    b.write(a, b.listed(list, rows ? i * m + j : i + j));
    if (twice) b.write(a, b.listed(list, i * m + j) + 1);
    return analyse(b.model);
  };
  const Legality verdict = verdictOf(true, false);
  REQUIRE(verdict.parallel);
  CHECK(std::any_of(verdict.guards.begin(), verdict.guards.end(),
                    [](const Guard& guard) { return std::holds_alternative<DistinctGuard>(guard); }));
  for (const Legality& other : {verdictOf(false, false), verdictOf(true, true)})
    CHECK(std::none_of(other.guards.begin(), other.guards.end(),
                       [](const Guard& guard) { return std::holds_alternative<DistinctGuard>(guard); }));
}

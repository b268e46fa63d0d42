// Where accesses lie in a common frame, and under which condition that tells their elements apart.
#include "Analysis/Dependence.h"

#include "Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;
using Places = std::vector<std::string>;

namespace {

/// for (i < n) for (j < m)
struct Nest {
  Builder b;
  Value n = b.parameter("n"), m = b.parameter("m"), p = b.parameter("p"), q = b.parameter("q");
  Value i = b.loop("i", n), j = b.loop("j", m);
  ArrayId a = b.array("a");
  isl::Context isl{10000000};

  std::vector<const Access*> accesses() const {
    std::vector<const Access*> all;
    for (const Access& access : b.model.accesses) all.push_back(&access);
    return all;
  }
  /// The positions of each touch, "anywhere" where it has none.
  Places places(const std::vector<Touch>& list) const {
    const Facts facts(b.model, isl);
    Places all;
    for (const Touch& touch : list) {
      std::string place;
      for (const Polynomial& position : touch.positions) place += (place.empty() ? "" : ", ") + facts.text(position);
      all.push_back(place.empty() ? "anywhere" : place);
    }
    return all;
  }
  /// ... and behind them the condition: "always", or what the guard asks for.
  Places told(const std::optional<Touches>& touches) const {
    if (!touches) return {"nothing"};
    const Facts facts(b.model, isl);
    Places all = places(touches->list);
    std::string condition = touches->separable.outcome == Condition::Always ? "always" : "never";
    if (touches->separable.outcome == Condition::Sometimes) {
      condition = "";
      for (const auto& row : touches->separable.guard.anyOf) {
        condition += condition.empty() ? "" : " or ";
        for (const Comparison& one : row)
          condition += (&one == row.data() ? "" : " and ") + facts.text(one.value) + (one.equal ? " == 0" : " >= 0");
      }
    }
    all.push_back(condition);
    return all;
  }
  Places touches() const { return told(touchesOf(Facts(b.model, isl), accesses())); }
  Places inRows() const { return told(touchesInRows(Facts(b.model, isl), accesses())); }
  Places sure() const {
    const auto list = sureTouchesOf(Facts(b.model, isl), accesses());
    return list ? places(*list) : Places{"nothing"};
  }
};

}  // namespace

TEST_CASE("accesses that touch the same at the same time are one, wherever they stand") {
  Nest f;
  f.b.read(f.a, f.i);
  f.b.write(f.a, f.i);
  f.b.read(f.a, f.i);
  f.b.write(f.a, f.i);
  const auto all = f.accesses();
  CHECK(distinct(all) == std::vector<const Access*>{all[0], all[1]});
}

TEST_CASE("accesses that differ in what they touch, or when, stay apart") {
  const auto stays = [](void (*change)(Access&)) {
    Nest f;
    f.b.array("other");
    f.b.write(f.a, f.i);
    change(f.b.write(f.a, f.i));
    return distinct(f.accesses()).size() == 2;
  };
  CHECK_FALSE(stays([](Access& one) { one.at.line += 9; }));
  CHECK(stays([](Access& one) { one.kind = AccessKind::Read; }));
  CHECK(stays([](Access& one) { one.array = ArrayId{1}; }));
  CHECK(stays([](Access& one) { one.index.reset(); }));
  CHECK(stays([](Access& one) { one.byteBegin = 4; }));
  CHECK(stays([](Access& one) { one.byteEnd = 4; }));
  CHECK(stays([](Access& one) { one.someBytes = 4; }));
  CHECK(stays([](Access& one) { one.offset = Polynomial(4); }));
  CHECK(stays([](Access& one) { one.loops = {0}; }));
  CHECK(stays([](Access& one) { one.conditions = {*one.index}; }));
  CHECK(stays([](Access& one) { one.update = 0; }));
}

TEST_CASE("of equal writes a certain one stands for all, in the place of the first") {
  Nest f;
  f.b.write(f.a, f.i).certain = false;
  f.b.read(f.a, f.j);
  f.b.write(f.a, f.i);
  f.b.write(f.a, f.i).certain = false;
  const auto all = f.accesses();
  CHECK(distinct(all) == std::vector<const Access*>{all[2], all[1]});
}

TEST_CASE("subscripts of one dimension are where they are") {
  Nest f;
  f.b.write(f.a, f.i);
  f.b.read(f.a, f.i + f.p);
  CHECK(f.touches() == Places{"i", "p + i", "always"});
  CHECK(f.sure() == Places{"i", "p + i"});
}

TEST_CASE("rows as long as their loop hold its elements, and others where they are long enough") {
  Nest same;
  same.b.write(same.a, same.i * same.m + same.j);
  CHECK(same.touches() == Places{"i, j", "always"});
  CHECK(same.sure() == Places{"i, j"});
  Nest other;
  other.b.write(other.a, other.i * other.p + other.j);
  CHECK(other.touches() == Places{"i, j", "p - m >= 0"});
  CHECK(other.sure() == Places{"nothing"});
}

TEST_CASE("an element that always lies in the next row, or in the one before, is told from there") {
  Nest next;
  next.b.write(next.a, next.i * next.p + next.j).conditions = {next.j - next.p, 2 * next.p - 1 - next.j};
  CHECK(next.touches() == Places{"i + 1, j - p", "always"});
  CHECK(next.sure() == Places{"i + 1, j - p"});
  Nest before;
  before.b.write(before.a, before.i * before.m - 1 - before.j);
  CHECK(before.touches() == Places{"i - 1, m - j - 1", "always"});
  Nest farther;
  farther.b.write(farther.a, farther.i * farther.p + farther.j).conditions = {farther.j - 2 * farther.p,
                                                                              3 * farther.p - 1 - farther.j};
  CHECK(farther.touches() == Places{"i, j", "2*p - m >= 0 or -p >= 0"});  // where it never happens
}

TEST_CASE("rows need not begin with the array, where all begin in the same place of it") {
  Nest same;
  same.b.write(same.a, same.i * same.m + same.j + 1);
  CHECK(same.touches() == Places{"i, j", "always"});
  CHECK(same.sure() == Places{"nothing"});
  Nest shifted;
  shifted.b.write(shifted.a, shifted.i * shifted.p + shifted.j + shifted.q);
  shifted.b.read(shifted.a, shifted.i * shifted.p + shifted.j + shifted.q);
  CHECK(shifted.touches() == Places{"i, j", "i, j", "p - m >= 0"});
  Nest behind;
  behind.b.write(behind.a, behind.i * behind.p + behind.j + 1);
  CHECK(behind.touches() == Places{"i, j + 1", "p - m - 1 >= 0"});
  Nest before;
  before.b.write(before.a, before.i * before.p + before.j - 1);
  CHECK(before.touches() == Places{"i, j", "p - m >= 0"});
  Nest two;
  two.b.write(two.a, two.i * two.m + two.j + 1);
  two.b.read(two.a, two.i * two.m + two.j);
  CHECK(two.touches() == Places{"anywhere", "anywhere", "always"});
}

TEST_CASE("strides that are no multiples of each other are told apart under a guard") {
  Nest f;
  f.b.write(f.a, f.i * f.p + f.j * f.q);
  CHECK(f.touches() == Places{"i, j, 0", "q - 1 >= 0 and p - m*q + q - 1 >= 0"});
  CHECK(f.sure() == Places{"nothing"});
}

TEST_CASE("planes that lie apart are a better reading than rows that would want a parameter to be a number") {
  Nest f;
  f.b.write(f.a, f.i * f.m + f.j);
  f.b.read(f.a, 2 * f.p + f.i * f.m + f.j);
  CHECK(f.touches() == Places{"0, i, j", "2, i, j", "p - n*m >= 0"});
}

TEST_CASE("where no reading holds every element may be meant, which needs no condition") {
  Nest f;
  f.b.write(f.a, f.i * f.j);
  f.b.read(f.a, f.i);
  CHECK(f.touches() == Places{"anywhere", "anywhere", "always"});
  CHECK(f.sure() == Places{"nothing"});
}

TEST_CASE("a subscript that is not known is anywhere, and spoils no other's position") {
  Nest f;
  f.b.access(AccessKind::Read, f.a, std::nullopt);
  CHECK(f.touches() == Places{"anywhere", "always"});
  CHECK(f.sure() == Places{"anywhere"});
  f.b.write(f.a, f.i * f.m + f.j);
  f.b.read(f.a, (f.i + 1) * f.m + f.j);
  CHECK(f.touches() == Places{"anywhere", "i, j", "i + 1, j", "always"});
  CHECK(f.sure() == Places{"anywhere", "i, j", "i + 1, j"});
}

TEST_CASE("what never happens touches nothing") {
  Nest f;
  f.b.write(f.a, f.i * f.j).conditions = {Value(-1)};
  f.b.read(f.a, 3);
  CHECK(f.touches() == Places{"3", "always"});
  CHECK(f.sure() == Places{"3"});
}

TEST_CASE("what happens more rarely than the access before it is judged by its own conditions") {
  Nest f;
  f.b.read(f.a, f.i);
  f.b.write(f.a, f.i).conditions = {Value(-1)};
  f.b.write(f.a, f.j);
  f.b.write(f.a, f.i + 1).conditions = {Value(0) - f.i};
  CHECK(f.touches() == Places{"i", "j", "i + 1", "always"});
}

TEST_CASE("equal accesses are one touch, but where all of them are asked for") {
  Nest f;
  f.b.read(f.a, f.i * f.m + f.j);
  f.b.read(f.a, f.i * f.m + f.j);
  CHECK(f.touches() == Places{"i, j", "always"});
  CHECK(f.sure() == Places{"i, j", "i, j"});
}

TEST_CASE("rows of a fixed length hold what keeps to them, and other elements under a guard") {
  Nest kept;
  kept.b.write(kept.a, kept.i * 64 + kept.j).conditions = {Value(63) - kept.j};
  CHECK(kept.inRows() == Places{"i, j", "always"});
  CHECK(kept.touches() == Places{"64*i + j", "always"});
  Nest guarded;
  guarded.b.write(guarded.a, guarded.i * 64 + guarded.j);
  CHECK(guarded.inRows() == Places{"i, j", "-m + 64 >= 0"});
  Nest next;
  next.b.write(next.a, next.i * 64 + next.j).conditions = {next.j - 64, Value(127) - next.j};
  CHECK(next.inRows() == Places{"i + 1, j - 64", "always"});
}

TEST_CASE("no rows of a fixed length are told where no number suggests one, or a subscript multiplies") {
  Nest plain;
  plain.b.write(plain.a, plain.i + plain.j);
  CHECK(plain.inRows() == Places{"nothing"});
  Nest product;
  product.b.write(product.a, product.i * product.p + product.j * 64);
  CHECK(product.inRows() == Places{"nothing"});
  Nest small;
  const Value bit = small.b.parameter("bit", 0, 1);
  small.b.write(small.a, small.j * 64 + bit * small.i).conditions = {Value(63) - small.i};
  CHECK(small.inRows() == Places{"nothing"});
}

TEST_CASE("an access begins at its offset where that keeps to its part of the element") {
  const auto holds = [](std::int64_t step, std::int64_t start) {
    Nest f;
    Access& piece = f.b.write(f.a, f.n);
    f.b.model.arrays[0].elementBytes = 64;
    piece.byteBegin = 8;
    piece.byteEnd = 40;
    piece.someBytes = 8;
    piece.conditions = {Value(3) - f.j};  // j < 4
    piece.offset = f.j * step + start;
    return touchesOf(Facts(f.b.model, f.isl), f.accesses()).list.at(0).offsetHolds;
  };
  CHECK(holds(8, 8));
  CHECK_FALSE(holds(8, 7));
  CHECK_FALSE(holds(8, 9));
  CHECK_FALSE(holds(9, 8));
  CHECK(holds(-8, 32));
  CHECK_FALSE(holds(-8, 33));
}

TEST_CASE("an offset that is not told, or multiplies counters, is none to go by") {
  Nest f;
  f.b.write(f.a, f.n);
  Access& product = f.b.write(f.a, f.n);
  product.offset = f.i * f.j;
  product.byteEnd = 64;
  product.conditions = {Value(2) - f.i, Value(3) - f.j};
  for (const Touch& touch : touchesOf(Facts(f.b.model, f.isl), f.accesses()).list) CHECK_FALSE(touch.offsetHolds);
}

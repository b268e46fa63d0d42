// What the host can go through before a loop runs, and which loops it has to for that.
#include "Analysis/Followed.h"

#include "Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// Loops i < n, j < m and a list.
struct FollowedFixture {
  Builder b;
  Value n = b.parameter("n"), m = b.parameter("m"), i = b.loop("i", n), j = b.loop("j", m);
  ArrayId x = b.array("x"), list = b.array("list", 4);

  /// The loops that an access at this place goes through: `0 1<=m - 1`; "no" where it cannot be followed.
  std::string of(const Value& place) {
    b.write(x, place);
    const auto loops = followedLoops(b.model, b.model.accesses.back());
    if (!loops) return "no";
    std::string text;
    for (const FollowedLoop& loop : *loops) {
      text += (text.empty() ? "" : " ") + std::to_string(loop.loop);
      for (const ReachBound& bound : loop.first)
        text += ">=" + bound.value.str([&](SymbolId id) { return b.model.symbols[id.value].name; });
      for (const ReachBound& bound : loop.last)
        text += "<=" + bound.value.str([&](SymbolId id) { return b.model.symbols[id.value].name; }) +
                (bound.divisor == 1 ? "" : "/" + std::to_string(bound.divisor));
    }
    return text;
  }
};

}  // namespace

TEST_CASE("an element of lists is followed along the loops that change it, and along no others") {
  FollowedFixture f;
  CHECK(f.of(f.b.listed(f.list, f.i)) == "0");
  CHECK(f.of(f.b.listed(f.list, f.i) * f.m + f.j) == "0 1<=m - 1");
  CHECK(f.of(f.b.listed(f.list, f.b.listed(f.list, 2 * f.j) + f.i)) == "0 1<=m - 1");
  CHECK(f.of(f.b.listed(f.list, f.n)) == "");
  CHECK(f.of(f.b.listed(f.list, f.n) + f.j) == "1<=m - 1");
}

TEST_CASE("bounds may be elements of lists, and a loop of which an inner one depends is gone through") {
  FollowedFixture f;
  f.b.model.loops[1].constraints = {f.j, f.b.listed(f.list, f.i + 1) - f.b.listed(f.list, f.i) - 1 - 2 * f.j};
  CHECK(f.of(f.b.listed(f.list, f.i) + f.j) == "0 1<=list[] - list[] - 1/2");
  const Value k = f.b.loop("k", f.j + 1);
  CHECK(f.of(f.b.listed(f.list, k)) == "0 1<=list[] - list[] - 1/2 2<=j");
}

TEST_CASE("a loop may begin where its bounds say") {
  FollowedFixture f;
  f.b.model.loops[1].constraints = {f.j, f.j - f.i, f.n - 1 - f.j};
  CHECK(f.of(f.b.listed(f.list, f.i) + f.j) == "0 1>=i<=n - 1");
}

TEST_CASE("what is divided is followed") {
  FollowedFixture f;
  CHECK(f.of(f.b.listed(f.list, f.b.quotient(f.i, 2)) + f.b.quotient(f.j, 3, true)) == "0 1<=m - 1");
}

TEST_CASE("nothing is followed through other data, or along a loop of unknown length") {
  FollowedFixture f;
  CHECK(f.of(f.b.opaque("t")) == "no");
  CHECK(f.of(f.b.listed(f.list, f.b.opaque("t"))) == "no");
  CHECK(f.of(f.b.listed(f.list, f.b.quotient(f.b.opaque("t"), 2))) == "no");
  f.b.model.loops[1].constraints = {f.j};
  CHECK(f.of(f.b.listed(f.list, f.i) + f.j) == "no");
  CHECK(f.of(f.b.listed(f.list, f.i)) == "0");
  f.b.model.loops[1].constraints = {f.j, f.b.opaque("end") - f.j};
  CHECK(f.of(f.b.listed(f.list, f.i) + f.j) == "no");
}

TEST_CASE("elements through lists of lists are asked for, and kept apart from a list that tells nothing") {
  const auto asks = [](const Legality& verdict) {
    return std::any_of(verdict.guards.begin(), verdict.guards.end(),
                       [](const Guard& guard) { return std::holds_alternative<ApartGuard>(guard); });
  };
  const auto verdictOf = [](const auto& place) {
    Builder b;
    const Value n = b.parameter("n"), i = b.loop("i", n);
    const ArrayId a = b.array("a"), list = b.array("list", 4);
    b.write(a, place(b, list, i));
    return analyse(b.model);
  };
  const Legality twice =
      verdictOf([](Builder& b, ArrayId list, const Value& i) { return b.listed(list, b.listed(list, i)); });
  CHECK(twice.parallel);
  CHECK(asks(twice));
  const Legality once = verdictOf([](Builder& b, ArrayId list, const Value& i) { return b.listed(list, i); });
  CHECK(once.parallel);
  CHECK_FALSE(asks(once));
  CHECK_FALSE(
      verdictOf([](Builder& b, ArrayId list, const Value& i) { return b.listed(list, b.opaque("t")) + i; }).parallel);
}

#include "Plan/Band.h"

#include "Sites.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// What a nest is made of, one level after another, as the frontend tells it: each loop's model by itself, too.
class Nest {
 public:
  /// `names`: of the variables, from the outside in. `touch` gets a builder and their values.
  template <class F>
  Nest(std::vector<std::string> names, F touch) {
    f.unit.text = std::string(200, ' ');
    for (std::size_t outer = 0; outer < names.size(); ++outer) {
      Builder b;
      std::vector<Value> at;
      for (std::size_t l = 0; l < names.size(); ++l)
        at.push_back(l < outer ? b.parameter(names[l]) : b.loop(names[l], b.parameter("n" + names[l])));
      touch(b, at);
      for (std::size_t l = outer; l < names.size(); ++l)
        b.model.loops[l - outer].at = {"f.cpp", static_cast<int>(l) + 1, 1};
      if (outer == 0)
        for (std::size_t l = 1; l < names.size(); ++l) mark(b.model, static_cast<int>(l), names[l]);
      f.loop(b.model, true, outer * 10, 200 - outer * 10, static_cast<int>(outer) - 1);
      f.unit.functions[0].loops.back().at = b.model.loops[0].at;
    }
  }

  std::optional<Band> band() const { return f.planned().launches.at(0).band; }
  LoopModel& model(std::size_t loop = 0) { return f.model(loop); }
  Legality& verdict(std::size_t loop) { return f.verdict(loop); }

  Function f;

 private:
  static void mark(LoopModel& model, int loop, const std::string& name) {
    model.kernel.innerLoops.push_back({loop, {"int", name}, {}, true, false});
  }
};

/// The head's marks stand in the text: Function::loop writes the text itself.
void markHeads(Nest& nest) {
  LoopModel& model = nest.model();
  model.kernel.body.clear();
  for (int m = 0; m < static_cast<int>(model.kernel.innerLoops.size()); ++m) {
    model.kernel.body.push_back({BodyPiece::HeadBegin, "", m});
    model.kernel.body.push_back({BodyPiece::Text, "for (;;)", -1});
    model.kernel.body.push_back({BodyPiece::HeadEnd, "", m});
  }
  model.kernel.body.push_back({BodyPiece::Text, " work();", -1});
}

Nest rows() {
  Nest nest({"i", "j"}, [](Builder& b, const std::vector<Value>& at) {
    b.read(b.array("a"), at[0] * 1000 + at[1]);
    b.write(b.array("c"), at[0] * 1000 + at[1]);
  });
  markHeads(nest);
  return nest;
}

/// for (i) for (k) for (j) c[i * n + j] += a[i * n + k] * b[k * n + j], and what else `more` does inside.
template <class F>
Nest product(F more) {
  Nest nest({"i", "k", "j"}, [&](Builder& b, const std::vector<Value>& at) {
    b.read(b.array("a", 8, "a"), at[0] * 1000 + at[1]);
    b.read(b.array("b", 8, "b"), at[1] * 1000 + at[2]);
    const ArrayId c = b.array("c", 8, "c");
    b.read(c, at[0] * 1000 + at[2]);
    b.write(c, at[0] * 1000 + at[2]);
    more(b, at);
  });
  nest.verdict(1).parallel = false;
  markHeads(nest);
  return nest;
}
Nest product() {
  return product([](Builder&, const std::vector<Value>&) {});
}
/// What stands in the loop over k alone, in the models that have it.
void moveOut(Nest& nest, std::size_t access) {
  nest.model(0).accesses[access].loops = {0, 1};
  nest.model(1).accesses[access].loops = {0};
}

using Axes = std::vector<int>;

}  // namespace

TEST_CASE("threads run along both loops of a nest, and lie along the one whose neighbours touch neighbours") {
  const auto band = rows().band();
  REQUIRE(band);
  REQUIRE(band->loops.size() == 1);
  CHECK(band->loops[0].loop == 1);
  CHECK(band->loops[0].mark == 0);
  CHECK(band->axes == Axes{1, 0});
  CHECK_FALSE(band->square);
}

TEST_CASE("of a transposition the writes are side by side") {
  Nest nest({"i", "j"}, [](Builder& b, const std::vector<Value>& at) {
    b.read(b.array("a"), at[0] * 1000 + at[1]);
    b.write(b.array("c"), at[1] * 1000 + at[0]);
  });
  markHeads(nest);
  REQUIRE(nest.band());
  CHECK(nest.band()->axes == Axes{0, 1});
}

TEST_CASE("a walk down the columns is interchanged") {
  Nest nest({"j", "i"}, [](Builder& b, const std::vector<Value>& at) { b.write(b.array("c"), at[1] * 1000 + at[0]); });
  markHeads(nest);
  const auto band = nest.band();
  REQUIRE(band);
  CHECK(band->axes == Axes{0, 1});
}

TEST_CASE("bytes that are read again and again weigh more") {
  // c[i][j] = sum of a[k][i]: along i neighbours find neighbours for each k, along j but once.
  Nest nest({"i", "j", "k"}, [](Builder& b, const std::vector<Value>& at) {
    b.read(b.array("a"), at[2] * 1000 + at[0]);
    if (b.open.size() > 2) b.close();
    b.write(b.array("c"), at[0] * 1000 + at[1]);
  });
  nest.verdict(2).parallel = false;
  markHeads(nest);
  const auto band = nest.band();
  REQUIRE(band);
  REQUIRE(band->loops.size() == 1);
  CHECK(band->axes == Axes{0, 1});
}

TEST_CASE("three loops at most") {
  const auto touch = [](Builder& b, const std::vector<Value>& at) {
    Value place = 0;
    for (const Value& one : at) place = place * 100 + one;
    b.write(b.array("c"), place);
  };
  Nest three({"i", "j", "k"}, touch);
  markHeads(three);
  REQUIRE(three.band());
  CHECK(three.band()->axes == Axes{2, 1, 0});
  Nest four({"i", "j", "k", "l"}, touch);
  markHeads(four);
  REQUIRE(four.band());
  CHECK(four.band()->loops.size() == 2);
}

TEST_CASE("a loop that is not parallel in each iteration ends the band") {
  Nest nest = rows();
  nest.verdict(1).parallel = false;
  CHECK_FALSE(nest.band());
}

TEST_CASE("what an iteration of the inner loop leaves behind ends the band") {
  Nest sums = rows();
  sums.verdict(1).reductions.push_back({});
  CHECK_FALSE(sums.band());
  Nest last = rows();
  last.model(1).scalars.emplace_back();
  last.verdict(1).privates.push_back({0, true});
  CHECK_FALSE(last.band());
  // A variable that moves with the inner loop has a value for each of its iterations.
  Nest moving = rows();
  moving.model(1).scalars.emplace_back();
  moving.model(1).scalars[0].entry = Polynomial(0);
  moving.verdict(1).privates.push_back({0, false});
  CHECK_FALSE(moving.band());
  Nest own = rows();
  own.model(1).scalars.emplace_back();
  own.verdict(1).privates.push_back({0, false});
  CHECK(own.band());
}

TEST_CASE("memory that is written outside of the inner loop would be written by every thread") {
  Nest nest = rows();
  nest.model().accesses.push_back(nest.model().accesses[1]);
  nest.model().accesses.back().loops = {0};
  CHECK_FALSE(nest.band());
  // Nor may it be read there, which some threads would do too late.
  nest.model().accesses.back().kind = AccessKind::Read;
  CHECK_FALSE(nest.band());
  nest.model().accesses.back().array = ArrayId{0};
  CHECK(nest.band());
  const DisjointGuard perhapsOne{ArrayId{1}, ArrayId{0}, true};
  nest.verdict(0).guards = {perhapsOne};
  nest.verdict(1).guards = {perhapsOne};
  CHECK_FALSE(nest.band());
}

TEST_CASE("a loop beside the inner one would be repeated by every thread") {
  Nest nest = rows();
  NestedLoop beside = nest.model().loops[1];
  beside.at = {"f.cpp", 7, 1};
  nest.model().loops.push_back(beside);
  CHECK_FALSE(nest.band());
}

TEST_CASE("without the mark of its head the loop's text cannot be said otherwise") {
  Nest none = rows();
  none.model().kernel.body.erase(none.model().kernel.body.begin() + 2);
  CHECK_FALSE(none.band());
  Nest twice = rows();
  twice.model().kernel.body.push_back(twice.model().kernel.body[0]);
  CHECK_FALSE(twice.band());
}

TEST_CASE("words of the kernel's own are not hidden from the body") {
  for (const char* word : {"Band", "Threads", "mostTrips", "mayDivide"}) {
    Nest nest = rows();
    nest.model().kernel.calledNames.insert(word);
    CHECK_FALSE(nest.band());
  }
}

TEST_CASE("how far a loop runs may depend on the launched one, by a constant factor, and on nothing else inside") {
  Nest triangle = rows();
  const Polynomial i = Polynomial::symbol(triangle.model().loops[0].counter);
  triangle.model().loops[1].trip = TripCount{*add(i, Polynomial(1)), Polynomial(1)};
  CHECK(triangle.band());
  const Polynomial n = triangle.model().loops[0].trip->distance;
  triangle.model().loops[1].trip = TripCount{*multiply(i, n), Polynomial(1)};
  CHECK_FALSE(triangle.band());
  triangle.model().loops[1].trip = TripCount{n, n};  // a step that only the run knows
  CHECK_FALSE(triangle.band());
  triangle.model().loops[1].trip.reset();
  CHECK_FALSE(triangle.band());
  Nest left = rows();
  left.model().loops[1].certain = false;
  CHECK_FALSE(left.band());
}

TEST_CASE("loops without a known end make squares") {
  Nest nest = rows();
  NestedLoop inside = nest.model().loops[1];
  inside.parent = 1;
  inside.trip.reset();
  inside.at = {"f.cpp", 9, 1};
  nest.model().loops.push_back(inside);
  REQUIRE(nest.band());
  CHECK(nest.band()->square);
}

TEST_CASE("guards of the inner loop have to hold with those of the launch") {
  const auto withGuards = [](std::vector<Guard> outer, std::vector<Guard> inner) {
    Nest nest = rows();
    nest.verdict(0).guards = std::move(outer);
    nest.verdict(1).guards = std::move(inner);
    return nest.band();
  };
  const DisjointGuard apart{ArrayId{1}, ArrayId{0}}, same{ArrayId{1}, ArrayId{0}, true};
  CHECK(withGuards({apart}, {apart}));
  CHECK(withGuards({DisjointGuard{ArrayId{0}, ArrayId{1}}}, {apart}));
  CHECK(withGuards({apart}, {same})->apart.empty());
  CHECK(withGuards({same}, {same})->apart.empty());
  CHECK(withGuards({AllDisjointGuard{{ArrayId{0}, ArrayId{1}}, {}, {}, {}}}, {apart}));
  CHECK_FALSE(withGuards({}, {apart}));
  // The launch may work in place: whether it does is asked when it is made.
  const auto asked = withGuards({same}, {apart});
  REQUIRE(asked);
  CHECK(asked->apart == std::vector<std::pair<ArrayId, ArrayId>>{{ArrayId{1}, ArrayId{0}}});
}

TEST_CASE("a range that the launch has asked for is known inside, with the launched loop's variable for its value") {
  Nest nest = rows();
  LoopModel& outer = nest.model(0);
  LoopModel& inner = nest.model(1);
  const Polynomial i = Polynomial::symbol(outer.loops[0].counter), j = Polynomial::symbol(outer.loops[1].counter);
  outer.loops[0].value = *add(i, Polynomial(1));
  SymbolId variable;
  for (std::size_t s = 0; s < inner.symbols.size(); ++s)
    if (inner.symbols[s].name == "i") variable = SymbolId{static_cast<int>(s)};
  const Polynomial inside =
      *add(*multiply(Polynomial::symbol(variable), Polynomial(1000)), Polynomial::symbol(inner.loops[0].counter));
  nest.verdict(1).guards = {RangeGuard{inside, 0, 100, {0}}};
  CHECK_FALSE(nest.band());
  const Polynomial same = *add(*multiply(*add(i, Polynomial(1)), Polynomial(1000)), j);
  nest.verdict(0).guards = {RangeGuard{same, 0, 100, {0, 1}}};
  CHECK(nest.band());
  nest.verdict(0).guards = {RangeGuard{same, 0, 101, {0, 1}}};
  CHECK_FALSE(nest.band());
  nest.verdict(0).guards = {RangeGuard{*add(same, Polynomial(1)), 0, 100, {0, 1}}};
  CHECK_FALSE(nest.band());
}

TEST_CASE("a launch with results of its own, or for the host alone, has no band") {
  Nest sums = rows();
  sums.verdict(0).reductions.push_back({});
  sums.verdict(0).reductions[0].array = ArrayId{1};
  sums.verdict(0).reductions[0].ofArray = true;
  const FunctionPlan plan = sums.f.planned();
  CHECK((plan.launches.empty() || !plan.launches[0].band));
}

TEST_CASE("threads run along the loop two levels down, which goes through the one between in its order") {
  const auto band = product().band();
  REQUIRE(band);
  REQUIRE(band->loops.size() == 1);
  CHECK(band->loops[0].loop == 2);
  CHECK(band->loops[0].mark == 1);
  CHECK(band->axes == Axes{1, 0});
}

TEST_CASE("a loop between that is parallel itself is the band's, and so is the one inside") {
  Nest nest = product();
  nest.verdict(1).parallel = true;
  const auto band = nest.band();
  REQUIRE(band);
  REQUIRE(band->loops.size() == 2);
  CHECK(band->loops[0].loop == 1);
  CHECK(band->loops[1].loop == 2);
}

TEST_CASE("there is no band two levels down where the loops may not change over") {
  // The next iteration over j reads what the one before has written.
  CHECK_FALSE(
      product([](Builder& b, const std::vector<Value>& at) { b.read(ArrayId{2}, at[0] * 1000 + at[2] - 1); }).band());
  Nest triangle = product();
  triangle.model(1).loops[1].trip->distance = Polynomial::symbol(triangle.model(1).loops[0].counter);
  CHECK_FALSE(triangle.band());
  Nest carried = product();
  carried.model(1).scalars.emplace_back();
  CHECK_FALSE(carried.band());
  Nest other = product();
  other.model(1).loops[1].at.line = 9;
  CHECK_FALSE(other.band());
}

TEST_CASE("what stands beside the loop two levels down is read alone, and is nothing that threads write") {
  const auto besides = [](auto touch) {
    Nest nest = product(touch);
    moveOut(nest, 4);
    return nest.band().has_value();
  };
  CHECK(besides([](Builder& b, const std::vector<Value>& at) { b.read(b.array("d", 8, "d"), at[0] * 1000 + at[1]); }));
  CHECK_FALSE(
      besides([](Builder& b, const std::vector<Value>& at) { b.write(b.array("d", 8, "d"), at[0] * 1000 + at[1]); }));
  CHECK_FALSE(besides([](Builder& b, const std::vector<Value>& at) { b.read(ArrayId{2}, at[0] * 1000 + at[1]); }));
}

TEST_CASE("a loop beside the one two levels down keeps threads from it") {
  for (const std::size_t site : {0, 1}) {
    Nest nest = product();
    NestedLoop beside = nest.model(site).loops.back();
    beside.at = {"f.cpp", 7, 1};
    nest.model(site).loops.push_back(beside);
    CHECK_FALSE(nest.band());
  }
  Nest two = product();
  two.f.loop(simpleLoop(), true, 20, 22, 1);
  CHECK_FALSE(two.band());
}

TEST_CASE("the loop two levels down is parallel by its own verdict, whatever is said of the one between") {
  Nest nest = product();
  nest.verdict(2).parallel = false;
  CHECK_FALSE(nest.band());
  nest.model(1).asserted = true;
  CHECK_FALSE(nest.band());
}

TEST_CASE("a variable of the body between that the loop two levels down hands on keeps threads from it") {
  // double t = 0; for (j) { t += b[k * n + j]; c[i * n + j] += t; }: t is none of the model of the loop over k.
  Nest nest = product();
  Builder b;
  b.model = std::move(nest.model(2));
  b.updateScalar(b.scalar("t"));
  nest.model(2) = std::move(b.model);
  nest.verdict(2).reductions.emplace_back().scalar = 0;
  CHECK_FALSE(nest.band());
}

TEST_CASE("threads run along no loop inside a turned one, which may read what others wrote a step before") {
  // u[i][j][k + 1][l] = u[i][j][k][l + 1]: iterations over j are apart, those over l in each k alone.
  Nest nest({"i", "k", "j", "l"}, [](Builder& b, const std::vector<Value>& at) {
    const Value plane = at[0] * 100000000 + at[2] * 1000000 + at[1] * 1000;
    b.read(b.array("u"), plane + at[3] + 1);
    b.write(ArrayId{0}, plane + 1000 + at[3]);
  });
  nest.verdict(1).parallel = false;
  for (std::size_t site = 0; site < 4; ++site)
    for (NestedLoop& loop : nest.model(site).loops)
      if (loop.trip) {
        loop.trip->distance = Polynomial(99);
        loop.constraints[1] = subtract(Polynomial(98), Polynomial::symbol(loop.counter)).value();
      }
  markHeads(nest);
  const auto band = nest.band();
  REQUIRE(band);
  REQUIRE(band->loops.size() == 1);
  CHECK(band->loops[0].loop == 2);
}

TEST_CASE(
    "threads run along a loop inside where its iterations have the arrays for themselves that the launched one's "
    "have") {
  const auto hasBand = [](PrivateArray around, PrivateArray inside, bool has = true, std::string type = "double[8]") {
    Nest nest({"i", "j"}, [](Builder& b, const std::vector<Value>& at) {
      const ArrayId work = b.array("work", 8, "work");
      const Value k = b.loop("k", 8);
      b.write(work, k);
      b.read(work, k);
      b.close();
      b.write(b.array("c", 8, "c"), at[0] * 1000 + at[1]);
    });
    markHeads(nest);
    for (const std::size_t loop : {0, 1}) {
      ArrayObject& array = nest.model(loop).arrays[0];
      array.extentValue = Polynomial(8);
      array.ownType = type;
      PrivateArray own = loop == 0 ? around : inside;
      own.array = ArrayId{0};
      if (loop == 0 || has) nest.verdict(loop).privateArrays = {own};
    }
    return nest.band().has_value();
  };
  const PrivateArray dead{{}, false, false}, stays{{}, true, false}, begins{{}, false, true};
  CHECK(hasBand(dead, dead));
  CHECK(hasBand(dead, stays));
  CHECK(hasBand(stays, stays));
  // What the last iteration of both leaves is not known, or what each begins as.
  CHECK_FALSE(hasBand(stays, dead));
  CHECK_FALSE(hasBand(begins, begins));
  CHECK_FALSE(hasBand(dead, dead, false));
  CHECK_FALSE(hasBand(dead, dead, true, ""));  // in workspaces, which threads of a loop have
}

#include "Plan/Turned.h"

#include "Sites.h"

#include <catch2/catch.hpp>

#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

using Loops = std::vector<int>;
using Modes = std::vector<FootprintMode>;

/// for (i) { x[i]; for (j) { a[i * m + j]; for (k) b[k]; } }
LoopModel nest() {
  Builder b;
  const Value n = b.parameter("n"), m = b.parameter("m");
  const Value i = b.loop("i", n);
  b.read(b.array("x"), i);
  const Value j = b.loop("j", m);
  b.read(b.array("a"), i * m + j);
  const Value k = b.loop("k", 4);
  b.read(b.array("b"), k);
  b.model.work = {{{0}, 1}, {{0, 1}, 2}, {{0, 1, 2}, 3}};
  for (const Work& work : b.model.work) {
    Obligation duty;
    duty.loops = work.loops;
    b.model.obligations.push_back(duty);
  }
  b.model.kernel.innerLoops = {{1, {"int", "j"}, {}, true, false}, {2, {"int", "k"}, {}, false, false}};
  return b.model;
}

Polynomial counterOf(const LoopModel& model, std::size_t loop) { return Polynomial::symbol(model.loops[loop].counter); }

/// An array of doubles with a name in the kernel.
ArrayId pointer(Builder& b, const std::string& name) {
  const ArrayId id = b.array(name);
  b.model.arrays.back().arithmetic = b.model.arrays.back().floating = true;
  b.model.arrays.back().bits = 64;
  Capture capture;
  capture.kind = Capture::Pointer;
  capture.name = capture.expression = name;
  capture.type = "double*";
  capture.array = id;
  b.model.kernel.captures.push_back(capture);
  return id;
}

/// for (i) for (j) y[j] += a[i * m + j] * x[i], as the frontend tells it.
struct Columns {
  static constexpr int capture = 2;  // of y
  Function f;

  explicit Columns(std::optional<int> columns = std::nullopt, UpdateOperator op = UpdateOperator::Add) {
    f.unit.text = std::string(200, ' ');
    Builder b;
    const Value n = b.parameter("n"), m = columns ? Value(*columns) : b.parameter("m");
    const Value i = b.loop("i", n);
    add(b, i, m, op);
    b.model.loops[0].at = {"f.cpp", 1, 1};
    b.model.loops[1].at = {"f.cpp", 2, 1};
    b.model.kernel.innerLoops = {{1, {"int", "j"}, {}, false, false}};
    b.model.kernel.innerLoops[0].elementSums = {{"y", op == UpdateOperator::Multiply}};
    f.loop(b.model, true, 0, 200);
    body() = {{BodyPiece::HeadBegin, "", 0}, {BodyPiece::Text, "for (;;)", -1},  {BodyPiece::HeadEnd, "", 0},
              {BodyPiece::Text, " ", -1},    {BodyPiece::Captured, "", capture}, {BodyPiece::Text, "[j] += 1;", -1}};
    Reduction into;
    into.array = y;
    into.op = op;
    into.ofArray = true;
    f.verdict(0).reductions = {into};
    Builder in;
    in.parameter("n");
    const Value width = columns ? Value(*columns) : in.parameter("m");
    add(in, in.parameter("i"), width, op);
    in.model.loops[0].at = {"f.cpp", 2, 1};
    f.loop(in.model, true, 10, 190, 0);
  }

  LoopModel& model(std::size_t loop = 0) { return f.model(loop); }
  std::vector<BodyPiece>& body() { return model().kernel.body; }
  InnerLoop& text() { return model().kernel.innerLoops[0]; }
  /// The inner loop touches an element of another array as well, in both models.
  void touch(AccessKind kind, const std::string& name, const std::function<Value(const Value& j)>& at) {
    for (std::size_t loop = 0; loop < 2; ++loop) {
      Builder b;
      b.model = std::move(model(loop));
      for (std::size_t l = 0; l < 2 - loop; ++l) b.open.push_back(static_cast<int>(l));
      const Value j = counterOf(b.model, 1 - loop);
      ArrayId array{-1};
      for (std::size_t a = 0; a < b.model.arrays.size(); ++a)
        if (b.model.arrays[a].name == name) array = ArrayId{static_cast<int>(a)};
      if (array.value < 0) array = pointer(b, name);
      b.access(kind, array, at(j).polynomial);
      model(loop) = std::move(b.model);
    }
  }

  std::optional<Launch> launch() const {
    const FunctionPlan plan = f.planned();
    REQUIRE_FALSE(plan.launches.empty());
    const std::vector<Launch>& instead = plan.launches[0].instead;
    return instead.empty() ? std::nullopt : std::optional(instead[0]);
  }
  /// How many arrays have elements that lanes add up; nothing where the nest stays as it is.
  std::optional<std::size_t> sums() const {
    const auto other = launch();
    return other ? std::optional(other->turn.value().sums.size()) : std::nullopt;
  }

  ArrayId a, x, y;

 private:
  void add(Builder& b, const Value& i, const Value& m, UpdateOperator op) {
    const Value j = b.loop("j", m);
    b.read(a = pointer(b, "a"), i * m + j);
    b.read(x = pointer(b, "x"), i);
    b.model.updates[static_cast<std::size_t>(b.update(y = pointer(b, "y"), j, op))].named = true;
  }
};

using Changes = std::vector<std::function<void(Columns&)>>;

}  // namespace

TEST_CASE("the first two loops change over, and those inside stay inside both") {
  const auto other = turned(nest());
  REQUIRE(other);
  REQUIRE(other->loops.size() == 3);
  const auto is = [&](std::size_t loop, const std::string& variable, int parent) {
    CHECK(other->loops[loop].variable == variable);
    CHECK(other->loops[loop].parent == parent);
  };
  is(0, "j", -1);
  is(1, "i", 0);
  is(2, "k", 1);
}

TEST_CASE("what happens in the outer loop alone happens in both") {
  const auto other = turned(nest());
  REQUIRE(other);
  const std::vector<Loops> around = {{0, 1}, {0, 1}, {0, 1, 2}};
  REQUIRE(other->accesses.size() == around.size());
  for (std::size_t at = 0; at < around.size(); ++at) {
    CHECK(other->accesses[at].loops == around[at]);
    CHECK(other->work[at].loops == around[at]);
    CHECK(other->obligations[at].loops == around[at]);
  }
}

TEST_CASE("the mark of the inner loop's head is that of the loop outside") {
  const auto other = turned(nest());
  REQUIRE(other);
  CHECK(other->kernel.innerLoops[0].loop == 0);
  CHECK(other->kernel.innerLoops[1].loop == 2);
}

TEST_CASE("a turned nest is not split, nor does it begin at a later iteration") {
  LoopModel model = nest();
  model.restart = Restart{};
  model.splits.places.emplace_back();
  const auto other = turned(model);
  REQUIRE(other);
  CHECK_FALSE(other->restart);
  CHECK(other->splits.places.empty());
}

TEST_CASE("a nest whose iterations hand something on, or leave, is not turned") {
  for (const auto& change : std::vector<std::function<void(LoopModel&)>>{
           [](LoopModel& m) { m.scalars.emplace_back(); },
           [](LoopModel& m) { m.appends.emplace_back(); },
           [](LoopModel& m) { m.effects.emplace_back(); },
           [](LoopModel& m) { m.leaves.emplace_back(); },
           [](LoopModel& m) { m.forcedSerial = true; },
           [](LoopModel& m) { m.kernel.finalVariable = "i"; },
           [](LoopModel& m) { m.kernel.variablePrologue = "double& v = a[%k];"; },
           [](LoopModel& m) { m.kernel.needsIteration = true; },
       }) {
    LoopModel model = nest();
    change(model);
    CHECK_FALSE(turned(model));
  }
}

TEST_CASE("both loops are counted before the nest begins, by steps that are known") {
  for (const std::size_t loop : {0, 1})
    for (const auto& change : std::vector<std::function<void(NestedLoop&, const Polynomial&)>>{
             [](NestedLoop& l, const Polynomial&) { l.trip.reset(); },
             [](NestedLoop& l, const Polynomial&) { l.value.reset(); },
             [](NestedLoop& l, const Polynomial&) { l.certain = false; },
             [](NestedLoop& l, const Polynomial& n) { l.trip->stride = n; },
             [](NestedLoop& l, const Polynomial& n) { l.value = multiply(n, Polynomial::symbol(l.counter)).value(); },
         }) {
      LoopModel model = nest();
      change(model.loops[loop], Polynomial::symbol(SymbolId{0}));
      CHECK_FALSE(turned(model));
    }
  LoopModel down = nest();
  down.loops[1].value = subtract(Polynomial(9), multiply(Polynomial(2), counterOf(down, 1)).value()).value();
  down.loops[1].trip->stride = Polynomial(2);
  CHECK(turned(down));
}

TEST_CASE("where one loop depends on the other's counter there is no other way round") {
  LoopModel triangle = nest();
  triangle.loops[1].trip->distance = counterOf(triangle, 0);
  CHECK_FALSE(turned(triangle));
  LoopModel shifted = nest();
  shifted.loops[1].value = add(counterOf(shifted, 0), counterOf(shifted, 1)).value();
  CHECK_FALSE(turned(shifted));
  LoopModel bounded = nest();
  bounded.loops[1].constraints.push_back(subtract(counterOf(bounded, 0), counterOf(bounded, 1)).value());
  CHECK_FALSE(turned(bounded));
}

TEST_CASE("a loop beside the inner one, or none inside, keeps the nest as it is") {
  LoopModel beside = nest();
  beside.loops.push_back(beside.loops[1]);
  CHECK_FALSE(turned(beside));
  LoopModel alone = nest();
  alone.loops.resize(1);
  CHECK_FALSE(turned(alone));
}

TEST_CASE("a nest that adds rows to an array is launched by the array's elements") {
  const Columns columns;
  const auto other = columns.launch();
  REQUIRE(other);
  CHECK(other->loop == 0);
  CHECK(other->legality.parallel);
  CHECK(other->legality.reductions.empty());
  REQUIRE(other->site);
  CHECK(other->site->model.loops[0].variable == "j");
  CHECK_FALSE(other->site->model.kernel.variable.declared());
  REQUIRE(other->turn);
  CHECK(other->turn->mark == 0);
  CHECK(other->turn->variable.name == "i");
  Modes ofY;
  for (const FootprintTerm& term : other->footprint)
    if (term.array == columns.y) ofY.push_back(term.mode);
  CHECK(ofY == Modes{FootprintMode::Reads, FootprintMode::Writes});
}

TEST_CASE("a launch has at most one other way, which has none itself") {
  const FunctionPlan plan = Columns().f.planned();
  REQUIRE(plan.launches.size() == 1);
  CHECK(plan.loops[1].mapped == Mapped::Sequential);
  REQUIRE(plan.launches[0].instead.size() == 1);
  const Launch& other = plan.launches[0].instead[0];
  CHECK(other.instead.empty());
  CHECK(other.inner.empty());
  CHECK_FALSE(other.band);
  CHECK_FALSE(other.lanes);
}

TEST_CASE("elements that each iteration combines into once are sums") {
  for (const UpdateOperator op : {UpdateOperator::Add, UpdateOperator::Multiply}) {
    const Columns columns(std::nullopt, op);
    const auto other = columns.launch();
    REQUIRE(other);
    REQUIRE(other->turn->sums.size() == 1);
    const ElementSum& sum = other->turn->sums[0];
    CHECK(sum.array == columns.y);
    CHECK(sum.capture == Columns::capture);
    CHECK(sum.multiplies == (op == UpdateOperator::Multiply));
  }
}

TEST_CASE("elements that are no sums have a thread each") {
  for (const auto& change : Changes{
           [](Columns& c) { c.text().elementSums.clear(); },
           [](Columns& c) { c.text().elementSums[0].name = "z"; },
           [](Columns& c) { c.text().elementSums[0].multiplies = true; },
           [](Columns& c) { c.model().updates[0].certain = false; },
           [](Columns& c) { c.model().updates[0].named = false; },
           [](Columns& c) { c.model().accesses.back().certain = false; },
           [](Columns& c) { c.body().push_back({BodyPiece::Captured, "", Columns::capture}); },
           [](Columns& c) { c.touch(AccessKind::Write, "z", [](const Value& j) { return j; }); },
       }) {
    Columns columns;
    change(columns);
    CHECK(columns.sums() == 0U);
  }
  Columns least(std::nullopt, UpdateOperator::Min);
  CHECK(least.sums() == 0U);
}

TEST_CASE("lanes add up no elements of an array that may be another one, or is read besides") {
  // y may be the matrix's first row, and is not the vector, of which all elements are read.
  const Columns columns;
  const auto other = columns.launch();
  REQUIRE(other);
  CHECK(other->turn->apart == std::vector<std::pair<ArrayId, ArrayId>>{{columns.y, columns.a}});
  Columns read;
  read.touch(AccessKind::Read, "z", [](const Value& j) { return j; });
  CHECK(read.sums() == 1U);
  CHECK(read.launch()->turn->apart.size() == 2);
}

TEST_CASE("only a launch that combines into arrays, on devices, is turned") {
  Columns writes;
  writes.f.verdict(0).reductions.clear();
  CHECK_FALSE(writes.launch());
  Columns host;
  host.f.unit.functions[0].options.autoGpuParallel = false;
  CHECK_FALSE(host.launch());
}

TEST_CASE("an inner loop that is serial by its own verdict, or by its author's word, does not come outside") {
  Columns columns;
  columns.f.verdict(1).parallel = false;
  CHECK_FALSE(columns.launch());
}

TEST_CASE("a nest is turned where its inner loop is long enough for threads, or nobody knows") {
  CHECK_FALSE(Columns(255).launch());
  CHECK(Columns(256).launch());
  CHECK(Columns().launch());
}

TEST_CASE("a nest stays as it is where iterations of the inner loop depend on each other") {
  const auto touched = [](int shift) {
    Columns columns;
    columns.touch(AccessKind::Write, "z", [](const Value& j) { return j; });
    columns.touch(AccessKind::Read, "z", [&](const Value& j) { return j + shift; });
    return columns.launch().has_value();
  };
  CHECK(touched(0));
  CHECK_FALSE(touched(-1));
  CHECK_FALSE(touched(1));
}

TEST_CASE("memory that is written outside of the inner loop would be written by each thread") {
  Columns columns;
  columns.touch(AccessKind::Write, "z", [](const Value& j) { return j; });
  CHECK(columns.launch());
  columns.model().accesses.back().loops = {0};
  CHECK_FALSE(columns.launch());
}

TEST_CASE("a variable of the body that the inner loop hands on keeps the nest as it is") {
  // for (i) { double t = 0; for (j) { t += a[i * m + j]; y[j] += t; } }: t is no variable of the outer loop's model.
  Columns columns;
  Builder b;
  b.model = std::move(columns.model(1));
  b.updateScalar(b.scalar("t"));
  columns.model(1) = std::move(b.model);
  Reduction sum;
  sum.scalar = 0;
  columns.f.verdict(1).reductions.push_back(sum);
  CHECK_FALSE(columns.launch());
}

TEST_CASE("elements of an array of the body's keep the nest as it is") {
  Columns columns;
  Builder b;
  b.model = std::move(columns.model(1));
  b.open = {0};
  b.update(b.array("own"), 0);
  columns.model(1) = std::move(b.model);
  columns.f.verdict(1).parallel = false;
  CHECK_FALSE(columns.launch());
}

TEST_CASE("a nest whose text asks for the number of the iteration is not turned") {
  Columns columns;
  columns.body().push_back({BodyPiece::Counter, "", -1});
  CHECK_FALSE(columns.launch());
}

TEST_CASE("the loop inside is the only one, and its head stands once in the text") {
  for (const auto& change : Changes{
           [](Columns& c) { c.body().erase(c.body().begin() + 2); },
           [](Columns& c) { c.body().push_back(c.body()[0]); },
           [](Columns& c) { c.text().loop = 7; },
           [](Columns& c) { c.model(1).loops[0].at.line = 7; },
           [](Columns& c) { c.f.loop(simpleLoop(), false, 20, 30, 0); },
           [](Columns& c) { c.model().kernel.variable = {}; },
       }) {
    Columns columns;
    change(columns);
    CHECK_FALSE(columns.launch());
  }
}

TEST_CASE("a turned kernel hides no word of the body's own") {
  for (const char* word : {"Lanes", "Lane", "Part", "inParts", "mostTrips", "mayDivide"}) {
    INFO(word);
    Columns columns;
    columns.model().kernel.calledNames.insert(word);
    CHECK_FALSE(columns.launch());
  }
}

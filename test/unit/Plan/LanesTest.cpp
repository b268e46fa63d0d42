#include "Plan/Lanes.h"

#include "Sites.h"

#include <catch2/catch.hpp>

#include <functional>
#include <string>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

using Results = std::vector<LaneResult>;

ScalarState named(const std::string& name) {
  Builder b;
  b.scalar(name);
  return b.model.scalars[0];
}

Reduction into(int scalar, UpdateOperator op) {
  Reduction reduction;
  reduction.scalar = scalar;
  reduction.op = op;
  return reduction;
}

/// for (i) { double s = 0; for (j) s += a[i * 1000 + j]; y[i] = s; }, as the frontend tells it.
struct LaneRows {
  Function f;

  explicit LaneRows(std::optional<int> trips = std::nullopt) {
    f.unit.text = std::string(200, ' ');
    Builder b;
    const Value i = b.loop("i", b.parameter("n"));
    const Value j = b.loop("j", trips ? Value(*trips) : b.parameter("m"));
    b.read(b.array("a"), i * 1000 + j);
    b.close();
    b.write(b.array("y"), i);
    b.model.loops[0].at = {"f.cpp", 1, 1};
    b.model.loops[1].at = {"f.cpp", 2, 1};
    b.model.kernel.innerLoops = {{1, {"int", "j"}, {{"s", false}}, false, false}};
    b.model.kernel.innerLoops[0].locals = {"j", "s"};
    b.model.kernel.once = {{1, 2}};
    f.loop(b.model, true, 0, 200);
    Builder in;
    const Value row = in.parameter("i"), k = in.loop("j", trips ? Value(*trips) : in.parameter("m"));
    in.read(in.array("a"), row * 1000 + k);
    in.updateScalar(in.scalar("s"));
    in.model.loops[0].at = {"f.cpp", 2, 1};
    f.loop(in.model, true, 10, 190, 0);
    inside().reductions = {into(0, UpdateOperator::Add)};
    body() = {{BodyPiece::HeadBegin, "", 0}, {BodyPiece::HeadEnd, "", 0},   {BodyPiece::LoopEnd, "", 0},
              {BodyPiece::OnceBegin, "", 0}, {BodyPiece::Text, "w();", -1}, {BodyPiece::OnceEnd, "", 0}};
  }
  /// `s` is combined otherwise.
  explicit LaneRows(UpdateOperator op) : LaneRows() {
    loop().sums.clear();
    reduction().op = op;
  }

  std::vector<BodyPiece>& body() { return f.model(0).kernel.body; }
  InnerLoop& loop() { return f.model(0).kernel.innerLoops[0]; }
  Legality& inside() { return f.verdict(1); }
  Reduction& reduction() { return inside().reductions[0]; }
  ScalarState& scalar() { return f.model(1).scalars[0]; }

  /// A variable of the iteration's that is assigned together with the extreme.
  ScalarState& addPlace(const std::string& name) {
    std::vector<ScalarState>& scalars = f.model(1).scalars;
    scalars.push_back(named(name));
    const int place = static_cast<int>(scalars.size()) - 1;
    reduction().locations.push_back(place);
    inside().privates.push_back({place, true, true});
    loop().locals.insert(name);
    return scalars.back();
  }
  /// A variable of the launched loop's, in place of one of the iteration's.
  int outside(const std::string& name) {
    LoopModel& model = f.model(0);
    model.scalars.push_back(named(name));
    Capture capture;
    capture.kind = Capture::Scalar;
    capture.name = capture.expression = name;
    capture.type = "double";
    capture.scalar = static_cast<int>(model.scalars.size()) - 1;
    model.kernel.captures.push_back(capture);
    loop().locals.erase(name);
    loop().outsiders.insert(name);
    return capture.scalar;
  }
  /// The inner loop writes an element of this array, too.
  void write(const std::string& name) {
    for (std::size_t site = 0; site < 2; ++site) {
      LoopModel& model = f.model(site);
      Access element = model.accesses[0];
      element.kind = AccessKind::Write;
      element.array = arrayOf(model, name);
      model.accesses.push_back(element);
    }
  }
  /// No two of these arrays overlap, or they are the same where that may be.
  void guard(const std::string& written, const std::string& other, bool sameAllowed) {
    for (std::size_t site = 0; site < 2; ++site) {
      LoopModel& model = f.model(site);
      f.verdict(site).guards.push_back(DisjointGuard{arrayOf(model, written), arrayOf(model, other), sameAllowed});
    }
  }

  std::optional<Lanes> lanes() const { return f.planned().launches.at(0).lanes; }
  /// What is left in variables; nothing where no lanes share the loop.
  std::optional<Results> results() const {
    const auto all = lanes();
    return all ? std::optional(all->loops.at(0).results) : std::nullopt;
  }

 private:
  static ArrayId arrayOf(LoopModel& model, const std::string& name) {
    for (std::size_t a = 0; a < model.arrays.size(); ++a)
      if (model.arrays[a].base == name) return ArrayId{static_cast<int>(a)};
    model.arrays.push_back(model.arrays[0]);
    model.arrays.back().name = model.arrays.back().base = name;
    return ArrayId{static_cast<int>(model.arrays.size()) - 1};
  }
};

/// What the loop leaves in `s`.
Results inS(UpdateOperator op, std::vector<LaneVariable> places = {}) {
  return {LaneResult{LaneVariable{"s"}, op, false, std::move(places)}};
}

constexpr UpdateOperator extremes[] = {UpdateOperator::Min, UpdateOperator::Max};

}  // namespace

TEST_CASE("a loop that adds to a sum of the iteration's is shared by lanes") {
  const auto lanes = LaneRows().lanes();
  REQUIRE(lanes);
  REQUIRE(lanes->loops.size() == 1);
  CHECK(lanes->loops[0].loop == 1);
  CHECK(lanes->loops[0].results == inS(UpdateOperator::Add));
  CHECK_FALSE(lanes->iterationsFirst);
}

TEST_CASE("a parallel loop is shared as well, without results") {
  LaneRows rows;
  rows.inside().reductions.clear();
  REQUIRE(rows.lanes());
  CHECK(rows.lanes()->loops[0].results.empty());
}

TEST_CASE("a launch has lanes or a band, not both") {
  LaneRows rows;
  rows.inside().reductions.clear();
  rows.f.model(0).accesses[1].loops = {0, 1};
  const FunctionPlan plan = rows.f.planned();
  CHECK(plan.launches.at(0).band);
  CHECK_FALSE(plan.launches.at(0).lanes);
}

TEST_CASE("neighbours are iterations where those find more bytes side by side") {
  LaneRows rows;
  LoopModel& model = rows.f.model(0);
  const Polynomial i = Polynomial::symbol(model.loops[0].counter), j = Polynomial::symbol(model.loops[1].counter);
  model.accesses[0].index = *add(*multiply(j, Polynomial(1000)), i);
  REQUIRE(rows.lanes());
  CHECK(rows.lanes()->iterationsFirst);
}

TEST_CASE("what is added up is a sum or a product that the text names once") {
  for (const auto& change : std::vector<std::function<void(LaneRows&)>>{
           [](LaneRows& r) { r.loop().sums.clear(); },
           [](LaneRows& r) { r.loop().sums[0].name = "t"; },
           [](LaneRows& r) { r.loop().sums[0].multiplies = true; },
           [](LaneRows& r) { r.loop().continues = true; },
           [](LaneRows& r) { r.loop().outsiders.insert("s"); },  // another variable of that name
           [](LaneRows& r) { r.reduction().scalar = -1; },
           [](LaneRows& r) { r.scalar().inMemory = true; },
           [](LaneRows& r) { r.scalar().bits = 128; },
           [](LaneRows& r) { r.scalar().arithmetic = false; },
           [](LaneRows& r) { r.inside().form = Form::Scan; },
           [](LaneRows& r) { r.inside().parallel = false; },
       }) {
    LaneRows rows;
    change(rows);
    CHECK_FALSE(rows.lanes());
  }
  LaneRows products;
  products.loop().sums[0].multiplies = true;
  products.reduction().op = UpdateOperator::Multiply;
  CHECK(products.results() == inS(UpdateOperator::Multiply));
}

TEST_CASE("the text of a loop with results is short") {
  for (const UpdateOperator op : {UpdateOperator::Add, UpdateOperator::Max})
    for (const int operations : {200, 201}) {
      LaneRows rows;
      rows.reduction().op = op;
      rows.f.model(0).work = {{{0}, 500}, {{0, 1}, 100}, {{0, 1}, operations - 100}};
      CHECK(rows.lanes().has_value() == (operations == 200));
    }
}

TEST_CASE("an extreme has a best of each lane, whatever becomes of NaN and of equal ones") {
  for (const UpdateOperator op : extremes) {
    CHECK(LaneRows(op).results() == inS(op));
    for (bool Reduction::* const flag : {&Reduction::ties, &Reduction::takesNan, &Reduction::ignoresNan}) {
      LaneRows rows(op);
      rows.reduction().*flag = true;
      CHECK(rows.results() == Results{LaneResult{LaneVariable{"s"}, op, rows.reduction().takesNan}});
    }
  }
}

TEST_CASE("lanes look for a NaN behind the one update of an iteration") {
  LaneRows once(UpdateOperator::Max), twice(UpdateOperator::Max), deeper(UpdateOperator::Max);
  twice.f.model(1).updates.push_back(twice.f.model(1).updates[0]);
  deeper.f.model(1).loops.push_back(deeper.f.model(1).loops[0]);
  for (const bool takesNan : {false, true}) {
    for (LaneRows* rows : {&once, &twice, &deeper}) rows->reduction().takesNan = takesNan;
    CHECK(once.lanes());
    CHECK(twice.lanes().has_value() == !takesNan);
    CHECK(deeper.lanes().has_value() == !takesNan);
  }
}

TEST_CASE("places go with an extreme that the first of equal ones is") {
  for (const UpdateOperator op : extremes) {
    LaneRows rows(op);
    rows.addPlace("at");
    rows.addPlace("row");
    CHECK(rows.results() == inS(op, {{"at"}, {"row"}}));
  }
  for (bool Reduction::* const flag : {&Reduction::ties, &Reduction::takesNan, &Reduction::ignoresNan}) {
    LaneRows rows(UpdateOperator::Max);
    rows.addPlace("at");
    rows.reduction().*flag = true;
    CHECK_FALSE(rows.lanes());
  }
}

TEST_CASE("the last value of what is no place is known to one lane alone") {
  LaneRows rows(UpdateOperator::Max);
  rows.addPlace("at");
  rows.reduction().locations.clear();
  CHECK_FALSE(rows.lanes());
}

TEST_CASE("lanes tell each other no more than four places, each a number of the iteration's") {
  for (const int places : {4, 5}) {
    LaneRows rows(UpdateOperator::Min);
    for (int place = 0; place < places; ++place) rows.addPlace("p" + std::to_string(place));
    CHECK(rows.lanes().has_value() == (places == 4));
  }
  for (const auto& change : std::vector<std::function<void(LaneRows&, ScalarState&)>>{
           [](LaneRows& r, ScalarState&) { r.loop().locals.erase("at"); },
           [](LaneRows& r, ScalarState&) { r.loop().outsiders.insert("at"); },
           [](LaneRows&, ScalarState& at) { at.inMemory = true; },
           [](LaneRows&, ScalarState& at) { at.arithmetic = false; },
           [](LaneRows&, ScalarState& at) { at.bits = 128; },
       }) {
    LaneRows rows(UpdateOperator::Min);
    change(rows, rows.addPlace("at"));
    CHECK_FALSE(rows.lanes());
  }
}

TEST_CASE("bits are put together by and and or, what is logical of a bool alone") {
  for (const UpdateOperator op : {UpdateOperator::BitAnd, UpdateOperator::BitOr, UpdateOperator::LogicalAnd,
                                  UpdateOperator::LogicalOr, UpdateOperator::BitXor, UpdateOperator::Declared}) {
    const bool isBit = op == UpdateOperator::BitAnd || op == UpdateOperator::BitOr;
    const bool isLogical = op == UpdateOperator::LogicalAnd || op == UpdateOperator::LogicalOr;
    for (const char* type : {"bool", "unsigned int"}) {
      LaneRows rows(op);
      rows.scalar().type = type;
      const bool isShared = isBit || (isLogical && rows.scalar().type == "bool");
      CHECK(rows.results() == (isShared ? std::optional(inS(op)) : std::nullopt));
    }
  }
}

TEST_CASE("a loop adds to a variable of the launched loop that this combines into as well") {
  LaneRows rows;
  const int other = rows.outside("t"), s = rows.outside("s");
  rows.f.verdict(0).reductions = {into(other, UpdateOperator::Add), into(s, UpdateOperator::Add)};
  CHECK(rows.results() == Results{LaneResult{LaneVariable{"s", s}, UpdateOperator::Add}});
  rows.f.verdict(0).reductions.pop_back();
  rows.f.verdict(0).privates = {{s, false, false}};
  CHECK_FALSE(rows.lanes());
}

TEST_CASE("an extreme of the launched loop goes with its places there") {
  LaneRows rows(UpdateOperator::Min);
  rows.addPlace("at");
  const int at = rows.outside("at"), s = rows.outside("s");
  rows.f.verdict(0).reductions = {into(s, UpdateOperator::Min)};
  rows.f.verdict(0).reductions[0].locations = {at};
  rows.f.verdict(0).privates = {{at, true, true}};
  const LaneResult found{LaneVariable{"s", s}, UpdateOperator::Min, false, {LaneVariable{"at", at}}};
  CHECK(rows.results() == Results{found});
}

TEST_CASE("a launch that combines into an array, or leaves a last value, has no lanes") {
  const LaneRows rows;
  const FunctionPlan plan = rows.f.planned();
  const AnnotatedFunction& function = rows.f.unit.functions[0];
  CHECK(lanes(function, plan.loops, plan.launches.at(0)));
  Launch combining = plan.launches.at(0), last = plan.launches.at(0);
  combining.legality.reductions = {into(-1, UpdateOperator::Add)};
  combining.legality.reductions[0].array = ArrayId{1};
  CHECK_FALSE(lanes(function, plan.loops, combining));
  last.legality.privates = {{0, true, false}};
  CHECK_FALSE(lanes(function, plan.loops, last));
}

TEST_CASE("an extreme whose order shows runs again, so that its loop reads nothing that it writes") {
  LaneRows same(UpdateOperator::Max);
  same.write("a");
  CHECK_FALSE(same.lanes());
  LaneRows apart(UpdateOperator::Max);
  apart.write("c");
  CHECK(apart.lanes());
  for (const bool sameAllowed : {false, true}) {
    LaneRows asked(UpdateOperator::Max), sum;
    asked.write("c");
    asked.guard("c", "a", sameAllowed);
    CHECK(asked.lanes().has_value() != sameAllowed);
    sum.write("c");
    sum.guard("c", "a", sameAllowed);
    CHECK(sum.lanes());
  }
}

TEST_CASE("iterations may be repeated where they write no memory") {
  LaneRows rows;
  REQUIRE(rows.lanes());
  CHECK(rows.lanes()->loops[0].mayRepeat);
  rows.write("c");
  REQUIRE(rows.lanes());
  CHECK_FALSE(rows.lanes()->loops[0].mayRepeat);
}

TEST_CASE("an iteration that writes along its rows has whole warps, unless neighbours are iterations") {
  LaneRows rows;
  REQUIRE(rows.lanes());
  CHECK_FALSE(rows.lanes()->wholeWarps);
  rows.write("c");
  REQUIRE(rows.lanes());
  CHECK(rows.lanes()->wholeWarps);
}

TEST_CASE("memory is written by the loops, or in marked statements of a block") {
  LaneRows none;
  none.f.model(0).kernel.once.clear();
  CHECK_FALSE(none.lanes());
  LaneRows unmarked;
  unmarked.body().pop_back();
  CHECK_FALSE(unmarked.lanes());
  // Elements of an array of the iteration's own would be those of one lane.
  LaneRows own;
  own.f.model(1).arrays.push_back(own.f.model(1).arrays[0]);
  own.f.model(1).arrays[1].base = "row";
  Access write = own.f.model(1).accesses[0];
  write.kind = AccessKind::Write;
  write.array = ArrayId{1};
  own.f.model(1).accesses.push_back(write);
  CHECK_FALSE(own.lanes());
}

TEST_CASE("a loop that is not shared would be done by every lane") {
  LaneRows rows;
  NestedLoop beside = rows.f.model(0).loops[1];
  beside.at = {"f.cpp", 7, 1};
  rows.f.model(0).loops.push_back(beside);
  CHECK_FALSE(rows.lanes());
}

TEST_CASE("the loop has all its marks, and some length") {
  LaneRows endless;
  endless.body().erase(endless.body().begin() + 2);
  CHECK_FALSE(endless.lanes());
  CHECK_FALSE(LaneRows(31).lanes());
  CHECK(LaneRows(32).lanes());
}

TEST_CASE("the body has no words of its own for what the kernel is given") {
  for (const char* word : {"Lanes", "Lane", "mayDivide", "mostTrips"}) {
    LaneRows rows;
    rows.f.model(0).kernel.calledNames.insert(word);
    CHECK_FALSE(rows.lanes());
  }
}

TEST_CASE("the plan says which loops lanes share, and what they leave") {
  const auto says = [](const LaneRows& rows, const std::string& what) {
    const std::string text = print(plan(rows.f.unit, rows.f.verdicts, {}), rows.f.unit);
    INFO(text);
    CHECK(text.find(what) != std::string::npos);
  };
  says(LaneRows(), "    lanes share j (+ s); neighbours are lanes\n");
  LaneRows top(UpdateOperator::Max);
  top.addPlace("at");
  says(top, "    lanes share j (max s at at); neighbours are lanes\n");
}

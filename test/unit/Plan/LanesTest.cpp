#include "Plan/Lanes.h"

#include "Sites.h"

#include <catch2/catch.hpp>

#include <functional>
#include <string>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// for (i) { double s = 0; for (j) s += a[i * 1000 + j]; y[i] = s; }, as the frontend tells it.
struct Rows {
  Function f;

  explicit Rows(std::optional<int> trips = std::nullopt) {
    f.unit.text = std::string(200, ' ');
    Builder b;
    const Value i = b.loop("i", b.parameter("n"));
    const Value j = b.loop("j", trips ? Value(*trips) : b.parameter("m"));
    b.read(b.array("a"), i * 1000 + j);
    b.close();
    b.write(b.array("y"), i);
    b.model.loops[0].at = {"f.cpp", 1, 1};
    b.model.loops[1].at = {"f.cpp", 2, 1};
    b.model.kernel.innerLoops = {{1, {"int", "j"}, {{"s", false}}, true, false, false}};
    b.model.kernel.once = {{1, 2}};
    f.loop(b.model, true, 0, 200);
    Builder in;
    const Value row = in.parameter("i"), k = in.loop("j", trips ? Value(*trips) : in.parameter("m"));
    in.read(in.array("a"), row * 1000 + k);
    in.updateScalar(in.scalar("s"));
    in.model.loops[0].at = {"f.cpp", 2, 1};
    f.loop(in.model, true, 10, 190, 0);
    Reduction sum;
    sum.scalar = 0;
    inside().reductions = {sum};
    body() = {{BodyPiece::HeadBegin, "", 0}, {BodyPiece::HeadEnd, "", 0},   {BodyPiece::LoopEnd, "", 0},
              {BodyPiece::OnceBegin, "", 0}, {BodyPiece::Text, "w();", -1}, {BodyPiece::OnceEnd, "", 0}};
  }

  std::vector<BodyPiece>& body() { return f.model(0).kernel.body; }
  InnerLoop& loop() { return f.model(0).kernel.innerLoops[0]; }
  Legality& inside() { return f.verdict(1); }
  std::optional<Lanes> lanes() const { return f.planned().launches.at(0).lanes; }
};

}  // namespace

TEST_CASE("a loop that adds to a sum of the iteration's is shared by lanes") {
  const auto lanes = Rows().lanes();
  REQUIRE(lanes);
  REQUIRE(lanes->loops.size() == 1);
  CHECK(lanes->loops[0].loop == 1);
  CHECK(lanes->loops[0].sums == std::vector<InnerLoop::Sum>{{"s", false}});
  CHECK_FALSE(lanes->iterationsFirst);
}

TEST_CASE("a parallel loop is shared as well, without sums") {
  Rows rows;
  rows.inside().reductions.clear();
  REQUIRE(rows.lanes());
  CHECK(rows.lanes()->loops[0].sums.empty());
}

TEST_CASE("a launch has lanes or a band, not both") {
  Rows rows;
  rows.inside().reductions.clear();
  rows.f.model(0).accesses[1].loops = {0, 1};
  const FunctionPlan plan = rows.f.planned();
  CHECK(plan.launches.at(0).band);
  CHECK_FALSE(plan.launches.at(0).lanes);
}

TEST_CASE("neighbours are iterations where those find more bytes side by side") {
  Rows rows;
  LoopModel& model = rows.f.model(0);
  const Polynomial i = Polynomial::symbol(model.loops[0].counter), j = Polynomial::symbol(model.loops[1].counter);
  model.accesses[0].index = *add(*multiply(j, Polynomial(1000)), i);
  REQUIRE(rows.lanes());
  CHECK(rows.lanes()->iterationsFirst);
}

TEST_CASE("what is combined is a sum or a product that the text names once") {
  for (const auto& change : std::vector<std::function<void(Rows&)>>{
           [](Rows& r) { r.loop().sums.clear(); },
           [](Rows& r) { r.loop().sums[0].name = "t"; },
           [](Rows& r) { r.loop().sums[0].multiplies = true; },
           [](Rows& r) { r.loop().continues = true; },
           [](Rows& r) { r.inside().reductions[0].op = UpdateOperator::Max; },
           [](Rows& r) { r.inside().reductions[0].scalar = -1; },
           [](Rows& r) { r.f.model(1).scalars[0].inMemory = true; },
           [](Rows& r) { r.inside().form = Form::Scan; },
           [](Rows& r) { r.inside().parallel = false; },
       }) {
    Rows rows;
    change(rows);
    CHECK_FALSE(rows.lanes());
  }
  for (const int operations : {200, 201}) {
    Rows rows;
    rows.f.model(0).work = {{{0}, 500}, {{0, 1}, 100}, {{0, 1}, operations - 100}};
    CHECK(rows.lanes().has_value() == (operations == 200));
  }
  Rows products;
  products.loop().sums[0].multiplies = true;
  products.inside().reductions[0].op = UpdateOperator::Multiply;
  CHECK(products.lanes());
}

TEST_CASE("memory is written by the loops, or in marked statements of a block") {
  Rows none;
  none.f.model(0).kernel.once.clear();
  CHECK_FALSE(none.lanes());
  Rows unmarked;
  unmarked.body().pop_back();
  CHECK_FALSE(unmarked.lanes());
  // Elements of an array of the iteration's own would be those of one lane.
  Rows own;
  Builder b;
  own.f.model(1).arrays.push_back(own.f.model(1).arrays[0]);
  own.f.model(1).arrays[1].base = "row";
  Access write = own.f.model(1).accesses[0];
  write.kind = AccessKind::Write;
  write.array = ArrayId{1};
  own.f.model(1).accesses.push_back(write);
  CHECK_FALSE(own.lanes());
}

TEST_CASE("a loop that is not shared would be done by every lane") {
  Rows rows;
  NestedLoop beside = rows.f.model(0).loops[1];
  beside.at = {"f.cpp", 7, 1};
  rows.f.model(0).loops.push_back(beside);
  CHECK_FALSE(rows.lanes());
}

TEST_CASE("the loop is a statement of a block, with all its marks, and of some length") {
  Rows alone;
  alone.loop().inBlock = false;
  CHECK_FALSE(alone.lanes());
  Rows endless;
  endless.body().erase(endless.body().begin() + 2);
  CHECK_FALSE(endless.lanes());
  CHECK_FALSE(Rows(31).lanes());
  CHECK(Rows(32).lanes());
  Rows named;
  named.f.model(0).kernel.calledNames.insert("Lanes");
  CHECK_FALSE(named.lanes());
}

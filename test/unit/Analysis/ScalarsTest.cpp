// Variables that iterations write: private, last value, reduction, location, carried.
#include "Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

Builder oneLoop() {
  Builder b;
  b.loop("i", b.parameter("n"));
  return b;
}

ScalarState& state(Builder& b, int scalar) { return b.model.scalars[scalar]; }

}  // namespace

TEST_CASE("a variable assigned before it is read is private") {
  Builder b = oneLoop();
  const int t = b.scalar("t");
  state(b, t).writes = {b.here()};
  state(b, t).liveAfter = false;
  const Legality verdict = analyse(b.model);
  REQUIRE(verdict.parallel);
  REQUIRE(verdict.privates.size() == 1);
  CHECK(verdict.privates[0].scalar == t);
  CHECK_FALSE(verdict.privates[0].lastValue);
}

TEST_CASE("a variable read after the loop keeps its last value when every iteration assigns it") {
  Builder b = oneLoop();
  const int t = b.scalar("t");
  state(b, t).writes = {b.here()};
  state(b, t).certainWrite = true;
  const Legality verdict = analyse(b.model);
  REQUIRE(verdict.privates.size() == 1);
  CHECK(verdict.privates[0].lastValue);
}

TEST_CASE("a conditional last value is kept from the last iteration that assigns it") {
  Builder b = oneLoop();
  const int t = b.scalar("t");
  state(b, t).writes = {b.here()};
  const Legality verdict = analyse(b.model);
  REQUIRE(verdict.parallel);
  REQUIRE(verdict.privates.size() == 1);
  CHECK(verdict.privates[0].lastValue);
  CHECK(verdict.privates[0].conditional);
  CHECK(print(verdict, b.model).find("private t last-value conditional") != std::string::npos);
  state(b, t).exposedReads = {b.here()};
  CHECK(hasReason(analyse(b.model), "dependence.scalar"));
}

TEST_CASE("a conditional last value whose assignment has no mark is refused, with the place of the assignment") {
  Builder b = oneLoop();
  const int t = b.scalar("t");
  state(b, t).writes = {b.here()};
  state(b, t).marked = false;
  const Legality verdict = analyse(b.model);
  CHECK_FALSE(verdict.parallel);
  REQUIRE(hasReason(verdict, "scalar.last-conditional"));
  CHECK(verdict.reasons[0].at == state(b, t).writes[0]);
  CHECK_FALSE(verdict.reasons[0].hint.empty());
}

TEST_CASE("a variable that carries a value to the next iteration is refused, naming both lines") {
  Builder b = oneLoop();
  const int t = b.scalar("t");
  state(b, t).exposedReads = {b.here()};
  state(b, t).writes = {b.here()};
  state(b, t).certainWrite = true;
  const Legality verdict = analyse(b.model);
  REQUIRE(hasReason(verdict, "dependence.scalar"));
  CHECK(verdict.reasons[0].at == state(b, t).exposedReads[0]);
  CHECK(verdict.reasons[0].other == state(b, t).writes[0]);
}

TEST_CASE("the author's assertion does not lift a carried variable") {
  Builder b = oneLoop();
  b.model.asserted = true;
  const int t = b.scalar("t");
  state(b, t).exposedReads = {b.here()};
  state(b, t).writes = {b.here()};
  CHECK(hasReason(analyse(b.model), "dependence.scalar"));
}

TEST_CASE("sums, products, minima and maxima of floating-point numbers are reductions") {
  for (const UpdateOperator op :
       {UpdateOperator::Add, UpdateOperator::Multiply, UpdateOperator::Min, UpdateOperator::Max}) {
    Builder b = oneLoop();
    const int sum = b.scalar("sum");
    b.updateScalar(sum, op);
    const Legality verdict = analyse(b.model);
    REQUIRE(verdict.parallel);
    REQUIRE(verdict.reductions.size() == 1);
    CHECK(verdict.reductions[0].scalar == sum);
    CHECK(verdict.reductions[0].op == op);
    CHECK(verdict.privates.empty());
  }
}

TEST_CASE("bitwise and logical reductions need integers") {
  for (const UpdateOperator op : {UpdateOperator::BitAnd, UpdateOperator::BitOr, UpdateOperator::BitXor,
                                  UpdateOperator::LogicalAnd, UpdateOperator::LogicalOr})
    for (const bool floating : {false, true}) {
      Builder b = oneLoop();
      b.updateScalar(b.scalar("bits", floating), op);
      CHECK(analyse(b.model).parallel == !floating);
    }
}

TEST_CASE("updates of a class type are refused") {
  Builder b = oneLoop();
  const int sum = b.scalar("sum", false);
  b.updateScalar(sum);
  state(b, sum).arithmetic = false;
  CHECK(hasReason(analyse(b.model), "scalar.operator"));
}

TEST_CASE("several updates by one operator are one reduction, by two operators none") {
  for (const UpdateOperator second : {UpdateOperator::Add, UpdateOperator::Multiply}) {
    Builder b = oneLoop();
    const int sum = b.scalar("sum");
    b.updateScalar(sum);
    b.updateScalar(sum, second);
    const Legality verdict = analyse(b.model);
    CHECK(verdict.parallel == (second == UpdateOperator::Add));
    CHECK(verdict.reductions.size() == (verdict.parallel ? 1 : 0));
    CHECK(hasReason(verdict, "scalar.operator") == !verdict.parallel);
  }
}

TEST_CASE("a minimum that differs in ties or in NaN is another operator") {
  Builder ties = oneLoop();
  const int low = ties.scalar("low");
  ties.updateScalar(low, UpdateOperator::Min);
  ties.updateScalar(low, UpdateOperator::Min).ties = true;
  CHECK_FALSE(analyse(ties.model).parallel);
  Builder nan = oneLoop();
  const int high = nan.scalar("high");
  nan.updateScalar(high, UpdateOperator::Max).ignoresNan = true;
  const Legality verdict = analyse(nan.model);
  REQUIRE(verdict.parallel);
  CHECK(verdict.reductions[0].ignoresNan);
  nan.updateScalar(high, UpdateOperator::Max);
  CHECK_FALSE(analyse(nan.model).parallel);
}

TEST_CASE("an extremum that a NaN replaces is another operator, and may have a location") {
  Builder b = oneLoop();
  const int high = b.scalar("high"), at = b.scalar("at", false);
  b.updateScalar(high, UpdateOperator::Max).takesNan = true;
  const Legality verdict = analyse(b.model);
  REQUIRE(verdict.parallel);
  CHECK(verdict.reductions[0].takesNan);
  Builder located = b;
  located.model.updates[0].locations = {at};
  CHECK(analyse(located.model).parallel);
  b.updateScalar(high, UpdateOperator::Max);
  CHECK_FALSE(analyse(b.model).parallel);
}

TEST_CASE("a running total that the body reads is carried") {
  Builder b = oneLoop();
  const int sum = b.scalar("sum");
  b.updateScalar(sum);
  state(b, sum).exposedReads = {b.here()};
  CHECK(hasReason(analyse(b.model), "dependence.scalar"));
}

TEST_CASE("a total that is also assigned is refused") {
  Builder b = oneLoop();
  const int sum = b.scalar("sum");
  b.updateScalar(sum);
  state(b, sum).writes = {b.here()};
  CHECK(hasReason(analyse(b.model), "dependence.scalar"));
}

TEST_CASE("a location belongs to its extremum") {
  Builder b = oneLoop();
  const int best = b.scalar("best"), at = b.scalar("at", false);
  Update& update = b.updateScalar(best, UpdateOperator::Min);
  update.locations = {at};
  update.ties = true;
  const Legality verdict = analyse(b.model);
  REQUIRE(verdict.parallel);
  REQUIRE(verdict.reductions.size() == 1);
  CHECK(verdict.reductions[0].locations == std::vector<int>{at});
  CHECK(verdict.reductions[0].ties);
}

TEST_CASE("a location that is read or written elsewhere is carried") {
  for (const bool read : {true, false}) {
    Builder b = oneLoop();
    const int best = b.scalar("best"), at = b.scalar("at", false);
    b.updateScalar(best, UpdateOperator::Max).locations = {at};
    (read ? state(b, at).exposedReads : state(b, at).writes) = {b.here()};
    CHECK(hasReason(analyse(b.model), "dependence.scalar"));
  }
}

TEST_CASE("two extrema cannot share a location") {
  Builder b = oneLoop();
  const int low = b.scalar("low"), high = b.scalar("high"), at = b.scalar("at", false);
  b.updateScalar(low, UpdateOperator::Min).locations = {at};
  b.updateScalar(high, UpdateOperator::Max).locations = {at};
  CHECK_FALSE(analyse(b.model).parallel);
}

TEST_CASE("an extremum that moves its location only sometimes is refused") {
  Builder b = oneLoop();
  const int best = b.scalar("best"), at = b.scalar("at", false);
  b.updateScalar(best, UpdateOperator::Min).locations = {at};
  b.updateScalar(best, UpdateOperator::Min);
  CHECK_FALSE(analyse(b.model).parallel);
}

TEST_CASE("a sum has no location") {
  Builder b = oneLoop();
  const int sum = b.scalar("sum"), at = b.scalar("at", false);
  b.updateScalar(sum).locations = {at};
  CHECK(hasReason(analyse(b.model), "scalar.operator"));
}

TEST_CASE("a declared operation combines a variable of any type, unless another one does as well") {
  Builder b = oneLoop();
  const int s = b.scalar("s");
  state(b, s).arithmetic = false;
  Update update;
  update.op = UpdateOperator::Declared;
  update.exact = true;
  update.scalar = s;
  update.declared = DeclaredOperation{"join", "S{}", "%l = join(%l, %r);"};
  b.model.updates = {update, update};
  state(b, s).updates = {0, 1};
  const Legality verdict = analyse(b.model);
  REQUIRE(verdict.parallel);
  REQUIRE(verdict.reductions.size() == 1);
  CHECK(verdict.reductions[0].declared == update.declared);
  b.model.updates[1].declared->combine = "%l = other(%l, %r);";
  CHECK(hasReason(analyse(b.model), "scalar.operator"));
  b.model.updates[1] = update;
  state(b, s).exposedReads = {b.here()};
  CHECK(hasReason(analyse(b.model), "dependence.scalar"));
}

// Arrays that iterations combine into: where copies of them give the loop's result.
#include "../Analysis/Builder.h"

#include "Plan/Combined.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// `for (i < n) a[key[i]] OP= ...`
struct Candidate {
  Builder b;
  Legality legality;
  ArrayId array;

  explicit Candidate(UpdateOperator op = UpdateOperator::Add, bool floating = true, int bits = 64) {
    b.loop("i", b.parameter("n"));
    array = b.array("a", bits == 1 ? 1 : bits / 8);
    ArrayObject& object = b.model.arrays[0];
    object.arithmetic = true;
    object.floating = floating;
    object.bits = bits;
    b.model.updates[static_cast<std::size_t>(b.update(array, b.opaque("key[i]"), op, !floating))].named = true;
    Capture capture;
    capture.kind = Capture::Pointer;
    capture.array = array;
    b.model.kernel.captures = {capture};
    Reduction reduction;
    reduction.array = array;
    reduction.op = op;
    reduction.ofArray = true;
    legality.reductions = {reduction};
  }
  bool refused() const { return combinedProblem(b.model, legality).has_value(); }
};

bool refused(UpdateOperator op, bool floating, int bits) { return Candidate(op, floating, bits).refused(); }

}  // namespace

TEST_CASE("copies combine by each operator on the types that it means something for") {
  CHECK_FALSE(refused(UpdateOperator::Add, true, 64));
  CHECK_FALSE(refused(UpdateOperator::Max, true, 32));
  CHECK(refused(UpdateOperator::BitOr, true, 64));
  CHECK(refused(UpdateOperator::Add, true, 128));
  CHECK_FALSE(refused(UpdateOperator::Add, false, 8));
  CHECK_FALSE(refused(UpdateOperator::Multiply, false, 32));
  // 65535 * 65535 is no int.
  CHECK(refused(UpdateOperator::Multiply, false, 16));
  CHECK_FALSE(refused(UpdateOperator::LogicalOr, false, 1));
  CHECK_FALSE(refused(UpdateOperator::BitAnd, false, 1));
  CHECK(refused(UpdateOperator::Add, false, 1));
  CHECK(refused(UpdateOperator::Max, false, 1));
}

TEST_CASE("elements that are no numbers are not copied") {
  Candidate c;
  c.b.model.arrays[0].arithmetic = false;
  CHECK(c.refused());
}

TEST_CASE("elements combined by two operators are not copied") {
  Candidate c;
  c.legality.reductions.push_back(c.legality.reductions[0]);
  CHECK_FALSE(c.refused());
  c.legality.reductions[1].op = UpdateOperator::Max;
  CHECK(c.refused());
}

TEST_CASE("an extremum of elements that a NaN replaces is not copied, which would have to tell whether there was one") {
  Candidate c(UpdateOperator::Max);
  c.legality.reductions[0].takesNan = true;
  CHECK(c.refused());
}

TEST_CASE("sums of integers through a reference cannot be unsigned, sums of floating-point numbers need not be") {
  for (const bool floating : {false, true}) {
    Candidate c(UpdateOperator::Add, floating, 32);
    CHECK(elementsAs(c.b.model, c.legality.reductions[0], false) == (floating ? "" : "Wrapping"));
    CHECK(elementsAs(c.b.model, c.legality.reductions[0], true) == "Wrapping");
    c.b.model.updates[0].named = false;
    CHECK(c.refused() == !floating);
  }
}

TEST_CASE("threads count together where each change of an integer is one operation of the text") {
  for (const UpdateOperator op : {UpdateOperator::Add, UpdateOperator::BitAnd, UpdateOperator::BitOr,
                                  UpdateOperator::BitXor, UpdateOperator::Max, UpdateOperator::Multiply})
    for (const int bits : {16, 32, 64}) {
      Candidate c(op, false, bits);
      c.b.model.updates[0].single = true;
      const bool isOne = op != UpdateOperator::Max && op != UpdateOperator::Multiply;
      CHECK((elementsAs(c.b.model, c.legality.reductions[0], false) == "Counting") == (isOne && bits != 16));
      c.b.model.updates[0].single = false;
      CHECK(elementsAs(c.b.model, c.legality.reductions[0], false) != "Counting");
    }
  Candidate floats(UpdateOperator::Add, true, 64);
  floats.b.model.updates[0].single = true;
  CHECK(elementsAs(floats.b.model, floats.legality.reductions[0], false).empty());
}

TEST_CASE("an array with two names in the kernel is not copied") {
  Candidate c;
  c.b.model.kernel.captures.push_back(c.b.model.kernel.captures[0]);
  CHECK(c.refused());
  c.b.model.kernel.captures.clear();
  CHECK(c.refused());
}

TEST_CASE("more arrays than a layout has place for are not copied") {
  Candidate c;
  for (int extra = 0; extra < 8; ++extra) {
    c.b.model.arrays.push_back(c.b.model.arrays[0]);
    c.b.model.kernel.captures.push_back(c.b.model.kernel.captures[0]);
    c.legality.reductions.push_back(c.legality.reductions[0]);
    c.b.model.kernel.captures.back().array = c.legality.reductions.back().array = ArrayId{extra + 1};
    CHECK(c.refused() == (extra == 7));
  }
  CHECK(combinedArrays(c.legality).size() == 9);
}

TEST_CASE("copies are not made of arrays that are read, set or combined in another way beside") {
  Candidate reads;
  reads.b.read(reads.array, 0);
  CHECK(reads.refused());
  Candidate writes;
  writes.b.write(writes.array, 0);
  CHECK(writes.refused());
  // The other update conflicts with nothing, so the legality does not name it.
  Candidate multiplies;
  multiplies.b.model
      .updates[static_cast<std::size_t>(multiplies.b.update(multiplies.array, 0, UpdateOperator::Multiply))]
      .named = true;
  CHECK(multiplies.refused());
  Candidate adds;
  adds.b.model.updates[static_cast<std::size_t>(adds.b.update(adds.array, 0))].named = true;
  CHECK_FALSE(adds.refused());
}

// The order of the questions, and what their answers have in common.
#include "Builder.h"

#include "clustrix/Remarks.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

TEST_CASE("a loop marked serial stays serial, and nothing else is said") {
  Builder b;
  b.loop("i", b.parameter("n"));
  b.model.forcedSerial = true;
  b.model.effects.push_back({"effect.call", "a call", "", b.here()});
  const Legality verdict = analyse(b.model);
  CHECK_FALSE(verdict.parallel);
  REQUIRE(verdict.reasons.size() == 1);
  CHECK(verdict.reasons[0].code == "serial.requested");
}

TEST_CASE("every effect becomes a reason, also under an assertion") {
  for (const bool asserted : {false, true}) {
    Builder b;
    b.loop("i", b.parameter("n"));
    b.model.asserted = asserted;
    b.model.effects.push_back({"effect.call", "`f` is not visible", "include its definition", b.here(), {{3, 4, "x"}}});
    b.model.effects.push_back({"effect.io", "prints", "", b.here()});
    const Legality verdict = analyse(b.model);
    REQUIRE(verdict.reasons.size() == 2);
    CHECK(verdict.reasons[0].hint == "include its definition");
    CHECK(verdict.reasons[0].edits.size() == 1);
    CHECK(verdict.reasons[1].code == "effect.io");
  }
}

TEST_CASE("a loop that cannot be counted is serial") {
  Builder b;
  b.loop("i", b.parameter("n"));
  b.model.loops[0].trip.reset();
  CHECK(hasReason(analyse(b.model), "loop.uncounted"));
  Builder none;
  CHECK(hasReason(analyse(none.model), "loop.uncounted"));
}

TEST_CASE("a serial verdict has reasons that are registered, and no guards") {
  Builder b;
  const Value n = b.parameter("n"), ld = b.parameter("ld"), x = b.opaque("x"), i = b.loop("i", n), j = b.loop("j", n);
  b.write(b.array("a"), i * ld + j);
  b.write(b.array("b"), x);
  const ArrayId c = b.array("c");
  b.write(c, i);
  b.read(c, i + 1);
  const int t = b.scalar("t");
  b.model.scalars[t].writes = {b.here()};
  b.model.scalars[t].marked = false;
  const Legality verdict = analyse(b.model);
  CHECK_FALSE(verdict.parallel);
  CHECK(verdict.guards.empty());
  CHECK(verdict.reductions.empty());
  CHECK(verdict.privates.empty());
  CHECK(verdict.reasons.size() >= 3);
  for (const Reason& reason : verdict.reasons) {
    CHECK(findRemark(reason.code) != nullptr);
    CHECK_FALSE(reason.message.empty());
    CHECK(reason.at.line > 0);
  }
}

TEST_CASE("the verdict is printed in a fixed form") {
  Builder b;
  const Value n = b.parameter("n"), ld = b.parameter("ld"), m = b.parameter("m");
  const Value i = b.loop("i", n), j = b.loop("j", m);
  b.write(b.array("a"), i * ld + j);
  b.updateScalar(b.scalar("sum"));
  CHECK(print(analyse(b.model), b.model) ==
        "legality f 1:1 parallel\n"
        "guard require ld - m >= 0 -- subscripts of `a` stay within their dimension\n"
        "reduction sum +\n"
        "evidence write { [i, j] -> a[i, j] : i >= 0 and n - i - 1 >= 0 and j >= 0 and m - j - 1 >= 0 }\n");
}

TEST_CASE("a printed reason names its place, the other place and the hint") {
  Builder b;
  const Value i = b.loop("i", b.parameter("n"));
  const ArrayId a = b.array("a");
  b.read(a, i + 1);
  b.write(a, i);
  const std::string text = print(analyse(b.model), b.model);
  CHECK(text.find("reason dependence.anti at 3:5 and 2:5: `a[i]` is written in one iteration after `a[i + 1]` on line "
                  "2 was read in the one before it\nhint write the new values") != std::string::npos);
}

TEST_CASE("the same model has the same verdict") {
  Builder b;
  const Value n = b.parameter("n"), k = b.parameter("k"), i = b.loop("i", n);
  const ArrayId a = b.array("a"), c = b.array("c");
  b.write(a, i);
  b.read(a, i + k);
  b.read(c, i - k);
  CHECK(print(analyse(b.model), b.model) == print(analyse(b.model), b.model));
}

TEST_CASE("the registry of remarks finds what it has and nothing else") {
  CHECK(findRemark("dependence.flow")->id == "dependence.flow");
  CHECK(findRemark("dependence") == nullptr);
  CHECK(findRemark("zzz") == nullptr);
  CHECK(findRemark("") == nullptr);
}

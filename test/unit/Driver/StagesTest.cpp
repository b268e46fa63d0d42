#include "Driver/Stages.h"

#include "FakeSource.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

const std::string head = "for (int i = 0; i < n; ++i)";

/// Two functions: of the first a loop with a loop inside, of the second a serial one.
SourceUnit twoFunctions() {
  SourceUnit unit = scaleUnit("s.cpp");
  unit.functions.push_back(unit.functions[0]);
  LoopSite inner = unit.functions[0].loops[0];
  inner.parent = 0;
  inner.depth = 1;
  inner.at = {"s.cpp", 4, 5};
  unit.functions[0].loops.push_back(inner);
  unit.functions[1].name = "other";
  unit.functions[1].at = {"s.cpp", 9, 6};
  unit.functions[1].loops[0].model.effects.push_back({"effect.io", "output", "", {"s.cpp", 4, 5}, {}});
  return unit;
}

}  // namespace

TEST_CASE("models stand below their function and their loop, each further instantiation with its number") {
  Compiled compiled;
  compiled.unit = twoFunctions();
  LoopSite& inner = compiled.unit.functions[0].loops[1];
  inner.otherInstantiations = {inner.model, inner.model};
  inner.otherInstantiations[1].effects.push_back({"effect.call", "a call", "", {"s.cpp", 4, 5}, {}});
  const std::string plain = print(inner.model), changed = print(inner.otherInstantiations[1]),
                    serial = print(compiled.unit.functions[1].loops[0].model);
  REQUIRE(plain != changed);
  CHECK(printStage(Stage::Model, compiled) ==
        "function s.cpp:2:6: scale\n"
        "loop s.cpp:3:3: " +
            head + "\n" + plain + "loop s.cpp:4:5, in loop 0: " + head + "\n" + plain + "instantiation 2\n" + plain +
            "instantiation 3\n" + changed +
            "function s.cpp:9:6: other\n"
            "loop s.cpp:3:3: " +
            head + "\n" + serial);
}

TEST_CASE("each loop has its own verdict") {
  Compiled compiled;
  compiled.unit = twoFunctions();
  compiled.verdicts = judge(compiled.unit, {}).verdicts;
  compiled.verdicts[0][1] = Legality{};  // the inner one, for a difference to the outer
  const auto& functions = compiled.unit.functions;
  const std::string outer = print(compiled.verdicts[0][0], functions[0].loops[0].model),
                    inner = print(compiled.verdicts[0][1], functions[0].loops[1].model),
                    other = print(compiled.verdicts[1][0], functions[1].loops[0].model);
  REQUIRE((outer != inner && inner != other));
  CHECK(printStage(Stage::Legality, compiled) ==
        "function s.cpp:2:6: scale\n"
        "loop s.cpp:3:3: " +
            head + "\n" + outer + "loop s.cpp:4:5, in loop 0: " + head + "\n" + inner +
            "function s.cpp:9:6: other\n"
            "loop s.cpp:3:3: " +
            head + "\n" + other);
}

TEST_CASE("the plan is printed, and of CUDA what the file becomes, byte for byte") {
  Compiled compiled = compile(scaleUnit("s.cpp"), {});
  compiled.rewritten = "no end of\r\na line";
  const std::string planned = printStage(Stage::Plan, compiled);
  CHECK(planned.rfind("function scale at s.cpp:2:6\n", 0) == 0);
  CHECK(planned.back() == '\n');
  CHECK(printStage(Stage::Cuda, compiled) == "no end of\r\na line");
}

TEST_CASE("functions are listed with their places, in their order") {
  CHECK(printFunctions(twoFunctions()) == "s.cpp:2:6: scale\ns.cpp:9:6: other\n");
  CHECK(printFunctions({}).empty());
}

TEST_CASE("a line break in a file's name begins no line") {
  SourceUnit unit = scaleUnit("a\nb.cpp");
  CHECK(printFunctions(unit) == "a\\nb.cpp:2:6: scale\n");
  Compiled compiled;
  compiled.unit = unit;
  CHECK(printStage(Stage::Model, compiled).rfind("function a\\nb.cpp:2:6: scale\nloop a\\nb.cpp:3:3: ", 0) == 0);
}

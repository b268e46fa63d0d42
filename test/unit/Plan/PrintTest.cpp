#include "Sites.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

TEST_CASE("the plan prints its loops in the order of the source") {
  Function f;
  f.unit.functions[0].options.gpus = 2;
  f.loop(simpleLoop(), false, 10, 90);
  f.loop(simpleLoop(), true, 20, 80, 0);
  f.verdict(1).guards = {ParameterGuard{{{{Polynomial::symbol(SymbolId{0}), false}}}, ""}};
  CHECK(print(plan(f.unit, f.verdicts, {}), f.unit) ==
        "function f at f.cpp:1:6\n"
        "  complexity: level 1, score 2, threshold 4\n"
        "  options: gpus = 2\n"
        "  loop f.cpp:10:3: for (int i = 0; i < n; ++i)\n"
        "    host, serial\n"
        "    because f.cpp:10:3: read again [dependence.flow]\n"
        "  loop f.cpp:20:3: for (int i = 0; i < n; ++i)\n"
        "    devices\n"
        "    iterations: n\n"
        "    guard: n >= 0\n"
        "    writes a [lo..hi - 1]\n");
}

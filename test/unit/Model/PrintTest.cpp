// A model prints every fact on a line of its own, unambiguously and always the same.
#include "clustrix/LoopModel.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

/// for (int i = 0; i < n; ++i) a[i] += b[i];
LoopModel axpy() {
  const Polynomial n = Polynomial::symbol(SymbolId{0}), i = Polynomial::symbol(SymbolId{1});
  LoopModel model;
  model.function = "axpy";
  model.at = {"axpy.cpp", 3, 3};
  model.symbols = {{SymbolKind::Parameter, "n", "n", -2147483648LL, 2147483647},
                   {SymbolKind::Counter, "i", "", 0, 2147483646}};
  NestedLoop loop;
  loop.counter = SymbolId{1};
  loop.variable = "i";
  loop.at = model.at;
  loop.value = i;
  loop.constraints = {subtract(subtract(n, Polynomial(1)).value(), i).value()};
  loop.trip = TripCount{n, 1};
  loop.certain = true;
  model.loops = {loop};
  model.arrays = {{"a", "a", "double", 8, false, {}, ""}, {"b", "b.data()", "double", 8, true, "b.size()", "b"}};
  Access write;
  write.kind = AccessKind::Write;
  write.array = ArrayId{0};
  write.index = i;
  write.byteEnd = 8;
  write.loops = {0};
  write.certain = true;
  write.at = {"axpy.cpp", 4, 5};
  Access read = write;
  read.kind = AccessKind::Read;
  read.array = ArrayId{1};
  read.index.reset();
  read.conditions = {i};
  model.accesses = {write, read};
  model.kernel.body = {{BodyPiece::Text, "a \"quoted\"\n", -1}, {BodyPiece::Captured, "", 2}};
  return model;
}

}  // namespace

TEST_CASE("a model is printed line by line") {
  CHECK(print(axpy()) ==
        "loop axpy 3:3\n"
        "symbol n parameter [-2147483648, 2147483647] = \"n\"\n"
        "symbol i counter [0, 2147483646]\n"
        "nest 0 parent -1 counter i at 3:3 variable i value i certain\n"
        "trip 0 ceil((n) / (1))\n"
        "constraint 0 n - i - 1 >= 0\n"
        "array a of double 8 bytes base \"a\"\n"
        "array b of double 8 bytes base \"b.data()\" const extent \"b.size()\" identity b\n"
        "write a[i] bytes [0, 8) loops {0} certain at 4:5\n"
        "read b[any] bytes [0, 8) loops {0} certain at 4:5 if i >= 0\n"
        "branches 0 calls 0\n"
        "body text \"a \\\"quoted\\\"\\n\"\n"
        "body captured 2\n");
}

TEST_CASE("symbols of one name are told apart") {
  LoopModel model = axpy();
  model.symbols[0].name = "i";
  const std::string text = print(model);
  CHECK(text.find("constraint 0 i#0 - i#1 - 1 >= 0\n") != std::string::npos);
}

TEST_CASE("bounds of 128 bits are printed in full") {
  LoopModel model = axpy();
  model.symbols[0].max = static_cast<Int128>(UINT64_MAX);
  model.symbols[0].min = -static_cast<Int128>(UINT64_MAX);
  CHECK(print(model).find("[-18446744073709551615, 18446744073709551615]") != std::string::npos);
}

TEST_CASE("scalars, updates, effects and conditions are printed") {
  LoopModel model = axpy();
  ScalarState best;
  best.name = best.expression = "best";
  best.type = "int";
  best.bits = 32;
  best.arithmetic = best.isSigned = best.inMemory = true;
  best.updates = {0};
  best.exposedReads = {{"axpy.cpp", 6, 7}};
  model.scalars = {best};
  Update update;
  update.op = UpdateOperator::Min;
  update.ties = update.exact = true;
  update.scalar = 0;
  update.locations = {0};
  update.at = {"axpy.cpp", 5, 1};
  model.updates = {update};
  model.effects = {{"effect.call", "`f` is called", "show `f`", {"axpy.cpp", 7, 2}}};
  const Polynomial i = Polynomial::symbol(SymbolId{1});
  model.obligations = {{i, 0, 255, {0}, {i}, {"axpy.cpp", 8, 1}}};
  model.requirements = {{Requirement::Divisible, i, 2, {"axpy.cpp", 3, 3}}};
  const std::string text = print(model);
  for (const char* line :
       {"update 0 best min ties exact with best at 5:1\n",
        "scalar best \"best\" int 32 bits arithmetic signed live memory\n", "exposed-read best at 6:7\n",
        "scalar-update best 0\n", "effect effect.call \"`f` is called\" at 7:2 hint \"show `f`\"\n",
        "obligation 0 <= i <= 255 loops {0} at 8:1 if i >= 0\n", "requirement i divisible by 2 at 3:3\n"})
    CHECK(text.find(line) != std::string::npos);
}

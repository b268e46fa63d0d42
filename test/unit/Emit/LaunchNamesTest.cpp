#include "Launched.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

bool takes(const std::string& text, const std::string& name) { return !macroNames(text).isFree(name); }

}  // namespace

TEST_CASE("a macro's name, parameters and text are taken, the lines around it are not") {
  const std::string text = "int before;\n#define ADD(x) x += total\nint after;\n";
  for (const char* name : {"ADD", "x", "total"}) CHECK(takes(text, name));
  for (const char* name : {"before", "after"}) CHECK_FALSE(takes(text, name));
}

TEST_CASE("a macro is found however its directive is spelled, and whichever line it is on") {
  CHECK(takes(" # \tdefine A b\n", "b"));
  CHECK(takes("%:define A b\n", "b"));
  CHECK(takes("%: define A b\n", "b"));
  CHECK(takes("#if X\n#define A b\n#define C d", "b"));
  CHECK(takes("#if X\n#define A b\n#define C d", "d"));
}

TEST_CASE("a macro goes on for as long as its lines are continued") {
  for (const std::string end : {"\\\n", "\\\r\n"}) {
    const std::string text = "#define A b " + end + " c " + end + " d\ne\n";
    CHECK(takes(text, "c"));
    CHECK(takes(text, "d"));
    CHECK_FALSE(takes(text, "e"));
  }
}

TEST_CASE("other directives and remainders define no macro") {
  CHECK_FALSE(takes("#undef A\n", "A"));
  CHECK_FALSE(takes("#if A\n", "A"));
  CHECK_FALSE(takes("x = y % define;\n", "define"));
  CHECK_FALSE(takes("x = y %define;\n", "define"));
  CHECK_FALSE(takes("A #", "A"));
}

TEST_CASE("what the launch may evaluate is all C++ that the model and its guards hold") {
  Loop loop(oneLoop);
  loop.b.parameter("n");
  loop.b.array("a");
  loop.b.model.arrays.back().base = "v.data()";
  loop.b.model.arrays.back().extent = "v.size()";
  loop.capture(Capture::Value, "w", "double").expression = "this->w";
  loop.b.model.scalars.resize(1);
  loop.b.model.scalars[0].expression = "sum";
  loop.b.model.memoryScalars = {{"m", "*m", {}}};
  loop.b.model.appends = {{"out", "this->out", {0}, {}, {}, false, {}, -1}};
  loop.b.model.kernel.finalVariable = "last";
  loop.legality.guards = {ScalarDisjointGuard{{0}, "g1"}, ScalarsDisjointGuard{"g2", "g3"},
                          AllDisjointGuard{{}, {}, {"g4", "g5"}, {"g6"}}, DivisibleGuard{}};
  std::vector<std::string> found = expressionsOf(Launched(loop).source);
  std::sort(found.begin(), found.end());
  CHECK(found == std::vector<std::string>{"*m", "g1", "g2 g3", "g4", "g5", "g6", "last", "n", "sum", "this->out",
                                          "this->w", "v.data()", "v.size()"});
}

TEST_CASE("a name of the block gives way to the loop's text, not to the text around it") {
  Loop loop("void f(int launch) {\n  «for (;;) work(site, chunk_);»\n  kernel();\n}\n");
  const Launched launched(loop);
  const LaunchNames names(launched.source);
  CHECK(names.site == "site_");
  CHECK(names.chunk == "chunk");
  CHECK(names.launch == "launch");
  CHECK(names.kernel == "kernel");
}

TEST_CASE("a name of the block gives way to macros, expressions, template parameters and the residency") {
  Loop loop("#define M at\nvoid f() {\n  «for (;;) work();»\n}\n");
  loop.capture(Capture::Value, "w", "double").expression = "total.w";
  loop.function.templateParameters = "class Kernel";
  loop.function.templateArguments = "touched";
  Launched launched(loop);
  launched.source.residency = "place";
  const LaunchNames names(launched.source);
  CHECK(names.at == "at_");
  CHECK(names.total == "total_");
  CHECK(names.kernelType == "Kernel_");
  CHECK(names.touched == "touched_");
  CHECK(names.place == "place_");
  CHECK(names.loop == "loop");
}

TEST_CASE("a name of the block gives way to the expressions of the launches that may take its place") {
  Loop outer(oneLoop), inner(oneLoop);
  inner.b.parameter("first");
  const Launched around(outer), within(inner);
  const std::vector<LaunchLevel> inside{{within.source, {}, ""}};
  CHECK(LaunchNames(around.source, inside).first == "first_");
  CHECK(LaunchNames(around.source).first == "first");
}

TEST_CASE("whether something ran has a name where an iteration is needed, and only there") {
  for (const bool needed : {false, true}) {
    Loop loop(oneLoop);
    loop.b.model.kernel.needsIteration = needed;
    const Launched launched(loop);
    const LaunchNames names(launched.source);
    CHECK(names.launched == (needed ? "launched" : ""));
    CHECK(names.ran == (needed ? "ran" : ""));
    CHECK(names.taken().isFree("ran") == !needed);
  }
}

TEST_CASE("arrays and parameters are named when they are asked for, once") {
  Loop loop(oneLoop);
  const ArrayId first = loop.b.array("this->value"), second = loop.b.array("value");
  loop.b.parameter("value");
  loop.b.parameter("n");
  const Launched launched(loop);
  LaunchNames names(launched.source);
  CHECK(names.usedArrays().empty());
  CHECK(names.usedParameters().empty());
  CHECK(names.array(second) == "value_");
  CHECK(names.array(first) == "value_2");
  CHECK(names.array(second) == "value_");
  CHECK(names.parameters()(SymbolId{0}) == "value_3");
  CHECK(names.parameter(SymbolId{0}) == "value_3");
  CHECK(names.usedArrays() == std::map<ArrayId, std::string>{{first, "value_2"}, {second, "value_"}});
  CHECK(names.usedParameters() == std::map<SymbolId, std::string>{{SymbolId{0}, "value_3"}});
}

TEST_CASE("a parameter whose name is a long expression is a value") {
  Loop loop(oneLoop);
  const std::string longest(24, 'n');
  loop.b.parameter(longest);
  loop.b.parameter(longest + "n");
  const Launched launched(loop);
  LaunchNames names(launched.source);
  CHECK(names.parameter(SymbolId{0}) == longest + "_");
  CHECK(names.parameter(SymbolId{1}) == "value_");
}

TEST_CASE("counters and rooms are those of their loop and their append") {
  Loop loop("void f() {\n  «for (;;) work(k1);»\n}\n");
  loop.b.loop("i", 4);
  loop.b.loop("j", 4);
  for (const char* name : {"out", "this->in_"})
    loop.b.model.appends.push_back({name, name, {0}, {}, {}, false, {}, -1});
  const Launched launched(loop);
  const LaunchNames names(launched.source);
  CHECK(names.counter(0) == "k0");
  CHECK(names.counter(1) == "k1_");
  CHECK(names.room(0) == "out_room");
  CHECK(names.room(1) == "in_room");
}

TEST_CASE("another name is taken from then on") {
  Loop loop(oneLoop);
  const Launched launched(loop);
  LaunchNames names(launched.source);
  CHECK(names.taken().isFree("bound"));
  CHECK(names.another("bound") == "bound");
  CHECK_FALSE(names.taken().isFree("bound"));
  CHECK(names.another("chunk") == "chunk_");
}

TEST_CASE("a block that stands in another one has its own kernel, and names that the other one leaves") {
  Loop loop(oneLoop);
  loop.b.parameter("n");
  const Launched launched(loop);
  LaunchNames around(launched.source);
  around.parameter(SymbolId{0});
  const std::vector<LaunchLevel> levels{{launched.source, launched.shape(), "kernels::f_2"}};
  const std::vector<LaunchLevel> inside = inBlock(levels, around.taken(), "kept");
  REQUIRE(inside.size() == 1);
  CHECK(inside[0].kernel == "kernels::f_2");
  CHECK(inside[0].shape.name == "f_2");
  CHECK(&inside[0].source.site == &loop.site);
  CHECK(inside[0].source.residency == "kept");
  LaunchNames names(inside[0].source);
  CHECK(names.launch == "launch_");
  CHECK(names.loop == "loop_");
  CHECK(names.at == "at_");
  CHECK(names.parameter(SymbolId{0}) == "n_2");
}

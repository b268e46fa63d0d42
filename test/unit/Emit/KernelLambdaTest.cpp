#include "Launched.h"

#include "Emit/KernelLambda.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

std::string lambdaOf(Loop& loop, const std::string& type = "f_2", const std::string& margin = "") {
  const Launched launched(loop);
  LaunchNames names(launched.source);
  return kernelLambda(launched.source, launched.shape(), names, type, margin);
}

/// What the kernel's members are made of.
std::string valuesOf(Loop& loop, const std::string& type = "f_2") {
  const std::string text = lambdaOf(loop, type), open = "return " + type + "{";
  const std::size_t begin = text.find(open);
  REQUIRE(begin != std::string::npos);
  return text.substr(begin + open.size(), text.find("};\n", begin) - begin - open.size());
}

/// Iterations add to the array's elements, which are integers.
void combine(Loop& loop, ArrayId id, UpdateOperator op = UpdateOperator::Add) {
  ArrayObject& array = loop.b.model.arrays[static_cast<std::size_t>(id.value)];
  array.element = "int";
  array.bits = 32;
  Reduction reduction;
  reduction.array = id;
  reduction.op = op;
  loop.legality.reductions.push_back(reduction);
}

void makeTemplate(Loop& loop) {
  loop.function.templateParameters = "class T";
  loop.function.templateArguments = "T";
}

}  // namespace

TEST_CASE("the kernel is made of its members' values, in their order") {
  Loop loop(oneLoop);
  loop.pointer("a", "double *");
  loop.capture(Capture::Value, "w", "double").expression = "this->w";
  loop.vector("v", "double");
  CHECK(lambdaOf(loop, "ns::f_2", "    ") ==
        "    const auto kernel = [&](const clustrix::Memory& at) {\n"
        "      return ns::f_2{at(a_), this->w, at.span(v_, v.size())};\n"
        "    };\n");
}

TEST_CASE("the names of the block give way to the loop's") {
  Loop loop("void f() {\n  «for (;;) kernel(at);»\n}\n");
  loop.pointer("a", "double*");
  loop.vector("v", "double");
  CHECK(lambdaOf(loop) ==
        "const auto kernel_ = [&](const clustrix::Memory& at_) {\n"
        "  return f_2{at_(a_), at_.span(v_, v.size())};\n};\n");
}

TEST_CASE("a kernel without arrays does not ask where they are") {
  Loop loop(oneLoop);
  loop.capture(Capture::Value, "w", "double");
  CHECK(lambdaOf(loop) == "const auto kernel = [&](const clustrix::Memory&) {\n  return f_2{w};\n};\n");
}

TEST_CASE("a kernel with containers alone asks where they are") {
  Loop loop(oneLoop);
  loop.vector("v", "double");
  CHECK(lambdaOf(loop) ==
        "const auto kernel = [&](const clustrix::Memory& at) {\n  return f_2{at.span(v_, v.size())};\n};\n");
}

TEST_CASE("variables and arrays that each iteration has are no member's value") {
  Loop loop(oneLoop);
  loop.scalar("s");
  const ArrayId own = loop.pointer("own", "double*");
  loop.b.model.arrays[own.value].ownType = "double[8]";
  loop.b.model.arrays[own.value].extentValue = Polynomial(8);
  loop.legality.privateArrays = {{own}};
  CHECK(lambdaOf(loop) == "const auto kernel = [&](const clustrix::Memory&) {\n  return f_2{};\n};\n");
}

TEST_CASE("what the host computes for the kernel follows the captures") {
  Loop loop(oneLoop);
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  loop.b.model.loops[0].value = (n - 1 - i).polynomial;
  loop.pointer("a", "double*");
  loop.body("$a[i] = 0;");
  CHECK(valuesOf(loop) == "at(a_), n_ - 1");
}

TEST_CASE("a pointer to the array's elements is what the memory gives, however it is spelled") {
  for (const char* type : {"unsigned long*", "unsigned long *", "const unsigned long *", "unsigned long const *"}) {
    Loop loop(oneLoop);
    loop.pointer("a", type);
    loop.b.model.arrays[0].element = "unsigned long";
    CHECK(valuesOf(loop) == "at(a_)");
  }
}

TEST_CASE("a pointer to something else is put onto the same elements") {
  for (const std::string type : {"double (*)[64]", "double**", "const float*"}) {
    Loop loop(oneLoop);
    loop.pointer("a", type);
    CHECK(valuesOf(loop) == "reinterpret_cast<" + type + ">(at(a_))");
  }
}

TEST_CASE("a number that the launch has computed is not computed again") {
  Loop loop(oneLoop);
  loop.b.parameter("rows");
  loop.b.model.symbols[0].expression = "m[0].size()";
  loop.capture(Capture::Value, "size", "clustrix::Index").expression = "m[0].size()";
  CHECK(valuesOf(loop) == "rows_");
}

TEST_CASE("a number of another type, or one that only looks like the launch's, is computed where it is needed") {
  Loop other(oneLoop);
  other.b.parameter("n");
  other.capture(Capture::Value, "n", "int");
  CHECK(valuesOf(other) == "n");
  Loop changing(oneLoop);
  changing.b.opaque("n");
  changing.b.model.symbols[0].expression = "n";
  changing.capture(Capture::Value, "n", "clustrix::Index");
  CHECK(valuesOf(changing) == "n");
  Loop unknown(oneLoop);
  unknown.b.parameter("n");
  unknown.capture(Capture::Value, "m", "clustrix::Index");
  CHECK(valuesOf(unknown) == "m");
}

TEST_CASE("the kernel sees integers that iterations add to as unsigned ones") {
  Loop loop(oneLoop);
  combine(loop, loop.pointer("a", "int *", 4));
  combine(loop, loop.vector("v", "int"));
  CHECK(valuesOf(loop) ==
        "reinterpret_cast<clustrix::Wrapping<int *>>(at(a_)), "
        "clustrix::Span<clustrix::Wrapping<int>>(reinterpret_cast<clustrix::Wrapping<std::decay_t<decltype(at(v_))>>>"
        "(at(v_)), v.size())");
}

TEST_CASE("the kernel sees integers as they are where iterations only compare them") {
  Loop loop(oneLoop);
  combine(loop, loop.pointer("a", "int *", 4), UpdateOperator::Max);
  combine(loop, loop.vector("v", "int"), UpdateOperator::BitOr);
  CHECK(valuesOf(loop) == "at(a_), at.span(v_, v.size())");
}

TEST_CASE("a span is the memory's where its elements are as constant as the array's") {
  Loop loop(oneLoop);
  loop.vector("v", "const double");
  CHECK(valuesOf(loop) == "at.span(v_, v.size())");
  loop.b.model.arrays[0].constElements = false;
  CHECK(valuesOf(loop) == "clustrix::Span<const double>(at(v_), v.size())");
}

TEST_CASE("a template's kernel says itself what its members are") {
  Loop loop(oneLoop);
  makeTemplate(loop);
  loop.pointer("rows", "double (*)[8]");
  loop.vector("v", "const double");
  loop.b.model.arrays.back().constElements = false;
  combine(loop, loop.vector("sums", "T"));
  CHECK(valuesOf(loop, "Kernel") ==
        "reinterpret_cast<decltype(Kernel::rows)>(at(rows_)), at.span(v_, v.size()), "
        "decltype(Kernel::sums)(reinterpret_cast<clustrix::Wrapping<std::decay_t<decltype(at(sums_))>>>(at(sums_)), "
        "sums.size())");
}

#include "Memory/BitFields.h"

#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel loop(const std::string& body) {
  return modelOf(
      "struct Z { unsigned first : 5; unsigned long second : 40; int third : 6; };  struct D : Z { int k; };\n"
      "[[clustrix::cluster]] void f(double* a, const Z& z, const D& d, int n) {\n  for (int i = 0; i < n; ++i) " +
      body + "\n}\n");
}

const Capture& captured(const LoopModel& model, const std::string& expression) {
  for (const Capture& capture : model.kernel.captures)
    if (capture.expression == expression) return capture;
  FAIL("no capture of " + expression);
  return model.kernel.captures.front();
}

}  // namespace

TEST_CASE("the kernel has a bit-field as one of the same width") {
  const LoopModel model = loop("a[i] = z.first - i + z.second + z.third;");
  CHECK(captured(model, "z.first").type == "unsigned int : 5");
  CHECK(captured(model, "z.second").type == "unsigned long : 40");
  CHECK(captured(model, "z.third").type == "int : 6");
}

TEST_CASE("a bit-field keeps to the values that its width has") {
  const LoopModel model = loop("a[i + z.first + z.third] = 1;");
  const auto bounds = [&](const std::string& expression) {
    for (const Symbol& symbol : model.symbols)
      if (symbol.expression == expression) return std::pair(symbol.min, symbol.max);
    return std::pair(Int128(0), Int128(0));
  };
  CHECK(bounds("z.first") == std::pair(Int128(0), Int128(31)));
  CHECK(bounds("z.third") == std::pair(Int128(-32), Int128(31)));
}

TEST_CASE("guards ask for the bytes around a bit-field, whose address nobody has") {
  const LoopModel model = loop("a[i] = z.second;");
  REQUIRE(model.memoryScalars.size() == 1);
  CHECK(model.memoryScalars[0].expression ==
        "reinterpret_cast<const unsigned char (&)[6]>((&reinterpret_cast<const unsigned char&>(z))[0])");
  const LoopModel ofBase = loop("a[i] = d.first;");
  REQUIRE(ofBase.memoryScalars.size() == 1);
  CHECK(ofBase.memoryScalars[0].expression == "d");
}

TEST_CASE("what compilers disagree about stays on the host") {
  const std::string said = "the loop's body uses a bit-field about whose type compilers disagree";
  const auto problem = [](const std::string& value) {
    const LoopModel model = loop("a[i] = " + value + ";");
    return model.kernel.hostCalls.empty() ? "" : model.kernel.hostCalls[0].message;
  };
  for (const char* value : {"a[i] > 3 ? z.first : i", "a[i] > 3 ? -1 : (z.first)",
                            "(a[i] > 3 ? z.first : z.third) / 2.0", "a[i] > 3 ? (0, z.first) : i"})
    CHECK(problem(value) == said);
  for (const char* value :
       {"a[i] > 3 ? +z.first : i", "a[i] > 3 ? z.first : z.first", "a[i] > 3 ? int(z.first) : i",
        "a[i] > 3 ? z.third : i", "a[i] > 3 ? z.second : i", "z.first > 3 ? 1 : i", "a[i] > 3 ? d.k : i"})
    CHECK(problem(value).empty());
}

TEST_CASE("the value of what compilers disagree about is not known") {
  const auto subscript = [](const std::string& value) { return loop("a[i + (" + value + ")] = 1;"); };
  CHECK(!subscript("n > 3 ? z.first : 0").accesses.at(0).index);
  CHECK(subscript("n > 3 ? int(z.first) : 0").accesses.at(0).index);
}

// [[clustrix::reduction(identity)]]: which functions may carry it (ReductionShapes.cpp), and which loops it speaks of.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

const std::string types = R"(
namespace geo {
struct Box { double low = 1, high = -1;
  [[clustrix::reduction(Box{})]] Box operator+(const Box& o) const { return {low + o.low, high + o.high}; }
  [[clustrix::reduction(Box{})]] void grow(Box o) { low += o.low; }
};
[[clustrix::reduction(Box{2, -2})]] Box join(const Box& a, Box b) { return {a.low + b.low, b.high}; }
[[clustrix::reduction(Box{})]] void into(Box& a, const Box& b) { a.low += b.low; }
Box plain(const Box& a, const Box& b) { return {a.low + b.low, b.high}; }
int calls = 0;
[[clustrix::reduction(Box{})]] Box counted(const Box& a, const Box& b) { ++calls; return b; }
Box of(double x) { return {x, x}; }
}
[[clustrix::reduction(0)]] int gcd_of(int a, int b) { return b == 0 ? a : b; }
)";

LoopModel body(const std::string& statements) {
  return modelOf(types +
                 "[[clustrix::cluster]] double f(const double* a, double* b, int n) {\n  geo::Box x, y; int k = 0;\n"
                 "  for (int i = 0; i < n; ++i) { " +
                 statements + " }\n  return x.low + y.low + k;\n}\n");
}

std::string diagnosticsOf(const std::string& text) {
  const auto result = SourceFile(text).read();
  CHECK_FALSE(result.unit.has_value());
  return result.diagnostics;
}

}  // namespace

TEST_CASE("each way to combine into a variable is one update of it") {
  const std::pair<const char*, const char*> forms[] = {
      {"x = geo::join(x, geo::of(a[i]));", "%l = ::geo::join(%l, %r);"},
      {"x = x + geo::of(a[i]);", "%l = %l + %r;"},
      {"x.grow(geo::of(a[i]));", "%l.grow(%r);"},
      {"into(x, geo::of(a[i]));", "::geo::into(%l, %r);"},
      {"if (a[i] > 0) x = join(x, {a[i], 1});", "%l = ::geo::join(%l, %r);"},
      {"k = gcd_of(k, i);", "%l = ::gcd_of(%l, %r);"}};
  for (const auto& [text, combine] : forms) {
    INFO(text);
    const LoopModel model = body(text);
    CHECK(model.effects.empty());
    REQUIRE(model.updates.size() == 1);
    REQUIRE(model.updates[0].declared.has_value());
    CHECK(model.updates[0].declared->combine == combine);
    REQUIRE(model.scalars.size() == 1);
    CHECK(model.scalars[0].exposedReads.empty());
    CHECK(model.scalars[0].writes.empty());
  }
}

TEST_CASE("the identity is said in full") {
  const LoopModel model = body("x = join(x, geo::of(a[i]));");
  CHECK(model.updates[0].declared->identity == "::geo::Box{2, -2}");
  CHECK(model.updates[0].declared->word == "join");
  CHECK(body("x = x + geo::of(a[i]);").updates[0].declared->word == "+");
}

TEST_CASE("any other look at the variable or a member of it is a read of an earlier iteration's value") {
  for (const char* text : {"x = join(x, geo::of(a[i])); b[i] = x.low;", "x = join(x, geo::of(x.low));",
                           "x = join(x, geo::of(a[i])); y = x;", "x = join(x, geo::of(a[i])); x.low = 1;",
                           "const auto see = [&] { return x.low; }; x = join(x, geo::of(a[i])); b[i] = see();"}) {
    INFO(text);
    const LoopModel model = body(text);
    const bool read = std::any_of(model.scalars.begin(), model.scalars.end(),
                                  [](const ScalarState& state) { return !state.exposedReads.empty(); });
    CHECK((read || !model.effects.empty()));
  }
}

TEST_CASE("a function that is not declared, or does more, makes no reduction") {
  CHECK(body("x = geo::plain(x, geo::of(a[i]));").updates.empty());
  CHECK_FALSE(body("x = geo::counted(x, geo::of(a[i]));").effects.empty());
  CHECK(body("x = join(geo::of(a[i]), x);").updates.empty());
  CHECK(body("x = join(y, geo::of(a[i]));").updates.empty());
  CHECK_FALSE(body("x = join(geo::of(a[i]), x);").scalars.at(0).exposedReads.empty());
}

TEST_CASE("an attribute that says nothing usable is an error where it stands") {
  CHECK(diagnosticsOf("struct S {};\n[[clustrix::reduction]] S f(S a, S b);\n").find(":2:3: error: ") !=
        std::string::npos);
  CHECK(
      diagnosticsOf("struct S {};\n[[clustrix::reduction(S{})]] S f(S a);\n").find("combine two values of one type") !=
      std::string::npos);
  CHECK(diagnosticsOf("struct S {};\n[[clustrix::reduction(S{})]] int f(S a, S b);\n").find(":2:3: error: ") !=
        std::string::npos);
  CHECK(diagnosticsOf("struct S {};\n[[clustrix::reduction(T{})]] S f(S a, S b);\n").find(":2:23: error: 'T'") !=
        std::string::npos);
  CHECK(diagnosticsOf("int z = 0;\n[[clustrix::reduction(z)]] int f(int a, int b);\n").find("is no constant") !=
        std::string::npos);
  CHECK(diagnosticsOf("[[clustrix::reduction(0)]] int x;\n").find("applies to functions only") != std::string::npos);
  CHECK(diagnosticsOf("template <class T> [[clustrix::reduction(T{})]] T f(T a, T b) { return a; }\n")
            .find("no templates") != std::string::npos);
}

#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel loop(const std::string& before, const std::string& statements) {
  return modelOf(R"(
#include <array>
#include <vector>
struct P { int x, y; };
namespace { struct Q { int x; }; }
namespace far { int depth; }
#define SUM (g + n)
#define PART (p.x + __COUNTER__)
int width;
inline int wide() { return width; }
template <class T> T zero = T();
[[clustrix::cluster]] void f(double* a, int n, double (*m)[4], P p, Q q) {
  )" + before + "\n  for (int i = 0; i < n; ++i) { " +
                 statements + " }\n}\n");
}

/// "int x = q.x": type, name and expression of the capture that stands for the expression; "" where none does.
std::string captured(const LoopModel& model, const std::string& expression) {
  CHECK(model.effects.empty());
  for (const Capture& capture : model.kernel.captures)
    if (capture.expression == expression) return capture.type + " " + capture.name;
  return "";
}

}  // namespace

TEST_CASE("the kernel holds what the loop names by a name of its own and in a type that it can say") {
  CHECK(captured(loop("using R = double; R r = 2;", "a[i] = r;"), "r") == "double r");
  CHECK(captured(loop("std::vector<double>::value_type r = 2;", "a[i] = r;"), "r") == "double r");
  CHECK(captured(loop("auto* row = &m[2];", "a[i] = row[i][1];"), "row") == "double (*)[4] row");
  CHECK(captured(loop("struct L { int x; } l{n};", "a[i] = l.x;"), "l.x") == "int l_x");
  CHECK(captured(loop("int _x = n;", "a[i] = _x;"), "_x") == "int x");
  CHECK(captured(loop("int x__y = n;", "a[i] = x__y;"), "x__y") == "int x_y");
}

TEST_CASE("a type that stands where the kernel does not see it is refused, unless the body has it itself") {
  CHECK(hasEffect(loop("struct L { int x; } l[4];", "a[i] = l[i % 4].x;"), "effect.unsupported-type"));
  CHECK(hasEffect(loop("struct { int x; } l[4];", "a[i] = l[i % 4].x;"), "effect.unsupported-type"));
  CHECK(loop("", "struct L { int x; } l{i}; a[i] = l.x;").effects.empty());
  CHECK(loop("Q l[4] = {};", "a[i] = l[i % 4].x;").effects.empty());
}

TEST_CASE("a variable of the file is said from the outermost scope where the function has one of its name") {
  CHECK(captured(loop("", "a[i] = wide();"), "width") == "int width");
  CHECK(captured(loop("int width = n;", "a[i] = wide() + width;"), "::width") == "int width");
  CHECK(captured(loop("", "a[i] = far::depth;"), "far::depth") == "int depth");
  CHECK(captured(loop("", "a[i] = zero<double>;"), "zero<double>") == "double zero");
}

TEST_CASE("what others reach by name lies in memory, and a constant does not") {
  CHECK(loop("", "a[i] = width;").memoryScalars.size() == 1);
  CHECK(loop("int& r = p.x;", "a[i] = r;").memoryScalars.size() == 1);
  CHECK(loop("", "a[i] = n;").memoryScalars.empty());
  CHECK(loop("static const int c = n;", "a[i] = c;").memoryScalars.empty());
}

TEST_CASE("a scalar says what its type can hold") {
  const auto scalar = [](const std::string& type) {
    const LoopModel model = loop(type + " s = 0;", "s = s + 1; a[i] = s;");
    REQUIRE(model.scalars.size() == 1);
    const ScalarState& state = model.scalars[0];
    return state.type + " " + std::to_string(state.bits) + (state.isSigned ? " signed" : "") +
           (state.floating ? " floating" : "") + (state.arithmetic ? " number" : "");
  };
  CHECK(scalar("unsigned short") == "unsigned short 16 number");
  CHECK(scalar("float") == "float 32 floating number");
  CHECK(scalar("long") == "long 64 signed number");
  CHECK(scalar("bool") == "bool 1 number");
}

TEST_CASE("a name in a macro's text stays as it is where the kernel can have it under that name") {
  const LoopModel kept = loop("int g = n;", "a[i] = SUM;");
  CHECK(kept.effects.empty());
  for (const Capture& capture : kept.kernel.captures) CHECK(capture.nameFixed == (capture.name != "a"));
  CHECK(hasEffect(loop("", "a[i] = PART;"), "effect.macro"));
}

TEST_CASE("an object is not copied as a whole where the loop writes elements of it") {
  const std::string own = "std::array<double, 4> s{};", copy = "const auto t = s; a[i] = t[1];";
  CHECK(loop(own, copy).effects.empty());
  CHECK(hasEffect(loop(own, copy + " s[i % 4] = 3;"), "effect.unsupported-type"));
}

#include "Source.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

const std::string weightedText = "void f(double* a, int n, double w) {\n  «for (;;) work();»\n}\n";

/// `a[i] = w` for `i < n`.
Loop filled(const std::string& text = weightedText) {
  Loop loop(text);
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  loop.b.write(loop.pointer("a", "double *"), i);
  loop.capture(Capture::Value, "w", "double");
  loop.body("$a[i] = $w;");
  return loop;
}

/// What the launch's lambda captures, or "" where the launch stands in place.
std::string captures(Loop& loop) {
  const std::string text = loop.emitted(), open = "clustrix::Launch([";
  const std::size_t begin = text.find(open);
  if (begin == std::string::npos) return "";
  return text.substr(begin + open.size(), text.find(']', begin) - begin - open.size());
}

}  // namespace

TEST_CASE("a launch copies the numbers and pointers that it names") {
  Loop loop = filled();
  CHECK(captures(loop) == "&, a = a, w = w, n = n");
}

TEST_CASE("a number whose address is compared is no copy") {
  Loop loop = filled();
  loop.legality.guards = {ScalarDisjointGuard{{0}, "w"}};
  CHECK(captures(loop) == "&, a = a, n = n");
  loop.legality.guards = {ScalarsDisjointGuard{"*sum", "n"}};
  CHECK(captures(loop) == "&, a = a, w = w");
}

TEST_CASE("members, containers, objects and arrays that are named themselves are not copied") {
  Loop loop(weightedText);
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  loop.b.model.symbols[0].expression = "this->n";
  loop.b.write(loop.vector("v", "double"), i);
  loop.b.read(loop.pointer("fixed", "double *"), i);
  loop.b.model.arrays.back().base = "&fixed[0]";
  loop.b.model.kernel.captures.back().isVariable = false;
  loop.capture(Capture::Value, "point", "Vec3");
  loop.body("$v[i] = $point.x + $fixed[i];");
  CHECK(captures(loop) == "&");
}

TEST_CASE("a pointer to rows is copied as it is") {
  Loop loop(weightedText);
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  loop.b.write(loop.pointer("rows", "double (*)[64]"), 64 * i);
  loop.b.model.arrays.back().base = "reinterpret_cast<double*>(rows)";
  loop.body("$rows[i][0] = 0;");
  CHECK(captures(loop) == "&, rows = rows, n = n");
}

TEST_CASE("a constant that a type depends on stays one") {
  Loop loop = filled();
  loop.capture(Capture::Value, "first", "Row<n>");
  loop.body("$a[i] = $w + $first[0];");
  CHECK(captures(loop) == "&, a = a, w = w");
}

TEST_CASE("what a lambda cannot have is launched where the loop stands") {
  Loop binding = filled();
  binding.site.inFront.bindings = {"n"};
  CHECK(captures(binding).empty());
  Loop variable = filled();
  variable.b.model.arrays[0].asksSize = true;
  CHECK(captures(variable).empty());
  Loop following = filled();
  following.b.model.kernel.needsIteration = true;
  CHECK(captures(following).empty());
}

TEST_CASE("what follows from the number of iterations is computed behind the launch") {
  Loop loop = filled("void f(double* a, int n, double w) {\n  int i;\n  «for (;;) work();»\n}\n");
  loop.b.model.kernel.finalVariable = "i";
  const std::string text = loop.emitted();
  const std::size_t number = text.find("const auto n_ ="), launch = text.find("const clustrix::Launch");
  CHECK(number < launch);
  CHECK(text.find("if (launch.ran()) {\n      i = static_cast<std::decay_t<decltype(i)>>(clustrix::trips(n_, 1));") !=
        std::string::npos);
}

#include "Emit/Apart.h"

#include "Emit/Kernel.h"
#include "Launched.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

bool has(const std::string& text, const std::string& what) {
  INFO(text);
  CHECK(text.find(what) != std::string::npos);
  return text.find(what) != std::string::npos;
}
bool hasNone(const std::string& text, const std::string& what) {
  INFO(text);
  CHECK(text.find(what) == std::string::npos);
  return text.find(what) == std::string::npos;
}

/// for (i < n) { y[i] = x[i]; z[i] = x[i] + y[i]; } with a guard between x and y.
struct Twice : Loop {
  Twice() : Loop("void f(double* y, const double* x, double* z, int n) {\n  «for (;;) work();»\n}\n") {
    const Value n = b.parameter("n"), i = b.loop("i", n);
    b.close();
    y = pointer("y", "double *");
    x = pointer("x", "const double *");
    z = pointer("z", "double *");
    b.read(x, i);
    b.write(y, i);
    b.read(x, i);
    b.read(y, i);
    b.write(z, i);
    body("{ $y[i] = $x[i]; $z[i] = $x[i] + $y[i]; }", 2);
  }
  std::string text() {
    Launched launched(*this);
    launched.launch.legality.guards = guards;
    launched.launch.legality.asserted = asserted;
    return kernelText(launched.source, launched.shape());
  }

  ArrayId x, y, z;
  std::vector<Guard> guards;
  bool asserted = false;
};

}  // namespace

TEST_CASE("arrays that are written become variables, which their guards say are apart") {
  Twice loop;
  const std::string text = loop.text();
  has(text, "  double* y_;\n  const double* x;\n  double* z_;\n");
  has(text,
      "  CLUSTRIX_HD void operator()(clustrix::Index k) const {\n"
      "    clustrix::Apart<decltype(y_)> y_data = y_;\n    decltype(y_) y = y_data;\n"
      "    clustrix::Apart<decltype(z_)> z_data = z_;\n");
  has(text, "{ y[i] = x[i]; z[i] = x[i] + y[i]; }");
}

TEST_CASE("where two arrays may be one, the launch asks whether they are") {
  Twice loop;
  loop.guards = {DisjointGuard{loop.y, loop.x, true}, DisjointGuard{loop.z, loop.y, false}};
  const std::string text = loop.text();
  has(text,
      "  bool areApart() const { return static_cast<const void*>(y_) != static_cast<const void*>(x); }\n"
      "  CLUSTRIX_HD void operator()(clustrix::Index k) const { iterate<false>(k); }\n\n"
      "  template <bool apart>\n  CLUSTRIX_HD void iterate(clustrix::Index k) const {\n"
      "    clustrix::Apart<decltype(y_), apart> y_data = y_;\n");
}

TEST_CASE("no arrays are taken apart where that brings nothing, or is not known") {
  Twice loop;
  SECTION("no load comes behind a store") { loop.b.model.accesses.resize(2); }
  SECTION("the author has said that iterations are independent: nothing is known of two arrays in one") {
    loop.asserted = true;
  }
  SECTION("an object may have a pointer") {
    Capture object;
    object.name = object.expression = "o";
    object.type = "Object";
    loop.b.model.kernel.captures.push_back(object);
  }
  hasNone(loop.text(), "Apart");
}

TEST_CASE("an array that two pointers lead to stays as it is") {
  Twice loop;
  Capture second = loop.b.model.kernel.captures[0];
  second.name = second.expression = "y2";
  loop.b.model.kernel.captures.push_back(second);
  const std::string text = loop.text();
  has(text, "  double* y;\n");
  has(text, "clustrix::Apart<decltype(z_)> z_data = z_;");
}

TEST_CASE("a span is made of the variable") {
  Twice loop;
  Capture& capture = loop.b.model.kernel.captures[0];
  capture.kind = Capture::Span;
  capture.type = "double";
  const std::string text = loop.text();
  has(text,
      "    clustrix::Apart<decltype(y_.data())> y_data = y_.data();\n"
      "    clustrix::Span<double> y(y_data, y_.size());\n");
}

TEST_CASE("what a thread has a workspace for is compared with nothing") {
  Twice loop;
  Launched launched(loop);
  KernelShape shape = launched.shape();
  const std::vector<std::pair<ArrayId, ArrayId>> pairs = {{loop.x, loop.z}};
  CHECK(areDifferent(loop.b.model, pairs, shape).find("static_cast<const void*>(x) != ") == 0);
  for (Member& member : shape.members)
    if (member.name == "x") member.isWorkspace = true;
  CHECK(areDifferent(loop.b.model, pairs, shape) == "false");
}

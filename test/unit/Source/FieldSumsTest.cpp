#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// What a loop combines that adds `V`s by `statement`: `+ ::V{-0.0, -0.0}`; "" for another kind of loop.
std::string combined(const std::string& functions, const std::string& statement,
                     const std::string& fields = "double x; double y;") {
  const LoopModel model = modelOf("struct V { " + fields + " };\n" + functions +
                                  "\n[[clustrix::cluster]] V f(const V* w, int n) { V v{};\n"
                                  " for (int i = 0; i < n; ++i) { " +
                                  statement + " } return v; }\n");
  if (!model.effects.empty() || model.updates.size() != 1 || !model.updates[0].declared) return "";
  const DeclaredOperation& operation = *model.updates[0].declared;
  return operation.word + " " + operation.identity;
}

}  // namespace

TEST_CASE("a function that adds all fields is a sum") {
  const std::string sum = "+ ::V{-0.0, -0.0}";
  CHECK(combined("V operator+(const V& a, const V& b) { return {a.x + b.x, b.y + a.y}; }", "v = v + w[i];") == sum);
  CHECK(combined("V operator+(V a, const V& b) { a.x += b.x; a.y = b.y + a.y; return a; }", "v = w[i] + v;") == sum);
  CHECK(combined("V operator+(V a, V b) { V r; r.x = a.x + b.x; r.y = a.y + b.y; return r; }", "v = v + w[i];") == sum);
  CHECK(combined("V& operator+=(V& a, const V& b) { a.x += b.x; a.y += b.y; return a; }", "v += w[i];") ==
        "+= ::V{-0.0, -0.0}");
  CHECK(combined("V plus(const V& a, const V& b) { return V{a.x + b.x, a.y + b.y}; }"
                 "void into(V& a, const V& b) { a = plus(a, b); }",
                 "into(v, w[i]);") == "into ::V{-0.0, -0.0}");
}

TEST_CASE("a constructor that takes the fields makes a sum, and its identity") {
  const std::string sum = "V operator+(const V& a, const V& b) { return V(a.x + b.x, a.y + b.y); }";
  CHECK(combined(sum, "v = v + w[i];", "double x, y; V(double x = 0, double y = 0) : x(x), y(y) {}") ==
        "+ ::V(-0.0, -0.0)");
  CHECK(combined("V operator+(const V& a, const V& b) { return {a.y + b.y, a.n + b.n}; }", "v = v + w[i];",
                 "unsigned n; float y; V() : V(0, 0) {} V(float y, unsigned n) : n(n), y(y) {}") ==
        "+ ::V(-0.0f, static_cast<unsigned int>(0))");
  for (const char* constructor :
       {"V(double x = 0, double y = 0) : x(y), y(x) {}", "V(double x = 0, double y = 0) : x(x), y(y) { y = 1; }",
        "V(double x = 0, double y = 0) : x(x), y(x) {}", "V(double x = 0, double y = 0) : x(x + 1), y(y) {}",
        "V(float x = 0, float y = 0) : x(x), y(y) {}", "V(double x = 0, double y = 0) : x(x) { }"}) {
    INFO(constructor);
    CHECK(combined(sum, "v = v + w[i];", std::string("double x, y = 0; ") + constructor).empty());
  }
}

TEST_CASE("a copy that += has changed may be what a sum returns") {
  const std::string add = "V& operator+=(V& a, const V& b) { a.x += b.x; a.y += b.y; return a; }\n";
  CHECK(combined(add + "V operator+(V a, const V& b) { return a += b; }", "v = v + w[i];") == "+ ::V{-0.0, -0.0}");
  CHECK(combined(add + "V plus(const V& a, const V& b) { V r(a); return r += b; }", "v = plus(v, w[i]);") ==
        "plus ::V{-0.0, -0.0}");
  CHECK(combined(add + "V operator+(V a, const V& b) { return a += a; }", "v = v + w[i];").empty());
  CHECK(combined(add + "V operator+(V a, const V& b) { a += b; return a += b; }", "v = v + w[i];").empty());
}

TEST_CASE("the identity has the fields' types") {
  CHECK(combined("V operator+(const V& a, const V& b) { return {a.x + b.x, a.y + b.y, a.n + b.n}; }", "v = v + w[i];",
                 "float x; long double y; unsigned n;") == "+ ::V{-0.0f, -0.0L, 0}");
}

TEST_CASE("a function that does anything else is none") {
  for (const char* function :
       {"V operator+(const V& a, const V& b) { return {a.x + b.y, a.y + b.x}; }",
        "V operator+(const V& a, const V& b) { return {a.x + b.x, a.y}; }",
        "V operator+(const V& a, const V& b) { return {a.x + b.x, a.y - b.y}; }",
        "V operator+(const V& a, const V& b) { return {a.x + b.x + b.x, a.y + b.y}; }",
        "V operator+(const V& a, const V& b) { return {a.x + b.x, a.y + b.y + 1}; }",
        "V operator+(const V& a, const V& b) { return {a.x + b.x, a.y + double(int(b.y))}; }",
        "V operator+(V a, const V& b) { a.x += b.x; a.y += a.x; return a; }",
        "V operator+(V a, const V& b) { a.x += b.x; a.y += b.y; return b; }",
        "V operator+(V a, const V& b) { a.x += b.x; if (b.y > 0) a.y += b.y; return a; }",
        "double s; V operator+(V a, const V& b) { a.x += b.x; a.y += b.y; s += 1; return a; }"}) {
    INFO(function);
    CHECK(combined(function, "v = v + w[i];").empty());
  }
}

TEST_CASE("signed fields may overflow in another order") {
  CHECK(combined("V operator+(const V& a, const V& b) { return {a.x + b.x}; }", "v = v + w[i];", "int x;").empty());
}

TEST_CASE("a value whose every field adds to that of the variable is a sum") {
  CHECK(combined("", "v = V{v.x + w[i].x, v.y - w[i].y};") == "+ ::V{-0.0, -0.0}");
  CHECK(combined("", "v = {w[i].x + v.x + 1, v.y};") == "+ ::V{-0.0, -0.0}");
  CHECK(combined("", "v = (V){v.x + w[i].x, v.y + w[i].y};") == "+ ::V{-0.0, -0.0}");
  for (const char* statement : {"v = V{v.y + w[i].x, v.x + w[i].y};", "v = V{w[i].x, v.y + w[i].y};",
                                "v = V{v.x - v.x, v.y};", "v = V{w[i].x - v.x, v.y};", "v = V{2 * v.x, v.y};",
                                "v = V{v.x + v.y, v.y};", "v = V{v.x + 1, v.y}; v.x += 1;"}) {
    INFO(statement);
    CHECK(combined("", statement).empty());
  }
}

TEST_CASE("a sum that is looked at is none as a whole") {
  const char* plus = "V operator+(const V& a, const V& b) { return {a.x + b.x, a.y + b.y}; }";
  CHECK(combined(plus, "v = v + w[i]; v.x += 1;").empty());
  CHECK(combined(plus, "v = v + (v + w[i]);").empty());
}

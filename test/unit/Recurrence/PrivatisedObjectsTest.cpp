#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel body(const std::string& statements, const std::string& before = "") {
  return modelOf(
      "struct V { double x, y; double norm() const { return x * x + y * y; } void scale(double f) { x *= f; y *= f; } "
      "};\n"
      "struct W : V { double z; };\nstruct S { V v; double m; };\nstruct P { double* p; };\n"
      "struct U { U() { ++made; } static int made; double x; };\nunion B { double d; long l; };\n"
      "double sum(const V& v) { return v.x + v.y; }\nV twice(V v) { return {2 * v.x, 2 * v.y}; }\n"
      "[[clustrix::cluster]] double f(const V* a, V* b, double* c, int n) {\n  V t, u; S s; W w, w2; P p, q; U o, r; B "
      "d, e;" +
      before + "\n  for (int i = 0; i < n; ++i) { " + statements + " }\n  return t.x + u.y;\n}\n");
}

/// Whether each iteration has the objects that it assigns to itself.
bool areOwn(const LoopModel& model) {
  return model.effects.empty() && !model.scalars.empty() &&
         std::all_of(model.scalars.begin(), model.scalars.end(), [](const ScalarState& state) {
           return !state.writes.empty() && state.exposedReads.empty() && state.runningReads.empty();
         });
}

}  // namespace

TEST_CASE("an object that an iteration assigns before it looks at it is the iteration's own") {
  for (const char* statements :
       {"t = a[i]; b[i] = t;", "t = a[i]; b[i].x = t.y;", "t = a[i]; t.x += 1; b[i] = t;", "t = a[i]; u = t; b[i] = u;",
        "t = V{c[i], 1}; c[i] = t.norm();", "t = a[i]; t.scale(2); b[i] = t;", "t = a[i]; c[i] = sum(t);",
        "t = twice(a[i]); b[i] = twice(t);", "s.v = a[i]; b[i] = s.v;",
        "t = a[i]; for (int k = 0; k < 3; ++k) t.x += a[k].x; b[i] = t;",
        "if (c[i] > 0) { t = a[i]; b[i].x = t.y; }"}) {
    INFO(statements);
    CHECK(areOwn(body(statements)));
  }
}

TEST_CASE("an object of which an iteration sees what an earlier one has left is not") {
  for (const char* statements : {"b[i] = t; t = a[i];", "b[i].x = t.x; t = a[i];", "t.x = c[i]; b[i] = t; t = a[i];",
                                 "if (c[i] > 0) t = a[i]; b[i] = t;", "if (c[i] > 0) t = a[i]; c[i] = t.norm();",
                                 "for (int k = 0; k < i; ++k) t = a[k]; b[i] = t;", "c[i] = sum(t); t = a[i];",
                                 "t.scale(2); t = a[i];", "t = a[i]; u.x = t.x; b[i] = u; u = t;"}) {
    INFO(statements);
    CHECK_FALSE(areOwn(body(statements)));
  }
}

TEST_CASE("parts of objects, and objects that are more than numbers, are not assigned as one") {
  for (const char* statements : {"static_cast<V&>(w) = a[i]; c[i] = w.z;", "p = q;", "o = r;", "d = e;"}) {
    INFO(statements);
    CHECK(hasEffect(body(statements), "effect.unknown-construct"));
  }
}

TEST_CASE("an object that only its name reaches lies in no memory that others may write") {
  CHECK_FALSE(body("t = a[i]; b[i] = t;").scalars.at(0).inMemory);
  CHECK(body("t = a[i]; b[i] = t;", "V& other = t; other.x = 1;").scalars.at(0).inMemory);
  CHECK(body("t = a[i]; b[i] = t;", "V* other = &t; other->x = 1;").scalars.at(0).inMemory);
  CHECK(body("t = a[i]; b[i] = t;", "V* other = &(t = a[0]); other->x = 1;").scalars.at(0).inMemory);
}

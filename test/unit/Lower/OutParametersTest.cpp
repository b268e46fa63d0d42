// Variables from outside the loop whose addresses are given to functions.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel body(const std::string& function, const std::string& statements) {
  return modelOf(function +
                 "\n[[clustrix::cluster]] double f(double* a, int n) {\n double p = 0, q = 0; int k = 0;\n"
                 " for (int i = 0; i < n; ++i) { " +
                 statements + " } return p + q + k; }\n");
}

const ScalarState& stateOf(const LoopModel& model, const std::string& name) {
  const auto found = std::find_if(model.scalars.begin(), model.scalars.end(),
                                  [&](const ScalarState& state) { return state.name == name; });
  REQUIRE(found != model.scalars.end());
  return *found;
}

}  // namespace

TEST_CASE("a parameter that is only followed stands for the variable") {
  const LoopModel model =
      body("void two(int i, double* p, double* q) { *p = i; *q = *p + 1; }", "two(i, &p, &q); a[i] = p + q;");
  CHECK(model.effects.empty());
  CHECK(stateOf(model, "p").certainWrite);
  CHECK(stateOf(model, "p").exposedReads.empty());
  CHECK(stateOf(model, "q").certainWrite);
  CHECK(stateOf(model, "q").exposedReads.empty());
}

TEST_CASE("what the function reads first is an earlier iteration's value") {
  const LoopModel model = body("void half(double* p) { *p = *p / 2; }", "half(&p); a[i] = p;");
  CHECK_FALSE(stateOf(model, "p").exposedReads.empty());
  const LoopModel sometimes = body("void set(int i, double* p) { if (i > 3) *p = i; }", "set(i, &p); a[i] = p;");
  CHECK_FALSE(stateOf(sometimes, "p").runningReads.empty());
  const LoopModel same = body("void two(double* p, double* q) { *p = 1; *q = *p + *q; }", "two(&p, &p); a[i] = p;");
  CHECK(stateOf(same, "p").exposedReads.empty());
}

TEST_CASE("a parameter that does anything else than being followed may lead anywhere") {
  CHECK(hasEffect(body("double* last; void set(double* p) { last = p; *p = 1; }", "set(&p); a[i] = p;"),
                  "effect.pointer-unknown"));
  CHECK(hasEffect(body("void set(double* p) { p[0] = 1; }", "set(&p); a[i] = p;"), "effect.pointer-unknown"));
  CHECK(hasEffect(body("void set(double* p) { *p++ = 1; }", "set(&p); a[i] = p;"), "effect.pointer-unknown"));
  CHECK(hasEffect(body("void in(double* p) { *p = 1; } void set(double* p) { in(p); }", "set(&p); a[i] = p;"),
                  "effect.pointer-unknown"));
  CHECK(hasEffect(body("void set(double*) {}", "set(&p); a[i] = 1;"), "effect.pointer-unknown"));
  CHECK(hasEffect(body("void set(void* p) { *static_cast<double*>(p) = 1; }", "set(&p); a[i] = p;"),
                  "effect.pointer-unknown"));
}

TEST_CASE("a sum of integers is not updated through its address") {
  CHECK(hasEffect(body("void add(int* k, int i) { *k += i; }", "add(&k, i);"), "effect.reference"));
  CHECK_FALSE(hasEffect(modelOf("[[clustrix::cluster]] void f(const int* a, int* total, int n) {\n"
                                " for (int i = 0; i < n; ++i) *total += a[i]; }\n"),
                        "effect.reference"));
  const LoopModel model = body("void add(double* p, int i) { *p += i; }", "add(&p, i);");
  CHECK(model.effects.empty());
  CHECK(model.updates.size() == 1);
}

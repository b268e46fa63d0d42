#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel body(const std::string& statements) {
  return modelOf("[[clustrix::cluster]] void f(int* a, const int* b, int n) { for (int i = 0; i < n; ++i) { " +
                 statements + " } }\n");
}

/// Whether the write of `a` happens in every iteration.
bool certainWrite(const std::string& statements) {
  const LoopModel model = body(statements);
  for (const Access& access : model.accesses)
    if (access.kind == AccessKind::Write) return access.certain;
  FAIL("nothing is written");
  return false;
}

}  // namespace

TEST_CASE("what is certain in an iteration") {
  CHECK(certainWrite("a[i] = 1;"));
  CHECK(certainWrite("if (b[i]) n + 1; a[i] = 1;"));
  CHECK(certainWrite("for (int j = 0; j < 3; ++j) if (b[j]) continue; a[i] = 1;"));
  CHECK_FALSE(certainWrite("if (b[i]) a[i] = 1;"));
  CHECK_FALSE(certainWrite("if (b[i]) continue; a[i] = 1;"));
  CHECK_FALSE(certainWrite("if (b[i]) { if (b[i] > 2) continue; } a[i] = 1;"));
  CHECK_FALSE(certainWrite("continue; a[i] = 1;"));
  CHECK_FALSE(certainWrite("switch (b[i]) { case 1: a[i] = 1; }"));
  CHECK_FALSE(certainWrite("switch (b[i]) { case 1: continue; default: break; } a[i] = 1;"));
  CHECK_FALSE(certainWrite("b[i] && (a[i] = 1);"));
}

TEST_CASE("a variable that a branch may leave unassigned shows an earlier iteration's value") {
  const auto exposed = [](const std::string& statements) {
    const LoopModel model =
        modelOf("[[clustrix::cluster]] void f(int* a, int n) { int x = 0; for (int i = 0; i < n; ++i) { " + statements +
                " } }\n");
    REQUIRE(model.scalars.size() == 1);
    return !model.scalars[0].exposedReads.empty() || !model.scalars[0].runningReads.empty();
  };
  CHECK_FALSE(exposed("x = i; a[i] = x;"));
  CHECK_FALSE(exposed("if (a[i]) x = 1; else x = 2; a[i] = x;"));
  CHECK(exposed("if (a[i]) x = 1; a[i] = x;"));
  CHECK(exposed("for (int j = 0; j < n; ++j) x = j; a[i] = x;"));
  CHECK(exposed("a[i] = x; if (n > 3) x = a[i] + 1;"));
}

TEST_CASE("jumps and constructs without a model are effects") {
  CHECK(hasEffect(body("again: a[i] += 1; if (a[i] < 9) goto again;"), "effect.goto"));
  CHECK(hasEffect(body("try { a[i] = 1; } catch (...) {}"), "effect.exception"));
  CHECK(hasEffect(body("static int last = 0; a[i] = last++;"), "effect.static-local"));
  CHECK(hasEffect(body("switch (b[i]) { case 0: if (i) { case 1: a[i] = 1; } }"), "effect.switch"));
  CHECK(hasEffect(body("volatile int v = 0; a[i] = v;"), "effect.volatile"));
}

#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel body(const std::string& statements) {
  return modelOf(
      "[[clustrix::cluster]] void f(int* a, const int* b, int n) { int t = 0; for (int i = 0; i < n; ++i) { " +
      statements + " } }\n");
}

/// Whether the read of `t` may see what an earlier iteration left in it.
bool exposed(const std::string& statements) {
  const LoopModel model = body(statements);
  REQUIRE(model.effects.empty());
  REQUIRE(model.scalars.size() == 1);
  return !model.scalars[0].exposedReads.empty() || !model.scalars[0].runningReads.empty();
}

/// Whether the write of `a` happens in every iteration.
bool certainWrite(const std::string& statements) {
  const LoopModel model = body(statements);
  REQUIRE(model.effects.empty());
  for (const Access& access : model.accesses)
    if (access.kind == AccessKind::Write) return access.certain;
  FAIL("nothing is written");
  return false;
}

}  // namespace

TEST_CASE("what all ways to a label assign is assigned behind it") {
  CHECK_FALSE(exposed("if (b[i]) goto x; t = 1; goto y; x: t = 2; y: a[i] = t;"));
  CHECK(exposed("if (b[i]) goto x; t = 1; x: a[i] = t;"));
  CHECK(exposed("if (b[i]) goto y; if (b[i] > 2) goto x; t = 1; x: t = 2; y: a[i] = t;"));
  CHECK_FALSE(exposed("t = 1; if (b[i]) goto x; t = 2; x: a[i] = t;"));
}

TEST_CASE("a label is certain when every way comes past it") {
  CHECK(certainWrite("if (b[i]) goto x; t = 1; x: a[i] = 2;"));
  CHECK(certainWrite("if (b[i]) goto x; t = 1; goto y; x: t = 2; y: a[i] = t;"));
  CHECK_FALSE(certainWrite("if (b[i]) goto y; if (b[i] > 2) goto x; x: a[i] = 2; y:;"));
  CHECK_FALSE(certainWrite("if (b[i]) goto x; if (b[i] > 4) continue; x: a[i] = 2;"));
  CHECK_FALSE(certainWrite("if (b[i]) goto x; a[i] = 2; x:;"));
  CHECK(certainWrite("for (int j = 0; j < n; ++j) if (b[j]) goto x; t = 1; x: a[i] = 2;"));
  CHECK_FALSE(certainWrite("for (int j = 0; j < n; ++j) if (b[j]) goto x; a[i] = 2; x:;"));
}

TEST_CASE("a condition holds no longer where another way joins") {
  const LoopModel model = body("if (i < 5) goto x; t = 1; x: a[i] = 2;");
  for (const Access& access : model.accesses)
    if (access.kind == AccessKind::Write) CHECK(access.conditions.empty());
}

TEST_CASE("jumps backwards and into statements are effects, those out of the loop leave it") {
  CHECK(hasEffect(body("x: a[i] += 1; if (a[i] < 9) goto x;"), "effect.goto"));
  CHECK(hasEffect(body("if (b[i]) goto x; if (b[i] > 2) { t = 1; x: a[i] = 2; }"), "effect.goto"));
  CHECK(hasEffect(body("void* way = &&x; goto *way; x: a[i] = 2;"), "effect.goto"));
  const LoopModel out = modelOf(
      "[[clustrix::cluster]] void f(int* a, int n) { for (int i = 0; i < n; ++i) { if (a[i]) goto out; a[i] = 1; } "
      "out:; }\n");
  CHECK(out.effects.empty());
  REQUIRE(out.leaves.size() == 1);
  CHECK(out.leaves[0].code == "effect.goto");
}

TEST_CASE("the ways through a switch meet behind it") {
  CHECK_FALSE(exposed("switch (b[i]) { case 0: t = 1; break; case 1: t = 2; break; default: t = 3; } a[i] = t;"));
  CHECK_FALSE(exposed("switch (b[i]) { case 0: case 1: t = 2; default: t = 3; } a[i] = t;"));
  CHECK(exposed("switch (b[i]) { case 0: t = 1; break; case 1: t = 2; } a[i] = t;"));
  CHECK(exposed("switch (b[i]) { case 0: if (i) break; t = 1; break; default: t = 3; } a[i] = t;"));
  CHECK(exposed("switch (b[i]) { case 0: t = 1; case 1: a[i] = t; break; default: t = 3; }"));
}

TEST_CASE("a block that runs once is no loop") {
  CHECK_FALSE(exposed("do { t = b[i]; } while (0); a[i] = t;"));
  CHECK(exposed("do { if (b[i]) break; t = b[i]; } while (false); a[i] = t;"));
  CHECK(exposed("do { if (b[i]) continue; t = b[i]; } while (0); a[i] = t;"));
  CHECK(certainWrite("do { if (b[i]) break; t = 1; } while (0); a[i] = 2;"));
  CHECK_FALSE(certainWrite("do { if (b[i]) { if (i) break; } a[i] = 2; } while (0);"));
  CHECK(body("do { a[i] = 1; } while (0);").loops.size() == 1);
}

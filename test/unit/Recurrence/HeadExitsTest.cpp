// Heads that end a loop early, and flags that do.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel loop(const std::string& statements) {
  return modelOf(
      "#include <vector>\nint work(int);\n[[clustrix::cluster]] int f(const std::vector<int>& a, int n, int x) {\n"
      " int i = 0; bool found = false, on = true; " +
      statements + "\n return i + found + on; }\n");
}

std::string bodyText(const LoopModel& model) {
  std::string text;
  for (const BodyPiece& piece : model.kernel.body)
    text += piece.kind == BodyPiece::Captured ? model.kernel.captures[static_cast<std::size_t>(piece.index)].name
            : piece.kind == BodyPiece::Leave  ? (piece.index == 1 ? "{LEAVE}" : "LEAVE")
                                              : piece.text;
  return text;
}

std::string trip(const LoopModel& model) {
  return model.loops[0].trip ? text(model, model.loops[0].trip->distance) : "unknown";
}

}  // namespace

TEST_CASE("a test beside the count ends the loop at the iteration that begins with it") {
  const LoopModel for_ = loop("for (i = 0; i < n && a[i] != x; i++);");
  CHECK(trip(for_) == "n");
  CHECK(for_.leaves.size() == 1);
  CHECK(for_.effects.empty());
  CHECK(bodyText(for_).find("if (!(a[i] != x)) LEAVE;") == 0);
  const LoopModel while_ = loop("while (i < n && a[i] != x) ++i;");
  CHECK(trip(while_) == "n - i");
  CHECK(while_.leaves.size() == 1);
  CHECK(while_.restart);
  CHECK(loop("while (i < n && a[i] && a[i] != x) { ++i; }").leaves.size() == 2);
}

TEST_CASE("a test that changes something, or of a loop that tests last, is no such end") {
  CHECK(trip(loop("for (i = 0; i < n && x-- > 0; i++);")) == "unknown");
  CHECK(trip(loop("do { ++i; } while (i < n && a[i] != x);")) == "unknown");
  CHECK_FALSE(loop("for (i = 0; i < n && work(i) > 0; i++);").effects.empty());
}

TEST_CASE("a flag that is only ever set to what ends the loop leaves it") {
  const LoopModel set = loop("for (i = 0; i < n && !found; ++i) if (a[i] == x) found = true;");
  CHECK(trip(set) == "n");
  CHECK(bodyText(set) == "if (a[i] == x) LEAVE;");
  CHECK(set.requirements.size() == 1);
  CHECK(bodyText(loop("for (i = 0; on && i < n; ++i) if (a[i] == x) { on = false; x = 3; }")) ==
        "if (a[i] == x) {LEAVE}");
}

TEST_CASE("a flag that is also cleared, computed or seen elsewhere is a variable like others") {
  const auto isVariable = [](const std::string& statements) {
    const LoopModel model = loop(statements);
    return std::any_of(model.scalars.begin(), model.scalars.end(), [](const ScalarState& state) {
      return state.name == "found" && !state.writes.empty() && (!state.exposedReads.empty() || state.inMemory);
    });
  };
  CHECK_FALSE(isVariable("for (i = 0; i < n && !found; ++i) if (a[i] == x) found = true;"));
  CHECK(isVariable("for (i = 0; i < n && !found; ++i) found = a[i] == x;"));
  CHECK(isVariable("for (i = 0; i < n && !found; ++i) { found = true; found = false; }"));
  CHECK(isVariable("bool* p = &found; for (i = 0; i < n && !found; ++i) { found = true; *p = false; }"));
}

TEST_CASE("a jump behind the loop leaves it") {
  const LoopModel model = loop("for (i = 0; i < n; ++i) if (a[i] == x) { x = i; goto done; } done:;");
  REQUIRE(model.leaves.size() == 1);
  CHECK(model.leaves[0].code == "effect.goto");
  CHECK(model.effects.empty());
  CHECK(bodyText(model) == "if (a[i] == x) {LEAVE}");
}

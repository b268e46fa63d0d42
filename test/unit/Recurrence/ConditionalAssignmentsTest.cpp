#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel body(const std::string& statements) {
  return modelOf(
      "[[clustrix::cluster]] double f(const double* a, const int* k, int n, long long wide) {\n"
      " int last = 0, other = 0; double s = 0; bool found = false;\n for (int i = 0; i < n; ++i) { " +
      statements + " } return last + other + s + found + wide; }\n");
}

const ScalarState* stateOf(const LoopModel& model, const std::string& name) {
  for (const ScalarState& state : model.scalars)
    if (state.name == name) return &state;
  return nullptr;
}

/// Whether the variable is assigned under a condition, in a place that the text can take note of.
bool isConditional(const std::string& statements, const std::string& name, std::size_t writes = 1) {
  const LoopModel model = body(statements);
  const ScalarState* state = stateOf(model, name);
  return state && model.effects.empty() && state->exposedReads.empty() && state->writes.size() == writes &&
         state->updates.empty() && !state->certainWrite && state->marked;
}

}  // namespace

TEST_CASE("a choice of the variable's own value is no read of it") {
  CHECK(isConditional("last = a[i] > 0 ? i : last;", "last"));
  CHECK(isConditional("last = a[i] > 0 ? last : (i + 1);", "last"));
  CHECK(isConditional("wide = a[i] > 0 ? i : wide;", "wide"));
  CHECK(isConditional("found = k[i] == 3 ? true : found;", "found"));
  CHECK(isConditional("last = a[i] > 0 ? i : k[i] > 3 ? -i : last;", "last", 2));
}

TEST_CASE("a choice between an update and the variable itself is an update") {
  for (const char* text : {"s = k[i] > 3 ? s + a[i] : s;", "s = k[i] > 3 ? s : s + a[i];",
                           "s = k[i] > 3 ? s + a[i] : k[i] < 0 ? s - a[i] : s;"}) {
    INFO(text);
    const LoopModel model = body(text);
    CHECK(model.effects.empty());
    REQUIRE(stateOf(model, "s"));
    CHECK(stateOf(model, "s")->writes.empty());
    CHECK(stateOf(model, "s")->exposedReads.empty());
    REQUIRE_FALSE(model.updates.empty());
    for (const Update& update : model.updates) {
      CHECK(update.op == UpdateOperator::Add);
      CHECK_FALSE(update.certain);
    }
  }
}

TEST_CASE("what asks for the variable, changes its value or uses the result reads it") {
  CHECK_FALSE(isConditional("last = a[i] > last ? i : last;", "last"));
  CHECK_FALSE(isConditional("last = a[i] > 0 ? i - last : last;", "last"));
  CHECK_FALSE(isConditional("last = a[i] > 0 ? i : last + 1;", "last"));
  CHECK_FALSE(isConditional("other = last = a[i] > 0 ? i : last;", "last"));
  CHECK_FALSE(isConditional("last = a[i] > 0 ? i : other;", "last"));
}

TEST_CASE("a value that another type does not hold does not come back") {
  CHECK_FALSE(isConditional("wide = a[i] > 0 ? a[i] : wide;", "wide"));
  CHECK(isConditional("last = a[i] > 0 ? a[i] : last;", "last"));
}

TEST_CASE("the text takes note where the new value is chosen") {
  const LoopModel model = body("last = a[i] > 0 ? i : last;");
  std::string text;
  for (const BodyPiece& piece : model.kernel.body)
    text += piece.kind == BodyPiece::Captured      ? model.kernel.captures[static_cast<std::size_t>(piece.index)].name
            : piece.kind == BodyPiece::AssignBegin ? "<"
            : piece.kind == BodyPiece::AssignEnd   ? ">"
                                                   : piece.text;
  CHECK(text == "{ last = a[i] > 0 ? <i> : last; }");
}

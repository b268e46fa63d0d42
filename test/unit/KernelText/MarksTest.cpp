#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel loop(const std::string& statements) {
  return modelOf(R"(
struct P { int x, y; };
struct Grid { int h[8]; int* rows[8]; };
#define KEEP(x) last = (x)
[[clustrix::cluster]] int f(const int* a, int* p, int (*m)[4], Grid& g, const P* from, int n) {
  int last = 0; P best{};
  for (int i = 0; i < n; ++i) { )" +
                 statements + " }\n  return last + best.x;\n}\n");
}

/// The body with `<` and `>` around each assignment that the kernel takes note of; "" where one has no note.
std::string marked(const std::string& statements) {
  const LoopModel model = loop(statements);
  CHECK(model.effects.empty());
  for (const ScalarState& state : model.scalars)
    if (!state.marked) return "";
  std::string text;
  for (const BodyPiece& piece : model.kernel.body)
    text += piece.kind == BodyPiece::Captured      ? model.kernel.captures[static_cast<std::size_t>(piece.index)].name
            : piece.kind == BodyPiece::AssignBegin ? "<"
            : piece.kind == BodyPiece::AssignEnd   ? ">"
                                                   : piece.text;
  return text;
}

/// Whether the update is of an element that the text names.
bool isNamed(const std::string& statements) {
  const LoopModel model = loop(statements);
  REQUIRE(model.updates.size() == 1);
  return model.updates[0].named;
}

}  // namespace

TEST_CASE("an assignment is marked as a whole, of whatever kind it is, once") {
  CHECK(marked("if (a[i] > 3) last = i;") == "{ if (a[i] > 3) <last = i>; }");
  CHECK(marked("if (a[i] > 3) { last = i; (last)++; }") == "{ if (a[i] > 3) { <last = i>; <(last)++>; } }");
  CHECK(marked("if (a[i] > 3) best = from[i];") == "{ if (a[i] > 3) <best = from[i]>; }");
  CHECK(marked("for (int j = 0; j < 2; ++j) if (a[i] > j) last = j;") ==
        "{ for (int j = 0; j < 2; ++j) if (a[i] > j) <last = j>; }");
  CHECK(marked("last = i;") == "{ last = i; }");  // in every iteration
}

TEST_CASE("of a choice only the new value is marked") {
  CHECK(marked("last = a[i] > 3 ? i : last;") == "{ last = a[i] > 3 ? <i> : last; }");
  CHECK(marked("last = a[i] > 3 ? last : i;") == "{ last = a[i] > 3 ? last : <i>; }");
}

TEST_CASE("what stands in a macro or in a function has no note") {
  CHECK(marked("struct Set { static void to(int& x, int y) { x = y; } }; if (a[i] > 3) Set::to(last, i);") == "");
  CHECK(marked("if (a[i] > 3) { const auto keep = [&](int x) { last = x; }; keep(i); }") == "");
}

TEST_CASE("an element is named by its array, whether that is a variable, a member or behind a pointer") {
  CHECK(isNamed("p[a[i]] += 1;"));
  CHECK(isNamed("m[a[i] & 3][1] += 1;"));
  CHECK(isNamed("g.h[a[i] & 7] += 1;"));
  CHECK(isNamed("*m[a[i]] += 1;"));
  CHECK_FALSE(isNamed("*(p + a[i]) += 1;"));
  CHECK_FALSE(isNamed("int* q = p; q[a[i]] += 1;"));
  CHECK_FALSE(isNamed("int (&row)[4] = m[a[i]]; row[1] += 1;"));
}

#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel body(const std::string& type, const std::string& statement) {
  return modelOf("#include <cmath>\n#include <algorithm>\n[[clustrix::cluster]] " + type + " f(" + type +
                 "* a, int n) { " + type + " s = 0; int at = 0; for (int i = 0; i < n; ++i) { " + statement +
                 " } return s + at; }\n");
}

/// The update's operator when the statement is nothing else to `s`.
std::optional<UpdateOperator> update(const std::string& type, const std::string& statement) {
  const LoopModel model = body(type, statement);
  for (const ScalarState& state : model.scalars)
    if (state.name == "s" && state.updates.size() == 1 && state.exposedReads.empty() && state.runningReads.empty() &&
        state.writes.empty())
      return model.updates[static_cast<std::size_t>(state.updates[0])].op;
  return std::nullopt;
}

}  // namespace

TEST_CASE("assignments that combine") {
  CHECK(update("double", "s += a[i];") == UpdateOperator::Add);
  CHECK(update("double", "s = 1 + s - a[i];") == UpdateOperator::Add);
  CHECK(update("int", "if (a[i] > 3) ++s;") == UpdateOperator::Add);
  CHECK(update("double", "s = a[i] * s;") == UpdateOperator::Multiply);
  CHECK(update("int", "s ^= a[i];") == UpdateOperator::BitXor);
  CHECK(update("bool", "s = s || a[i];") == UpdateOperator::LogicalOr);
  CHECK(update("double", "s = std::fmax(s, a[i]);") == UpdateOperator::Max);
  CHECK(update("int", "s = std::min(a[i], s);") == UpdateOperator::Min);
  CHECK(update("double", "if (a[i] < s) s = a[i];") == UpdateOperator::Min);
  CHECK(update("double", "s = s < a[i] ? a[i] : s;") == UpdateOperator::Max);
  CHECK(update("int", "(void)(s += 2);") == UpdateOperator::Add);
  CHECK(update("int", "do s += 2; while (false);") == UpdateOperator::Add);
}

TEST_CASE("assignments that only look as if they combined") {
  CHECK_FALSE(update("double", "s = a[i] - s;"));
  CHECK_FALSE(update("double", "s += s * a[i];"));
  CHECK_FALSE(update("int", "s += 0.5 * a[i];"));
  CHECK_FALSE(update("double", "s = a[i] < s ? s : a[i] + 1;"));
  CHECK_FALSE(update("double", "s /= 1 + a[i];"));
  CHECK_FALSE(update("int", "a[i] = s++;"));
  CHECK_FALSE(update("int", "a[i] = s += 2;"));
  CHECK_FALSE(update("double", "a[i] = s = std::max(s, a[i]);"));
  CHECK_FALSE(update("double", "s = std::max({a[i], s, 3.0});"));
  CHECK_FALSE(update("double", "s = std::max(a[i], s * 0.5);"));
}

TEST_CASE("an extremum says whether a NaN and an equal value replace it") {
  const auto extremum = [](const std::string& type, const std::string& statement) {
    const LoopModel model = body(type, statement);
    REQUIRE(model.updates.size() == 1);
    const Update& update = model.updates[0];
    return std::string(word(update.op)) + (update.ties ? " ties" : "") + (update.takesNan ? " takes-nan" : "") +
           (update.ignoresNan ? " ignores-nan" : "");
  };
  CHECK(extremum("double", "s = std::min(s, a[i]);") == "min");
  CHECK(extremum("double", "s = std::min(a[i], s);") == "min ties takes-nan");
  CHECK(extremum("int", "s = std::min(a[i], s);") == "min ties");
  CHECK(extremum("double", "s = s < a[i] ? s : a[i];") == "min ties takes-nan");
  CHECK(extremum("double", "s = s > a[i] ? s : a[i];") == "max ties takes-nan");
  CHECK(extremum("double", "s = a[i] < s ? s : a[i];") == "max ties takes-nan");
  CHECK(extremum("double", "s = a[i] <= s ? s : a[i];") == "max takes-nan");
  CHECK(extremum("double", "if (!(a[i] >= s)) s = a[i];") == "min takes-nan");
  CHECK(extremum("double", "if (!(!(a[i] < s))) s = a[i];") == "min");
  CHECK(extremum("int", "if (!(a[i] >= s)) s = a[i];") == "min");
  CHECK(extremum("double", "s = std::max({s, a[i], 2.0});") == "max");
  CHECK(extremum("double", "s = std::max({a[i], s});") == "max ties takes-nan");
  CHECK(extremum("double", "s = std::fmin(a[i], s);") == "min ignores-nan");
}

TEST_CASE("where a NaN replaces an extremum, the assignment is marked") {
  const auto marks = [](const std::string& statement) {
    int found = 0;
    for (const BodyPiece& piece : body("double", statement).kernel.body)
      found += piece.kind == BodyPiece::UpdateBegin || piece.kind == BodyPiece::UpdateEnd;
    return found;
  };
  CHECK(marks("s = std::max(a[i], s);") == 2);
  CHECK(marks("if (!(a[i] >= s)) s = a[i];") == 2);
  CHECK(marks("s = std::max(s, a[i]);") == 0);
}

TEST_CASE("an assignment that some iterations skip is marked, or said not to be") {
  const auto marked = [](const std::string& statement, int pieces) {
    const LoopModel model = body("int", statement);
    const auto at = std::find_if(model.scalars.begin(), model.scalars.end(),
                                 [](const ScalarState& state) { return state.name == "at"; });
    REQUIRE(at != model.scalars.end());
    int found = 0;
    for (const BodyPiece& piece : model.kernel.body)
      found += (piece.kind == BodyPiece::AssignBegin || piece.kind == BodyPiece::AssignEnd) &&
               piece.index == static_cast<int>(at - model.scalars.begin());
    CHECK(found == pieces);
    return at->marked;
  };
  CHECK(marked("if (a[i] > 3) at = i;", 2));
  CHECK(marked("if (a[i] > 3) { at = i; at += 2; ++at; } else (at) = 7;", 8));
  CHECK(marked("if (a[i] > 3 && (at = a[i]) > 2) a[i] = 1;", 2));
  CHECK(marked("for (int j = 0; j < 3; ++j) at = j;", 2));
  CHECK(marked("at = i;", 0));
  CHECK_FALSE(marked("struct Set { static void to(int& x, int y) { x = y; } }; if (a[i] > 3) Set::to(at, i);", 0));
}

TEST_CASE("an element is named by subscripts of its array, and not by a reference to it") {
  const auto named = [](const std::string& statement) {
    const LoopModel model = modelOf(
        "#include <vector>\nstruct S { int h[8]; };\ninline void add(int& x) { x += 1; }\n"
        "[[clustrix::cluster]] void f(const int* key, int* p, std::vector<int>& v, int (*rows)[8], S& s, int n) {\n"
        "  for (int i = 0; i < n; ++i) { " +
        statement + " }\n}\n");
    REQUIRE(model.updates.size() == 1);
    return model.updates[0].named;
  };
  CHECK(named("++p[key[i]];"));
  CHECK(named("v[key[i]] += 2;"));
  CHECK(named("rows[key[i]][i % 8] -= 2;"));
  CHECK(named("v.data()[key[i]] ^= 2;"));
  CHECK_FALSE(named("int& x = p[key[i]]; x += 3;"));
  CHECK_FALSE(named("int* q = p + key[i]; q[1] += 3;"));
  CHECK_FALSE(named("add(p[key[i]]);"));
}

TEST_CASE("an extremum carries its location") {
  const LoopModel model = body("int", "if (a[i] <= s) { s = a[i]; at = i; }");
  REQUIRE(model.updates.size() == 1);
  CHECK(model.updates[0].ties);
  CHECK(model.updates[0].locations.size() == 1);
}

// GuardedExtremaTest.cpp has the plain runs; here are their names for the question, their order and their ends.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// `max= m nan at to`: the only extremum with its places, "" where more happens.
std::string extremum(const std::string& statements) {
  const LoopModel model = modelOf(
      "#include <algorithm>\n[[clustrix::cluster]] double f(const double* a, const int* k, int n, double m, int top) "
      "{\n  int at = 0, to = 0, count = 0;\n  for (int i = 0; i < n; ++i) { " +
      statements + " }\n  return m + at + to + top + count;\n}\n");
  if (!model.effects.empty() || model.updates.size() != 1) return "";
  for (const ScalarState& state : model.scalars)
    if (!state.exposedReads.empty() || !state.writes.empty()) return "";
  const Update& update = model.updates[0];
  const auto name = [&](int scalar) { return model.scalars[static_cast<std::size_t>(scalar)].name; };
  std::string text = std::string(word(update.op)) + (update.ties ? "= " : " ") + name(update.scalar);
  if (update.takesNan) text += " nan";
  for (const int location : update.locations) text += " " + name(location);
  return text;
}

}  // namespace

TEST_CASE("any number of statements that ask the same is one, the extremum last") {
  CHECK(extremum("if (a[i] > m) at = i; if (a[i] > m) to = k[i]; if (a[i] > m) m = a[i];") == "max m at to");
  CHECK(extremum("if (a[i] > m) at = i; to = a[i] > m ? k[i] : to; if (a[i] > m) m = a[i];") == "max m at to");
  CHECK(extremum("if (a[i] > m) at = i; if (a[i] > m) m = a[i]; if (a[i] > m) to = k[i];") == "");
  CHECK(extremum("if (a[i] > m) at = i; if (a[i] > m + 1) m = a[i];") == "");
  CHECK(extremum("if (a[i] > m) at = i; ++count; if (a[i] > m) m = a[i];") == "");
}

TEST_CASE("a flag that only says what is asked may be asked either way") {
  CHECK(extremum("const bool better = a[i] > m; if (better) at = i; if (better) m = a[i];") == "max m at");
  CHECK(extremum("const bool worse = a[i] <= m; if (!worse) { at = i; m = a[i]; }") == "max m nan at");
  CHECK(extremum("const bool better = a[i] > m; if (!better) continue; at = i; m = a[i];") == "max m at");
  CHECK(extremum("const bool better = !(a[i] <= m); at = better ? i : at; m = better ? a[i] : m;") == "max m nan at");
}

TEST_CASE("a flag that is more than the question is none") {
  CHECK(extremum("const int better = a[i] > m; if (better) at = i; if (better) m = a[i];") == "");
  CHECK(extremum("bool better = a[i] > m; better = k[i] > 3; if (better) at = i; if (better) m = a[i];") == "");
  CHECK(extremum("const bool better = a[i] > m; if (better) { at = i + better; m = a[i]; }") == "");
  CHECK(extremum("const bool better = a[i] > m, other = false; if (better) at = i; if (better) m = a[i];") == "");
  CHECK(extremum("const bool better = a[i] > m; if (better) at = i; if (!better) m = a[i];") == "");
}

TEST_CASE("a call takes the value in the same iterations as the statements in front of it, or is none of them") {
  CHECK(extremum("at = k[i] >= top ? i : at; top = std::max(k[i], top);") == "max= top at");
  CHECK(extremum("at = k[i] > top ? i : at; top = std::max(k[i], top);") == "");
  CHECK(extremum("at = a[i] >= m ? i : at; m = std::max(a[i], m);") == "");  // a NaN is no greater, and is taken
  CHECK(extremum("at = k[i] < top ? i : at; top = std::max(top, k[i]);") == "");
  CHECK(extremum("at = k[i] > top ? i : at; top = std::max(top, k[i] + 1);") == "");
  CHECK(extremum("at = k[i] > top ? i : at; top = std::max({top, k[i], 3});") == "");
}

TEST_CASE("a lambda's return leaves out the rest of its body, one that gives a value does not") {
  CHECK(extremum("[&] { if (k[i] <= top) return; top = k[i]; at = i; }();") == "max top at");
  CHECK(extremum("[&] { if (k[i] <= top) return; top = k[i]; at = i; }(); ++count;") == "");
  CHECK(extremum("count += [&] { if (k[i] <= top) return 0; top = k[i]; at = i; return 1; }();") == "");
}

TEST_CASE("a jump to a label of another block, or over what is no assignment, is none of these") {
  CHECK(extremum("{ if (k[i] <= top) goto next; top = k[i]; } next:;") == "");
  CHECK(extremum("if (k[i] <= top) goto next; { top = k[i]; } next:;") == "");
  CHECK(extremum("if (k[i] <= top) goto next; again: next: top = k[i]; if (k[i] > 90) goto again;") == "");
}

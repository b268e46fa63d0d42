// Extremes under conditions, and statements that take one up together (GuardedExtrema.cpp, GuardedRuns.cpp).
#include "../Fixtures/MarkedBody.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel body(const std::string& statements) {
  return modelOf(
      "#include <algorithm>\n#include <cmath>\n"
      "[[clustrix::cluster]] double f(const double* a, const int* k, int n, double m, int top) {\n"
      " int at = 0, to = 0, count = 0;\n for (int i = 0; i < n; ++i) { " +
      statements + " } return m + at + to + top + count; }\n");
}

/// `max= m nan at to`: the extremum, whether equal values and NaN replace it, and its places. "" when there is none, or
/// more happens than that.
std::string extremum(const std::string& statements) {
  const LoopModel model = body(statements);
  if (!model.effects.empty() || model.updates.size() != 1) return "";
  const Update& update = model.updates[0];
  const auto name = [&](int scalar) { return model.scalars[static_cast<std::size_t>(scalar)].name; };
  std::string text = std::string(word(update.op)) + (update.ties ? "= " : " ") + name(update.scalar);
  if (update.takesNan) text += " nan";
  for (const int location : update.locations) text += " " + name(location);
  for (const ScalarState& state : model.scalars)
    if (!state.exposedReads.empty() || !state.writes.empty()) return "";
  return text;
}

/// The body with `<` and `>` around what tells that the extremum was replaced.
std::string marked(const std::string& statements) { return markedBody(body(statements)); }

}  // namespace

TEST_CASE("an update behind a continue is that of the opposite condition") {
  CHECK(extremum("if (a[i] <= m) continue; m = a[i]; at = i;") == "max m nan at");
  CHECK(extremum("if (!(a[i] > m)) continue; at = i; m = a[i];") == "max m at");
  CHECK(extremum("if (m > a[i]) { continue; } m = a[i];") == "max= m nan");
  CHECK(extremum("if (k[i] >= top) continue; top = k[i]; at = i; to = k[i];") == "min top at to");
  CHECK(extremum("if (k[i] > 3) { if (k[i] <= top) continue; top = k[i]; }") == "max top");
}

TEST_CASE("a continue that leaves out more than the extremum is none of these") {
  CHECK(extremum("if (k[i] <= top) continue; top = k[i]; ++count;").empty());
  CHECK(extremum("if (k[i] > 3) { if (k[i] <= top) continue; top = k[i]; } ++count;").empty());
  CHECK(extremum("for (int j = 0; j < 3; ++j) { if (k[i] <= top) break; top = k[i]; }").empty());
}

TEST_CASE("a jump forward leaves out what stands in front of its label") {
  CHECK(extremum("if (a[i] <= m) goto next; m = a[i]; at = i; next:;") == "max m nan at");
  CHECK(extremum("if (k[i] <= top) goto next; top = k[i]; next: (void)k[i];") == "max top");
  CHECK(extremum("if (k[i] > 3) { if (k[i] <= top) goto next; top = k[i]; next:; }") == "max top");
  CHECK(extremum("if (k[i] <= top) goto next; top = k[i]; next: count += top;").empty());
  CHECK(extremum("if (k[i] <= top) goto next; top = k[i]; ++count; next:;").empty());
  CHECK(extremum("if (k[i] > 3) { if (k[i] <= top) goto next; top = k[i]; } ++count; next:;").empty());
  CHECK(extremum("if (k[i] > 90) goto in; if (k[i] <= top) goto next; in: top = k[i]; next:;").empty());
}

TEST_CASE("tests in front of the comparison only choose the iterations") {
  CHECK(extremum("if (k[i] > 3 && a[i] > m) { m = a[i]; at = i; }") == "max m at");
  CHECK(extremum("if (k[i] > 3 || a[i] <= m) continue; m = a[i]; at = i;") == "max m nan at");
  CHECK(extremum("if (a[i] > m && i != n / 2) m = a[i];") == "max m");
}

TEST_CASE("tests behind the comparison may be tried, and change nothing") {
  CHECK(extremum("if (a[i] > m && k[i] > 3) { m = a[i]; at = i; }") == "max m at");
  CHECK(extremum("if (a[i] > m && a[k[i]] > 3) { m = a[i]; at = i; }").empty());
  CHECK(extremum("if (a[i] > m && ++count > 3) m = a[i];").empty());
  CHECK(extremum("if (a[i] > m && n / i > 3) m = a[i];").empty());
}

TEST_CASE("a test may not ask for what the extremum moves") {
  CHECK(extremum("if (i > at + 2 && a[i] > m) { m = a[i]; at = i; }").empty());
}

TEST_CASE("statements that ask the same belong together") {
  CHECK(extremum("at = a[i] > m ? i : at; m = a[i] > m ? a[i] : m;") == "max m at");
  CHECK(extremum("at = a[i] <= m ? at : i; m = a[i] <= m ? m : a[i];") == "max m nan at");
  CHECK(extremum("at = a[i] > m ? i : at; m = std::max(m, a[i]);") == "max m at");
  CHECK(extremum("if (k[i] < top) at = i; to = k[i] < top ? -i : to; top = std::min(top, k[i]);") == "min top at to");
  CHECK(extremum("const bool better = a[i] > m; at = better ? i : at; m = better ? a[i] : m;") == "max m at");
  CHECK(extremum("const bool better = a[i] > m; if (better) { m = a[i]; at = i; }") == "max m at");
  CHECK(extremum("bool worse = a[i] <= m; if (worse) continue; m = a[i]; at = i;") == "max m nan at");
}

TEST_CASE("statements that ask for something else, or too late, stay apart") {
  CHECK(extremum("m = a[i] > m ? a[i] : m; at = a[i] > m ? i : at;").empty());
  CHECK(extremum("at = a[i] >= m ? i : at; m = std::max(m, a[i]);").empty());
  CHECK(extremum("at = a[i] > m ? i : at; m = std::fmax(m, a[i]);").empty());
  CHECK(extremum("at = k[i] > 3 && a[i] > m ? i : at; m = std::max(m, a[i]);").empty());
  CHECK(
      extremum("const bool better = a[i] > m; at = better ? i : at; m = better ? a[i] : m; count += better;").empty());
  CHECK(extremum("const bool better = a[i] > m; at = better ? i + better : at; m = better ? a[i] : m;").empty());
}

TEST_CASE("what is evaluated twice changes nothing") {
  CHECK(extremum("if (k[count++] > top) top = k[count++];").empty());
  CHECK(extremum("if (k[i] > top) { top = k[i]; at = (count += 1, i); }").empty());
}

TEST_CASE("the kernel takes note where the value is taken") {
  CHECK(marked("if (k[i] <= top) continue; top = k[i]; at = i;") ==
        "{ if (k[i] <= top) continue; <top = k[i]>; at = i; }");
  CHECK(marked("at = a[i] > m ? i : at; m = a[i] > m ? a[i] : m;") ==
        "{ at = a[i] > m ? i : at; m = a[i] > m ? <a[i]> : m; }");
  CHECK(marked("at = a[i] > m ? i : at; m = std::max(m, a[i]);") ==
        "{ at = a[i] > m ? <i> : at; m = clustrix::larger(m, a[i]); }");
  // Whether it is a NaN shows when it is assigned.
  CHECK(marked("at = a[i] <= m ? at : i; m = a[i] <= m ? m : a[i];") ==
        "{ at = a[i] <= m ? at : i; <m = a[i] <= m ? m : a[i]>; }");
}

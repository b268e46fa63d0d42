// What is kept where it is met first, and extremes that begin with none.
#include "../Fixtures/MarkedBody.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel body(const std::string& statements) {
  return modelOf(
      "#include <vector>\n"
      "[[clustrix::cluster]] int f(const int* a, const int* to, int* out, const std::vector<int>& v, int n, int x, "
      "double m, const double* b, int& seen) {\n bool found = false; int at = -1, best = -1, flag = 0;\n"
      " for (int i = 0; i < n; ++i) { " +
      statements + " } return at + best + flag + found + static_cast<int>(m); }\n");
}

/// The updates, `max at_set: at`, with `!` where the loop is serial for another reason.
std::string updates(const LoopModel& model) {
  std::string text;
  for (const Update& update : model.updates) {
    const ScalarState& state = model.scalars.at(static_cast<std::size_t>(update.scalar));
    text += (text.empty() ? "" : ", ") + std::string(word(update.op)) + " " + state.name + ":";
    for (const int location : update.locations) text += " " + model.scalars[static_cast<std::size_t>(location)].name;
  }
  return text;
}
std::string taken(const std::string& statements) { return updates(body(statements)); }

/// Whether something else than what is met first reads or writes the variable.
bool isCarried(const LoopModel& model, const std::string& name) {
  return std::any_of(model.scalars.begin(), model.scalars.end(), [&](const ScalarState& state) {
    return state.name == name && !(state.exposedReads.empty() && state.runningReads.empty() && state.writes.empty());
  });
}

bool asks(const LoopModel& model, const std::string& value, Int128 least) {
  return std::any_of(model.obligations.begin(), model.obligations.end(),
                     [&](const Obligation& duty) { return text(model, duty.value) == value && duty.min == least; });
}

}  // namespace

TEST_CASE("what is met first is kept with a flag of the kernel's own") {
  CHECK(taken("if (!found && a[i] == x) { found = true; at = i; }") == "max found_set: found at");
  CHECK(taken("if (at < 0 && a[i] == x) at = i;") == "max at_set: at");
  CHECK(taken("if (a[i] == x && -1 == at) at = i;") == "max at_set: at");
  CHECK(taken("if (!flag) if (a[i] == x) { flag = 1; }") == "max flag_set: flag");
  CHECK(taken("if (!found) { if (a[i] == x) { if (i > 3) { found = true; at = i; } } }") == "max found_set: found at");
  CHECK(taken("if (flag == 0 && a[i] == x) { flag = 2; at = a[i]; }") == "max flag_set: flag at");
  CHECK(taken("if (at >= 0 || a[i] != x) continue; at = i;") == "max at_set: at");
  CHECK(markedBody(body("if (at < 0 && a[i] == x) at = i;")) == "{ if (!at_set && a[i] == x) <at = i, at_set = 1>; }");
  CHECK(markedBody(body("if (!(found || a[i] != x)) found = true;")) ==
        "{ if (!(found_set || a[i] != x)) <found = true, found_set = 1>; }");
  const LoopModel model = body("if (at < 0 && a[i] == x) at = i;");
  CHECK_FALSE(isCarried(model, "at"));
  CHECK(model.scalars.back().expression == "(at < 0 ? 0u : 1u)");
}

TEST_CASE("what is assigned has to end the test for none") {
  CHECK(asks(body("if (at < 0 && a[i] == x) at = i;"), "k_i", 0));
  CHECK(asks(body("if (at == -1 && a[i] == x) at = i - 1;"), "k_i", 1));
  CHECK(asks(body("if (at == n && a[i] == x) at = i;"), "n - k_i", 1));
  CHECK(taken("if (!found && a[i] == x) { found = false; at = i; }") == "");
  CHECK(taken("if (at < 0 && a[i] == x) at = to[i];") == "");
  CHECK(taken("if (at < 0 && a[i] == x) at = -3;") == "");
  CHECK(taken("if (at < i && a[i] == x) at = x;") == "");
  CHECK(isCarried(body("if (at < 0 && a[i] == x) at = to[i];"), "at"));
}

TEST_CASE("who looks at the place besides carries it from one iteration to the next") {
  CHECK(isCarried(body("if (at < 0 && a[i] == x) at = i; out[i] = at;"), "at"));
  CHECK(isCarried(body("if (at < 0 && a[i] + at == x) at = i;"), "at"));
  CHECK(taken("if (seen < 0 && a[i] == x) seen = i;") == "");
}

TEST_CASE("tests that the program may never come to must be such that may be tried") {
  CHECK(taken("if (at < 0 && a[to[i]] == x) at = i;") == "");
  CHECK(taken("if (at < 0 && x / a[i] == 1) at = i;") == "");
  CHECK(taken("if (x / a[i] == 1 && at < 0) at = i;") == "max at_set: at");
  CHECK(taken("if (at < 0 && a[i] == x) { at = i; best = a[to[i]]; }") == "");
  CHECK(taken("if (at < 0 && ++out[i] == x) at = i;") == "");
}

TEST_CASE("an extreme that begins with none keeps what it meets first beside the best") {
  CHECK(taken("if (best < 0 || b[i] > m) { m = b[i]; best = i; }") == "max best_set: m_first best_first, max m: best");
  CHECK(taken("if (best == -1 || a[i] <= a[best]) best = i;") == "max best_set: best_first, min a[best]: best");
  CHECK(taken("if (to[i] && (best < 0 || b[i] > m)) { m = b[i]; best = i; }") ==
        "max best_set: m_first best_first, max m: best");
  CHECK(markedBody(body("if (best < 0 || b[i] > m) { m = b[i]; best = i; }")) ==
        "{ if ((!best_set && <m_first = (b[i]), best_first = (i), best_set = 1, false>) || b[i] > m) { <m = b[i]>; "
        "best = i; } }");
  CHECK(
      markedBody(body("if (best == -1 || a[i] < a[best]) best = i;")) ==
      "{ if ((!best_set && <best_first = (i), best_set = 1, false>) || a[i] < a_best_) <best = i, a_best_ = a[i]>; }");
}

TEST_CASE("an extreme whose first value has a branch of its own is one that begins with none") {
  CHECK(taken("if (best < 0) { best = i; m = b[i]; } else if (b[i] > m) { m = b[i]; best = i; }") ==
        "max best_set: m_first best_first, max m: best");
  CHECK(markedBody(body("if (best == -1) best = i; else if (a[i] < a[best]) best = i;")) ==
        "{ if ((!best_set && <best_first = (i), best_set = 1, false>)) (void)0; else if (a[i] < a_best_) <best = i, "
        "a_best_ = a[i]>; }");
  CHECK(isCarried(body("if (best < 0) { best = i; m = 2; } else if (b[i] > m) { m = b[i]; best = i; }"), "best"));
  CHECK(isCarried(body("if (best < 0) { best = i; } else if (b[i] > m) { m = b[i]; best = i; }"), "best"));
  CHECK(isCarried(body("if (best < 0) { best = i; m = b[i]; } else if (b[i] > m) { m = b[i]; best = i; } else x = 1;"),
                  "best"));
}

TEST_CASE("an extreme is no such one where something else ends or begins it") {
  CHECK(isCarried(body("if (best < 0 || b[i] > m) { m = b[i]; best = i; } if (b[i] > 2) best = -1;"), "best"));
  CHECK(
      isCarried(body("if (best < 0 || b[i] > m) { m = b[i]; best = i; } if (a[i] > m) { m = a[i]; best = i; }"), "m"));
  CHECK(
      isCarried(body("if (b[i] > m) { m = b[i]; best = i; } if (best < 0 || b[i] > m) { m = b[i]; best = i; }"), "m"));
  CHECK(isCarried(body("if (best < 0 || a[i] > x) { m = b[i]; best = i; }"), "best"));
}

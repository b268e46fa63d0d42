#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel loop(const std::string& head, const std::string& statements) {
  return modelOf(
      "#include <cmath>\n#include <vector>\n"
      "[[clustrix::cluster]] void f(const double* a, const double* b, double* out, int n, int m,"
      " const std::vector<double>& v) {\n"
      " double x1 = 0, x2 = 0; float f1 = 0; int j = 0;\n " +
      head + " { " + statements + " }\n}\n");
}

LoopModel body(const std::string& statements) { return loop("for (int i = m; i < n; i += 2)", statements); }

/// Whether nothing is left of an earlier iteration's value.
bool startsAfresh(const LoopModel& model) {
  for (const ScalarState& state : model.scalars)
    if (!state.exposedReads.empty() || !state.runningReads.empty()) return false;
  return model.effects.empty();
}

std::string textOf(const LoopModel& model) {
  std::string text;
  for (const BodyPiece& piece : model.kernel.body)
    text += piece.kind == BodyPiece::Captured  ? model.kernel.captures[static_cast<std::size_t>(piece.index)].name
            : piece.kind == BodyPiece::Counter ? "k"
                                               : piece.text;
  return text;
}

}  // namespace

TEST_CASE("the iteration before is asked again for what it has left") {
  const LoopModel model = body("out[i] = a[i] - x1; x1 = a[i];");
  CHECK(startsAfresh(model));
  const std::string text = textOf(model);
  INFO(text);
  CHECK(text.find("const auto x1_left = [&](clustrix::Index k) -> double {") != std::string::npos);
  CHECK(text.find("int i = static_cast<int>(first_i + (2) * k);") != std::string::npos);
  CHECK(text.find("return a[i];") != std::string::npos);
  CHECK(text.find("x1 = k > 0 ? x1_left(k - 1) : x1_first;") != std::string::npos);
}

TEST_CASE("what was read for it counts as read one iteration later") {
  const LoopModel model = body("out[i] = a[i] - x1; x1 = a[i + 1];");
  const auto again = std::find_if(model.accesses.begin(), model.accesses.end(),
                                  [](const Access& access) { return access.conditions.size() == 1; });
  REQUIRE(again != model.accesses.end());
  REQUIRE(again->index);
  // a[m + 2 * (k - 1) + 1]
  CHECK(text(model, *again->index) == "2*k_i + m - 1");
  CHECK(text(model, again->conditions[0]) == "k_i - 1");
  CHECK_FALSE(again->certain);
}

TEST_CASE("a value may be passed on over several iterations") {
  const LoopModel model = body("out[i] = x1 + x2; x2 = x1; x1 = a[i];");
  CHECK(startsAfresh(model));
  CHECK(textOf(model).find("x2 = k > 1 ? x2_left(k - 2) : k > 0 ? x1_first : x2_first;") != std::string::npos);
}

TEST_CASE("declarations of the body that the value needs are made again") {
  const LoopModel model = body("const double p = a[i] * b[i]; const double r = std::sqrt(p); out[i] = r - x1; x1 = r;");
  CHECK(startsAfresh(model));
  CHECK(textOf(model).find("const double p = a[i] * b[i];\n") != std::string::npos);
  CHECK(startsAfresh(loop("for (const double x : v)", "out[0] += x * x1; x1 = x;")));
}

TEST_CASE("what is not the same when it is computed again stays carried") {
  for (const char* text : {"out[i] = x1; x1 = x1 * 0.5 + a[i];",                          // its own value
                           "out[i] = x1; if (a[i] > 0) x1 = a[i];",                       // not in each iteration
                           "out[i] = x1; if (a[i] > 0) continue; x1 = a[i];",             //
                           "out[i] = x1; x1 = a[i]; if (a[i] > 0) x1 = 2;",               // two assignments
                           "out[i] = x1; x1 = a[j]; j += i;",                             // of what the loop moves
                           "double p = a[i]; out[i] = x1; p += out[i]; x1 = p;",          // a local that changes
                           "out[i] = x1 + x2; x1 = x2; x2 = x1;",                         // in a circle
                           "out[i] = x1 + f1; x1 = f1; f1 = static_cast<float>(a[i]);"})  // through another type
  {
    INFO(text);
    CHECK_FALSE(startsAfresh(body(text)));
  }
}

// Running sums that are spelled as recurrences: which loops become scans, and what a launch declares for them.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopSite site(const std::string& statements) {
  return parse(
             "#include <vector>\n[[clustrix::cluster]] void f(double* y, const double* x, int* k, float* s,\n"
             "unsigned char* c, std::vector<double>& v, int n, int first) {\n" +
             statements + " }\n")
      .functions[0]
      .loops[0];
}
/// Whether a variable takes the place of what the iteration before has written.
bool isRestated(const std::string& statements) {
  const LoopSite one = site(statements);
  INFO(statements);
  return !one.declared.empty() && one.model.effects.empty() && one.model.updates.size() == 2 &&
         std::any_of(one.model.accesses.begin(), one.model.accesses.end(),
                     [](const Access& access) { return access.suspended; });
}

}  // namespace

TEST_CASE("a running sum in memory is a variable that is added to") {
  for (const char* text :
       {"for (int i = 1; i < n; ++i) y[i] = y[i - 1] + x[i];",
        "for (int i = 1; i < n; i++) { y[i] = x[i] + y[i - 1]; }",
        "for (int i = 0; i < n; ++i) y[i + 1] = y[i] - 2 * x[i];", "for (int i = n - 2; i >= 0; --i) y[i] += y[i + 1];",
        "for (int i = first; i < n; ++i) k[i] = k[i - 1] * 3;",
        "for (std::size_t i = 1; i < v.size(); ++i) v[i] = v[i] + v[i - 1];",
        "if (n > 3) { for (int i = 1; i < n; ++i) y[i] = y[i - 1] + x[n - i]; }"})
    CHECK(isRestated(text));
}

TEST_CASE("a launch declares what changes nothing") {
  CHECK(site("for (int i = 1; i < n; ++i) y[i] = y[i - 1] + x[i];").declared == "double y_before = -0.0;");
  CHECK(site("for (int i = 1; i < n; ++i) k[i] += k[i - 1];").declared == "int k_before = 0;");
  CHECK(site("for (int i = 1; i < n; ++i) k[i] *= k[i - 1];").declared == "int k_before = 1;");
  CHECK(site("double y_before = 2; for (int i = 1; i < n; ++i) y[i] = y[i - 1] + y_before;").declared ==
        "double y_before2 = -0.0;");
  CHECK(site("for (int i = 1; i < n; ++i) y[i] = y[i - 1] + x[i];").applied.empty());
}

TEST_CASE("what is no running sum stays as it is") {
  for (const char* text :
       {"for (int i = 2; i < n; ++i) y[i] = y[i - 2] + x[i];",
        "for (int i = 1; i < n; ++i) y[i] = 2 * y[i - 1] + x[i];",
        "for (int i = 1; i < n; ++i) y[i] = x[i] - y[i - 1];",
        "for (int i = n - 1; i > 0; --i) y[i] = y[i - 1] + x[i];",
        "for (int i = 1; i < n; i += 2) y[i] = y[i - 1] + x[i];", "for (int i = 1; i < n; ++i) k[i] = k[i - 1] + x[i];",
        "for (int i = 1; i < n; ++i) s[i] = s[i - 1] + x[i];", "for (int i = 1; i < n; ++i) c[i] = c[i - 1] + 1;",
        "for (int i = 1; i < n; ++i) y[i] = y[i - 1] + y[i + 1];",
        "for (int i = 1; i < n; ++i) y[i] = y[i - 1] + y[k[i]];",
        "for (int i = 1; i < n; ++i) { y[i] = y[i - 1] + x[i]; y[0] = 1; }",
        "int* q = &n; for (int i = 1; i < n; ++i) if (x[i] > 0) y[i] = y[i - 1] + x[i];",
        "for (int j = 0; j < 3; ++j) for (int i = 1; i < n; ++i) y[i] = y[i - 1] + x[i];"}) {
    INFO(text);
    CHECK(site(text).declared.empty());
  }
}

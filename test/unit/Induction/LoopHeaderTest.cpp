#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel function(const std::string& statements) {
  return modelOf(
      "#include <array>\n#include <list>\n#include <string>\n#include <vector>\nint next();\n"
      "[[clustrix::cluster]] long f(double* a, const int* c, std::vector<double>& v, std::list<double>& chain,\n"
      "                             std::vector<std::string>& words, int (&table)[5], std::array<int, 6>& six, int n) "
      "{\n  double* p = a; int& r = n;\n  " +
      statements + "\n  return 0;\n}\n");
}

std::string trip(const std::string& statements) {
  const LoopModel model = function(statements);
  if (!model.loops[0].trip) return "none";
  return text(model, model.loops[0].trip->distance) + " by " + text(model, model.loops[0].trip->stride);
}

/// Why the loop cannot be counted.
std::string problem(const std::string& statements) {
  for (const Effect& effect : function(statements).effects)
    if (effect.code.starts_with("loop.")) return effect.message;
  return "";
}

}  // namespace

TEST_CASE("a step is any sum of the variable and a number that does not change, in the variable's type") {
  CHECK(trip("for (int i = 0; i < n; i = 2 + i) a[i] = 0;") == "n by 2");
  CHECK(trip("for (int i = 0; i < n; i = static_cast<int>(i + 3)) a[i] = 0;") == "n by 3");
  CHECK(trip("for (int i = 0; i < n; i -= -2) a[i] = 0;") == "n by 2");
  CHECK(trip("for (int i = 0; i < n; i = i * 2) a[i] = 0;") == "none");
  CHECK(trip("for (int i = 0; i < n; i = 2 - i) a[i] = 0;") == "none");
  CHECK(trip("for (int i = 0; i < n; i = static_cast<short>(i + 3)) a[i] = 0;") == "none");
  CHECK(trip("for (int i = 0; i < n; i += c[i]) a[i] = 0;") == "none");
}

TEST_CASE("a bound that is no polynomial is computed by the host, and only what changes nothing") {
  CHECK(trip("for (int i = c[0]; i < c[n + 1]; ++i) a[i] = 0;") == "c[n + 1] - c[0] by 1");
  CHECK(trip("for (int i = n > 3 ? 1 : 0; i < 9; ++i) a[i] = 0;") != "none");
  CHECK(trip("for (int i = 0; i < next(); ++i) a[i] = 0;") == "none");
  CHECK(trip("for (int i = 0; i < n++; ++i) a[i] = 0;") == "none");
}

TEST_CASE("a loop that cannot be counted says why") {
  CHECK(problem("for (int i = 0; i < n; ++i) a[i] = 0;") == "");
  CHECK(problem("for (;;) a[0] += 1;") == "the loop has no condition that counts");
  CHECK(problem("while (int k = n - c[0]) { a[k] = 1; --n; }") == "the loop has no condition that counts");
  CHECK(problem("for (float x = 0; x < 9; ++x) a[0] = x;") == "a floating-point variable counts the iterations");
  CHECK(problem("for (r = 0; r < 9; ++r) a[r] = 1;") == "the counting variable can change behind the header's back");
  CHECK(problem("static int once; for (once = 0; once < 9; ++once) a[once] = 1;") ==
        "the counting variable can be reached in other ways");
  CHECK(problem("for (int i = 0; i < n; ++i) { i += 2; a[i] = 1; }") == "the loop changes the counting variable 'i'");
  CHECK(problem("for (double x : chain) a[0] += x;") ==
        "the range is not one of contiguous elements known before the loop");
}

TEST_CASE("a condition that moves the head's variables beside the step is not counted") {
  CHECK(trip("for (int i = 0, j = n; i < --j; ++i) a[i] = a[j];") == "none");
  CHECK(trip("for (int i = 0, j = n; i < j--; ++i) a[i] = a[j];") == "none");
  CHECK(trip("for (int i = 0, j = n; i < (j -= 2); ++i) a[i] = a[j];") == "none");
  CHECK(trip("for (int i = 0; ++i < n; ++i) a[i] = 1;") == "none");
  CHECK(trip("for (int i = 0; i++ < n; i += 2) a[i] = 1;") == "none");
  CHECK(trip("for (auto p = v.begin(), q = v.end(); p < --q; ++p) *p = *q;") == "none");
  CHECK(trip("for (int i = 0; ++i < n;) a[i] = 1;") != "none");
  CHECK(trip("int i = n; while (i-- > 0) a[i] = 1;") != "none");
}

TEST_CASE("a pointer counts where nobody asks for it behind the loop") {
  const LoopModel model = function("for (; p < a + n; p += 2) *p = 1;");
  CHECK(model.effects.empty());
  REQUIRE(model.accesses.size() == 1);
  CHECK(text(model, *model.accesses[0].index) == "2*k_p");
  CHECK(model.arrays[static_cast<std::size_t>(model.accesses[0].array.value)].base == "p");
  CHECK(problem("for (; p < a + n; ++p) *p = 1; return p - a;") == "the value of 'p' after the loop may be used");
  CHECK(trip("auto it = v.begin(); for (; it != v.end(); ++it) *it = 1;") != "none");
}

TEST_CASE("a range of contiguous elements is walked to its end, in the iteration's own copies or the elements") {
  CHECK(trip("for (double& x : v) x = 1;") == "v.size() by 1");
  CHECK(trip("for (int x : table) a[0] += x;") == "5 by 1");
  CHECK(trip("for (int& x : six) x = 1;") == "6 by 1");
  const auto touched = [](const std::string& statements) {
    std::string kinds;
    for (const Access& access : function(statements).accesses)
      kinds += access.kind == AccessKind::Write ? "write " : "read ";
    return kinds;
  };
  CHECK(touched("for (double x : v) x = 1;") == "read ");
  CHECK(touched("for (double& x : v) x = 1;") == "write ");
  CHECK(hasEffect(function("for (std::string word : words) a[0] = 1;"), "effect.unsupported-type"));
}

#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// Whether the loop of `b[i] = CALL` is told to leave behind what the rest of the source looks at.
bool isRefused(const std::string& call, const std::string& rest, std::vector<std::string> flags = {}) {
  flags.push_back("-std=c++20");
  const auto result =
      SourceFile(
          "#include <cerrno>\n#include <cfenv>\n#include <cmath>\n#include <cstdio>\n#include <cstdlib>\n"
          "#include <algorithm>\n#include <fstream>\n#include <string>\n"
          "[[clustrix::cluster]] void loop(const double* x, double* b, int n) {\n"
          "  for (int i = 0; i < n; ++i) b[i] = " +
          call + ";\n}\n" + rest)
          .read(flags);
  INFO(result.diagnostics);
  REQUIRE(result.unit.has_value());
  return hasEffect(result.unit->functions.at(0).loops.at(0).model, "effect.math-state");
}

}  // namespace

TEST_CASE("mathematical functions leave nothing behind where nobody looks") {
  for (const char* call :
       {"std::sqrt(x[i])", "lgamma(x[i])", "std::tgamma(x[i])", "log10f(x[i])", "std::nextafter(x[i], 1)"})
    CHECK_FALSE(isRefused(call, ""));
}

TEST_CASE("a loop that may set errno is refused where the source reads it") {
  const std::string read = "int state() { return errno; }\n";
  for (const char* call : {"std::sqrt(x[i])", "sqrtf(x[i])", "std::pow(x[i], 2)", "__builtin_log(x[i])"})
    CHECK(isRefused(call, read));
  for (const char* call : {"std::fabs(x[i])", "x[i] * 2", "floorf(x[i])", "std::min(x[i], 1.0)"})
    CHECK_FALSE(isRefused(call, read));
  CHECK_FALSE(isRefused("std::sqrt(x[i])", read, {"-fno-math-errno"}));
}

TEST_CASE("errno behind another library function is that function's") {
  const auto reads = [&](const std::string& body) {
    return isRefused("std::sqrt(x[i])", "int f(double* a, const char* t) { " + body + " return 0; }\n");
  };
  CHECK_FALSE(reads("loop(a, a, 1); if (!fopen(t, t)) return errno;"));
  CHECK_FALSE(reads("errno = 0; long v = strtol(t, nullptr, 10); if (errno) return v;"));
  CHECK_FALSE(reads("loop(a, a, 1); std::ifstream in(t); if (!in) return errno;"));
  CHECK_FALSE(reads("errno = 0;"));
  CHECK(reads("errno = 0; loop(a, a, 1); if (errno) return 1;"));
  CHECK(reads("errno = 0; a[0] = std::sqrt(a[1]); return errno;"));
  CHECK(reads("fopen(t, t); loop(a, a, 1); return errno;"));
  CHECK(reads("std::for_each(a, a + 9, [&](double& x) { loop(&x, &x, 1); }); return errno;"));
  CHECK(reads("errno = 0; while (errno == 0) loop(a, a, 1);"));
  CHECK(reads("loop(a, a, 1); puts(t); return errno;"));
  CHECK(reads("errno = 0; loop(a, a, 1); if (a) errno = 0; return errno;"));
  CHECK(reads("auto failed = [] { return errno != 0; }; errno = 0; loop(a, a, 1); return failed();"));
  CHECK(reads("loop(a, a, 1); perror(t);"));
  CHECK_FALSE(reads("loop(a, a, 1); if (!fopen(t, t)) perror(t);"));
  CHECK(reads("struct Local { int f() { return errno; } };"));
  CHECK(reads("int (*g)() = nullptr; errno = 0; g(); return errno;"));
}

TEST_CASE("the sign of lgamma and exception flags matter where they are named") {
  const std::string sign = "int sign() { return signgam; }\n";
  CHECK(isRefused("lgamma(x[i])", sign));
  CHECK_FALSE(isRefused("std::sqrt(x[i])", sign));
  CHECK(isRefused("x[i] / 3", "bool bad() { return std::fetestexcept(FE_INVALID); }\n"));
  CHECK_FALSE(isRefused("x[i] / 3", "void up() { std::fesetround(FE_UPWARD); }\n"));
}

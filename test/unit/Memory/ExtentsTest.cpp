// Where an extent counts: the pointer and what it names are what they were when the function was called.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// Why the extent of `a` does not count; "" where it does.
std::string problem(const std::string& parameters, const std::string& before, const std::string& after = "") {
  const SourceUnit unit = parse("int limit;\nconst int most = 9;\n[[clustrix::cluster]] void f(" + parameters +
                                ", const int* from, double* out, int m) {\n" + before +
                                " for (int i = 0; i < m; ++i) out[i] = a[from[i]]; " + after + "\n}\n");
  const LoopModel& model = unit.functions.at(0).loops.back().model;
  for (const ArrayObject& array : model.arrays) {
    if (array.name != "a") continue;
    CHECK(array.extent.has_value() == array.extentProblem.empty());
    return array.extentProblem;
  }
  return "no such array";
}

const std::string n = "[[clustrix::extent(n)]] const double* a, int n";

}  // namespace

TEST_CASE("an extent counts where nothing that it names has changed") {
  CHECK(problem(n, "").empty());
  CHECK(problem(n, "if (n < 3) return;").empty());
  CHECK(problem(n, "const double* b = a; out[0] = b[n - 1];").empty());
  CHECK(problem(n, "", "n = 0; ++a;").empty());
  CHECK(problem("[[clustrix::extent(most * n)]] const double* a, int n", "").empty());
  CHECK(problem("[[clustrix::extent(static_cast<long>(n))]] const double* a, int n", "").empty());
}

TEST_CASE("a pointer or a number that has changed takes the extent with it") {
  CHECK(problem(n, "n /= 2;") == "'n' may have changed before the loop");
  CHECK(problem(n, "++a;") == "'a' may have changed before the loop");
  CHECK(problem(n, "int* p = &n; *p = 3;") == "'n' may have changed before the loop");
  CHECK(problem("[[clustrix::extent(n)]] const double* a, int& n", "") == "'n' may have changed before the loop");
  CHECK(problem("[[clustrix::extent(limit)]] const double* a", "") == "'limit' may have changed before the loop");
}

TEST_CASE("a later change counts where the loop is reached again") {
  CHECK(problem(n, "for (int t = 0; t < 3; ++t) {", "--n; }") == "'n' may have changed before the loop");
  CHECK(problem(n, "again:", "if (--n > 0) goto again;") == "'n' may have changed before the loop");
}

TEST_CASE("a name that means something else at the loop is no extent") {
  CHECK(problem(n, "{ int n = 3;", "out[0] = n; }") == "'n' is the name of a variable in the function, too");
}

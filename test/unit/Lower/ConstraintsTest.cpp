#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// What holds where `a[i]` is written, beside what the loop's head says, each >= 0: "k_i - 3; ".
std::string conditions(const std::string& statement, const std::string& head = "int i = 0; i < n; ++i") {
  const LoopModel model = modelOf(
      "[[clustrix::cluster]] void f(double* a, const double* b, const int* c, int n, int m, long d, unsigned u, "
      "unsigned w) {\n  for (" +
      head + ") { " + statement + " }\n}\n");
  for (const Access& access : model.accesses) {
    if (access.kind != AccessKind::Write) continue;
    std::string all;
    for (const Polynomial& one : access.conditions) all += text(model, one) + "; ";
    return all;
  }
  FAIL("nothing is written");
  return "";
}

}  // namespace

TEST_CASE("a comparison says which side is greater, and by how much") {
  CHECK(conditions("if (i > 3) a[i] = 1;") == "k_i - 4; ");
  CHECK(conditions("if (i >= m) a[i] = 1;") == "k_i - m; ");
  CHECK(conditions("if (m <= 2 * i) a[i] = 1;") == "2*k_i - m; ");
  CHECK(conditions("if (i == m) a[i] = 1;") == "k_i - m; m - k_i; ");
}

TEST_CASE("where a condition does not hold its opposite does") {
  CHECK(conditions("if (i > 3) return; else a[i] = 1;") == "-k_i + 3; ");
  CHECK(conditions("if (!(i > 3)) a[i] = 1;") == "-k_i + 3; ");
  CHECK(conditions("if (i > 3 || i < m) { } else a[i] = 1;") == "-k_i + 3; k_i - m; ");
}

TEST_CASE("both sides of a conjunction hold, and neither side of a disjunction has to") {
  CHECK(conditions("if (i > 3 && i < m) a[i] = 1;") == "k_i - 4; m - k_i - 1; ");
  CHECK(conditions("if (i > 3 || i < m) a[i] = 1;") == "");
  CHECK(conditions("if (i > 3 && b[i] > 0) a[i] = 1;") == "k_i - 4; ");
  CHECK(conditions("if (!(i > 3 && i < m)) a[i] = 1;") == "");
}

TEST_CASE("an inequality says something where one side of it is out of reach") {
  CHECK(conditions("if (i != 0) a[i] = 1;") == "k_i - 1; ");
  CHECK(conditions("if (i) a[i] = 1;") == "k_i - 1; ");
  CHECK(conditions("if (i != n - 1) a[i] = 1;") == "n - k_i - 2; ");
  CHECK(conditions("if (i != m) a[i] = 1;") == "");
}

TEST_CASE("data, numbers with a fraction and tests that change something say nothing") {
  CHECK(conditions("if (b[i] > 3) a[i] = 1;") == "");
  CHECK(conditions("if (i > 0.5) a[i] = 1;") == "");
  CHECK(conditions("if (m++ < i) a[i] = 1;") == "");
  CHECK(conditions("if (u < w) a[i] = 1;") == "w - u - 1; ");
  CHECK(conditions("if (u < w + 1) a[i] = 1;") == "");  // the sum may wrap around
}

TEST_CASE("an unsigned number that is less than one of the lower half is not negative") {
  CHECK(conditions("const unsigned long y = i + d; if (y < 100ul) a[y] = 1;") == "k_i + d; -k_i - d + 99; ");
  CHECK(conditions("const unsigned long y = c[i] + d; if (y < 100ul) a[y] = 1;") == "");
}

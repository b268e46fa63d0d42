// Counters that an inner loop only raises: which subscripts they make.
#include "../Fixtures/Parse.h"

#include <algorithm>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The subscript of what is written to `list`, in a loop over j within one over i that begins with `k` as `first`.
std::string subscriptOf(const std::string& body, const std::string& first = "0", const std::string& type = "int") {
  const LoopModel model = modelOf(
      "[[clustrix::cluster]] void f(int* list, const int* x, int n, int m) {\n"
      "  for (int i = 0; i < n; ++i) { " +
      type + " k = " + first + "; for (int j = 0; j < n; ++j) { " + body + " } } }\n");
  for (const Access& access : model.accesses)
    if (access.kind == AccessKind::Write) return access.index ? text(model, *access.index) : "?";
  return "none";
}

}  // namespace

TEST_CASE("a counter that is only raised is one value in each iteration") {
  CHECK(subscriptOf("if (x[j] && k < m) list[i * m + k++] = j;") == "k_i*m + k");
  CHECK(subscriptOf("if (x[j]) { list[i * m + k] = j; k += 2; }") == "k_i*m + k");
  CHECK(subscriptOf("if (x[j] && k + 1 < m) { ++k; list[i * m + k] = j; }") == "k_i*m + k + 1");
}

TEST_CASE("a counter that is raised in one place is no more than the iterations before") {
  const LoopModel model = modelOf(
      "[[clustrix::cluster]] void f(int* list, const int* x, int n) { for (int i = 0; i < n; ++i) { int k = 3; for "
      "(int j "
      "= 0; j < n; ++j) if (x[j]) list[i * n + k++] = j; } }\n");
  const auto write = std::find_if(model.accesses.begin(), model.accesses.end(),
                                  [](const Access& access) { return access.kind == AccessKind::Write; });
  REQUIRE(write != model.accesses.end());
  CHECK(std::any_of(write->conditions.begin(), write->conditions.end(),
                    [&](const Polynomial& one) { return text(model, one) == "k_j - k + 3"; }));
}

TEST_CASE("a counter that may do anything else is not known") {
  CHECK(subscriptOf("if (x[j]) list[i * m + k++] = j; if (x[j] > 5) --k;") == "?");
  CHECK(subscriptOf("if (x[j]) list[i * m + k++] = j; if (x[j] > 5) k = 0;") == "?");
  CHECK(subscriptOf("int& r = k; if (x[j]) list[i * m + k++] = j; if (x[j] > 5) r = 0;") == "?");
  CHECK(subscriptOf("if (x[j]) list[i * m + k++] = j; if (x[j] > 5) k += x[j];") == "?");
}

TEST_CASE("a counter that may wrap around or begins below zero is not known") {
  CHECK(subscriptOf("if (x[j]) list[i * m + k++] = j;", "0", "unsigned") == "?");
  CHECK(subscriptOf("if (x[j]) list[i * m + k++] = j;", "0", "signed char") == "?");
  CHECK(subscriptOf("if (x[j]) list[i * m + k++] = j;", "-1") == "?");
  CHECK(subscriptOf("if (x[j]) list[i * m + k++] = j;", "x[i]") == "?");
}

#include "../Fixtures/Parse.h"

#include "Induction/TripCounting.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The bounds of an inner loop with this head, in which `j` is the variable's value: `j = list[] + k_j: ... >= 0`.
std::string inner(const std::string& head) {
  const LoopModel model = modelOf(
      "[[clustrix::cluster]] void f(double* x, const double* y, const int* list, const long* wide, int n) {\n"
      "  for (int i = 0; i < n; ++i) { double s = 0; " +
      head + " s += y[j]; x[i] = s; } }\n");
  const NestedLoop& loop = model.loops.at(1);
  if (loop.trip) return "counted";
  std::string result = loop.value ? "j = " + text(model, *loop.value) : std::string("unknown");
  for (std::size_t c = 1; c < loop.constraints.size(); ++c)
    result += (c == 1 ? ": " : ", ") + text(model, loop.constraints[c]) + " >= 0";
  return result;
}

}  // namespace

TEST_CASE("lists bound inner loops, whose number of iterations is not known before they run") {
  CHECK(inner("for (int j = 0; j < list[i]; ++j)") == "j = k_j: list[] - k_j - 1 >= 0");
  CHECK(inner("for (int j = list[i]; j < n; ++j)") == "j = list[] + k_j: n - list[] - k_j - 1 >= 0");
  CHECK(inner("for (int j = list[i]; j < list[i + 1]; j += 2)").starts_with("j = list[] + 2*k_j: "));
  CHECK(inner("const int count = list[i + 1] - list[i]; for (int j = 0; j < count; ++j)").starts_with("j = k_j: "));
  CHECK(inner("for (int j = list[i]; j > 0; --j)") == "j = list[] - k_j: list[] - k_j - 1 >= 0");
}

TEST_CASE("where its variable may go further than the list says nothing is known of it") {
  CHECK(inner("for (int j = list[i]; j != list[i + 1]; ++j)") == "unknown");
  CHECK(inner("for (unsigned j = 0; j < static_cast<unsigned>(list[i]); ++j)") == "unknown");
  CHECK(inner("for (int j = list[i]; j < static_cast<int>(wide[i]); ++j)") == "unknown");
}

// Bounds that are the lesser or the greater of two values.
#include "Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The constraints of `for (head)` inside `for (k)`, without `counter >= 0`; "" where the variable has no value.
std::vector<std::string> inner(const std::string& head) {
  const LoopModel model = modelOf(
      "#include <algorithm>\n[[clustrix::cluster]] void f(double* a, int n, int m, "
      "unsigned u, const int* b) {\n for (int k = 0; k < n; ++k) for (" +
      head + ") a[i] = 0; }\n");
  const NestedLoop& loop = model.loops.at(1);
  if (!loop.value) return {""};
  CHECK_FALSE(loop.trip);
  CHECK_FALSE(loop.certain);
  std::vector<std::string> texts;
  for (std::size_t i = 1; i < loop.constraints.size(); ++i) texts.push_back(text(model, loop.constraints[i]));
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("below the lesser of two bounds is below both") {
  const Texts both{"k_k - k_i + 7", "n - k_i - 1"};
  CHECK(inner("int i = 0; i < std::min(k + 8, n); ++i") == both);
  CHECK(inner("int i = 0; std::min(k + 8, n) > i; ++i") == both);
  CHECK(inner("int i = 0; i < (k + 8 < n ? k + 8 : n); ++i") == both);
  CHECK(inner("int i = 0; i < (n <= k + 8 ? n : k + 8); ++i") == Texts{both[1], both[0]});
  CHECK(inner("int i = 0; i < (k + 8 > n ? n : k + 8); ++i") == both);
}

TEST_CASE("above the greater of two bounds is above both") {
  CHECK(inner("int i = k; i >= std::max(k - 8, m); --i") == Texts{"-k_i + 8", "k_k - k_i - m"});
}

TEST_CASE("a start at the greater of two values is some value above both") {
  const Texts found = inner("int i = std::max(k, m); i < n; ++i");
  REQUIRE(found.size() == 3);
  CHECK(found[0].find("- k_k") != std::string::npos);
  CHECK(found[1].find("- m") != std::string::npos);
}

TEST_CASE("the other extremum bounds nothing") {
  CHECK(inner("int i = 0; i < std::max(k + 8, n); ++i") == Texts{""});
  CHECK(inner("int i = 0; i < (k + 8 > n ? k + 8 : n); ++i") == Texts{""});
  CHECK(inner("int i = std::min(k, m); i < n; ++i") == Texts{""});
  CHECK(inner("int i = 0; i < (b[k] < n ? k + 8 : n); ++i") == Texts{""});
  CHECK(inner("int i = 0; i < (k + 8 < m ? k + 8 : n); ++i") == Texts{""});
}

TEST_CASE("bounds that are compared as another type than they have are not taken apart") {
  CHECK(inner("unsigned i = 0; i < std::min(k + 8, n); ++i") == Texts{""});
  CHECK(inner("int i = 0; i < std::min<unsigned>(k + 8, u); ++i").size() == 2);  // the arguments are converted, too
}

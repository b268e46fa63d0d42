// Kept storage: what may happen between a pointer's declaration and a loop without moving a container's elements.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// Whether `p`, declared behind `own` and in front of `between`, is a name for the elements of `own`.
bool isKept(const std::string& own, const std::string& between, const std::string& inLoop = "") {
  const LoopModel model = modelOf(
      "#include <algorithm>\n#include <cmath>\n#include <vector>\nvoid any(); double help(double); \n"
      "[[clustrix::cluster]] double f(std::vector<double>& w, int n) {\n" +
      own + " double* p = v.data(); " + between + " for (int i = 0; i < n; ++i) { p[i] = v[i]; " + inLoop +
      " } return v[0]; }\n");
  return model.arrays[0].name == "v" &&
         std::none_of(model.arrays.begin(), model.arrays.end(), [](const ArrayObject& one) { return one.name == "p"; });
}
const std::string local = "std::vector<double> v(n); v.resize(2 * n);";

}  // namespace

TEST_CASE("a container of the function's own keeps its elements whatever others do") {
  CHECK(isKept(local, ""));
  CHECK(isKept(local, "any();"));
  CHECK(isKept(local, "w.resize(n);"));
  CHECK(isKept("std::vector<double> v(n); v.emplace_back(1); v.insert(v.begin(), 2); v.erase(v.begin());", "any();"));
  CHECK(isKept(local, "double s = 0; for (double x : v) s += std::sqrt(x) + help(s); w[0] = s + v.size();"));
}

TEST_CASE("a container that something else may lead to keeps its elements where nothing unknown is called") {
  CHECK(isKept("std::vector<double>& v = w;", "") == false);  // the reference is w
  CHECK_FALSE(isKept("std::vector<double> v(n); auto* q = &v;", "any();"));
  CHECK_FALSE(isKept("std::vector<double> v(n); auto* q = &v;", "w.resize(n);"));
  CHECK(isKept("std::vector<double> v(n); auto* q = &v;", "w[0] = std::sqrt(w[1]);"));
  CHECK(isKept("std::vector<double> v(n); auto* q = &v;", "auto last = w.crbegin(); n = std::size(w);"));
  CHECK(isKept("std::vector<double> v(n); auto* q = &v;", "auto&& other = std::move(w);"));
  CHECK_FALSE(isKept("std::vector<double> v(n); auto* q = &v;", "std::move(q, q + 1, &w);"));
}

TEST_CASE("a container whose elements its own name moves does not keep them") {
  CHECK_FALSE(isKept(local, "v.push_back(1);"));
  CHECK_FALSE(isKept(local, "v = w;"));
  CHECK_FALSE(isKept(local, "w.swap(v);"));
  CHECK_FALSE(isKept(local, "auto g = [&] { v.clear(); }; g();"));
  CHECK_FALSE(isKept(local, "again: if (n > 3) { n = 2; v.clear(); goto again; }"));
}

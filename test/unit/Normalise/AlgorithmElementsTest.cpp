#include "Normalise/AlgorithmLoops.h"

#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The loops of a function with one call, or none where it stays a call.
std::vector<LoopSite> loopsOf(const std::string& call) {
  return parse(
             "#include <algorithm>\n#include <functional>\n#include <numeric>\n#include <vector>\n"
             "[[clustrix::cluster]] void f(double* a, const double* b, std::vector<int>& v, int n) {\n  " +
             call + "\n}\n")
      .functions[0]
      .loops;
}

/// Accesses and updates of the loop: `read b[k_k] write a[k_k]`.
std::string does(const std::string& call) {
  const std::vector<LoopSite> loops = loopsOf(call);
  if (loops.size() != 1) return std::to_string(loops.size()) + " loops";
  const LoopModel& model = loops[0].model;
  std::string all;
  for (const Access& access : model.accesses)
    all += std::string(access.kind == AccessKind::Write ? "write " : "read ") +
           model.arrays[static_cast<std::size_t>(access.array.value)].name + " ";
  for (const Update& update : model.updates) all += std::string(word(update.op)) + " ";
  return all;
}

}  // namespace

TEST_CASE("families are told by what the algorithm is") {
  for (const Algorithm one : {Algorithm::ForEach, Algorithm::Transform, Algorithm::Copy, Algorithm::Generate,
                              Algorithm::CountUp, Algorithm::Fold, Algorithm::Product, Algorithm::CountMatches})
    CHECK(isElementwise(one));
  for (const Algorithm one :
       {Algorithm::None, Algorithm::FindEqual, Algorithm::CopyMatches, Algorithm::Sums, Algorithm::LeastAndGreatest})
    CHECK_FALSE(isElementwise(one));
}

TEST_CASE("elements are read and written once each") {
  CHECK(does("std::copy(b, b + n, a);") == "read b write a ");
  CHECK(does("std::fill_n(a, n, 0.5);") == "write a ");
  CHECK(does("std::transform(b, b + n, a, a, std::minus<>{});") == "read b read a write a ");
}

TEST_CASE("folds are reductions by their operation") {
  CHECK(does("double s = std::accumulate(b, b + n, 0.0); a[0] = s;") == "read b + ");
  CHECK(does("double s = std::accumulate(b, b + n, 1.0, std::multiplies<>{}); a[0] = s;") == "read b * ");
  CHECK(does("double s = std::inner_product(b, b + n, a, 0.0); a[0] = s;").find("+ ") != std::string::npos);
  CHECK(does("auto c = std::count(v.begin(), v.end(), 3); a[0] = c;").find("+ ") != std::string::npos);
  CHECK(does("auto p = std::max_element(b, b + n); a[0] = *p;").find("max ") != std::string::npos);
}

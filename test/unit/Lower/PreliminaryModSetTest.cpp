#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel loopOf(const std::string& before, const std::string& body) {
  return modelOf(
      "struct Pair { double first, second; }; [[clustrix::cluster]] int f(double* a, const double* b, "
      "int* k, int n) {" +
      before + " for (int i = 0; i < n; ++i) { " + body + " } return 0; }\n");
}

/// Names of the variables from outside that the loop writes or updates.
std::vector<std::string> writtenIn(const LoopModel& model) {
  std::vector<std::string> names;
  for (const ScalarState& scalar : model.scalars)
    if (!scalar.writes.empty() || !scalar.updates.empty()) names.push_back(scalar.name);
  return names;
}

}  // namespace

TEST_CASE("what a loop seems to write and does not is not held against it") {
  const LoopModel discarded = loopOf("int m = 3;", "if constexpr (sizeof(int) > 99) m = i; a[i] = b[m];");
  CHECK(writtenIn(discarded).empty());
  REQUIRE(discarded.accesses.size() == 2);
  REQUIRE(discarded.accesses[0].index);
  CHECK(text(discarded, *discarded.accesses[0].index) == "m");

  const LoopModel inner = loopOf(
      "int m = 3;", "for (int j = 0; j < 4; ++j) { if constexpr (sizeof(int) > 99) m = j; a[4 * i + j] = b[m]; }");
  CHECK(writtenIn(inner).empty());
}

TEST_CASE("a pointer to what an iteration owns seems to lead to memory, and what other pointers lead to stays") {
  const LoopModel own = loopOf("", "double t[2]; double* p = t; p[1] = b[i]; k[0]; double x = p[1] * *k; (void)x;");
  const LoopModel other = loopOf("", "a[i] = b[i] * *k;");
  const auto pointedTo = [](const LoopModel& model) {
    return std::count_if(model.accesses.begin(), model.accesses.end(),
                         [](const Access& access) { return access.kind == AccessKind::Write; });
  };
  CHECK(pointedTo(own) == 0);
  CHECK(pointedTo(other) == 1);
}

TEST_CASE("variables are seen to be written wherever they are, also where the text does not show it") {
  CHECK(writtenIn(loopOf("int m = 0;", "m += k[i];")) == std::vector<std::string>{"m"});
  CHECK(writtenIn(loopOf("int m = 0; int& r = m;", "r += k[i];")) == std::vector<std::string>{"r"});
  CHECK(writtenIn(loopOf("int m = 0; auto add = [&](int x) { m += x; };", "add(k[i]);")) ==
        std::vector<std::string>{"m"});
  CHECK(writtenIn(loopOf("Pair p{}, q{};", "p.second += b[i]; q.first += b[i];")).size() == 2);
}

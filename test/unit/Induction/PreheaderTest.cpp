// What loops over a range declare in front of it.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel over(const std::string& front, const std::string& body) {
  return modelOf(
      "#include <vector>\nint next();\n[[clustrix::cluster]] void f(std::vector<double>& v, double* b, int n) { int g "
      "= 1; "
      "for (" +
      front + "; auto& x : v) { " + body + " } b[0] = g; }\n");
}
bool isUncounted(const std::string& front, const std::string& body) {
  return hasEffect(over(front, body), "loop.uncounted");
}
const ScalarState& scalar(const LoopModel& model, const std::string& name) {
  for (const ScalarState& state : model.scalars)
    if (state.name == name) return state;
  FAIL("no scalar " << name);
  return model.scalars.front();
}

}  // namespace

TEST_CASE("a number that is only read is captured by its value") {
  const LoopModel model = over("double k = n * 2", "x *= k;");
  REQUIRE(model.effects.empty());
  CHECK(std::any_of(model.kernel.captures.begin(), model.kernel.captures.end(), [](const Capture& capture) {
    return capture.name == "k" && capture.expression == "static_cast<double>(n * 2)";
  }));
}

TEST_CASE("a number that all iterations step evenly is known in each of them, and nobody has it afterwards") {
  const LoopModel model = over("int i = 3", "x += i; i += 2;");
  REQUIRE(model.effects.empty());
  const ScalarState& i = scalar(model, "i");
  REQUIRE(i.entry);
  CHECK(i.entry->coefficientOf(model.loops[0].counter) == Polynomial(2));
  CHECK_FALSE(i.liveAfter);
}

TEST_CASE("what the iterations combine in front of the range is refused") {
  CHECK(isUncounted("double s = 0", "s += x; x = s;"));
  CHECK(isUncounted("int j = 0", "if (x > 2) b[j++] = x;"));
  CHECK_FALSE(isUncounted("double t = 0", "t = x * 2; x = t + t;"));
}

TEST_CASE("what is no plain number in front of the range is refused") {
  CHECK(isUncounted("int i = next()", "x += i;"));
  CHECK(isUncounted("auto& other = v", "x += other[0];"));
  CHECK(isUncounted("int i = 0, j = i", "x += j;"));
  CHECK(isUncounted("int i = 0, j = 0", "x += j; ++i;"));
  CHECK(isUncounted("g = 5", "x += g;"));
  CHECK(isUncounted("static int i = 0", "x += i;"));
  CHECK(isUncounted("int i = 0", "int* p = &i; x += ++*p;"));
}

TEST_CASE("a loop whose head has nothing in front counts as before") {
  CHECK_FALSE(isUncounted("", "x += 1;"));
  CHECK_FALSE(isUncounted("int unused = 0", "x += 1;"));
}

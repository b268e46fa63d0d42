// What the kernel declares for the variable that a loop counts or walks with.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;
using Catch::Matchers::StartsWith;

namespace {

LoopModel loop(const std::string& head) {
  return modelOf("#include <vector>\n[[clustrix::cluster]] void f(double* a, std::vector<double>& v, long n) {\n  " +
                 head + "\n}\n");
}

std::string body(const LoopModel& model) {
  std::string all;
  for (const BodyPiece& piece : model.kernel.body)
    all += piece.kind == BodyPiece::Captured  ? model.kernel.captures[static_cast<std::size_t>(piece.index)].name
           : piece.kind == BodyPiece::Counter ? "k"
                                              : piece.text;
  return all;
}

}  // namespace

TEST_CASE("a variable that counts has the type that the source gives it") {
  CHECK(loop("for (short i = 0; i < 9; ++i) a[i] = 1;").kernel.variable.type == "short");
  CHECK(loop("for (auto i = n; i > 0; --i) a[i] = 1;").kernel.variable.type == "long");
}

TEST_CASE("a pointer begins each iteration where its steps have led") {
  const LoopModel model = loop("for (double* p = a + 3; p != a + n; p += 2) *p = 1;");
  CHECK_FALSE(model.kernel.variable.declared());
  CHECK_THAT(body(model), StartsWith("auto p = a + (3 + 2 * k);"));
}

TEST_CASE("a pointer that begins where only the run knows has its begin as a member") {
  CHECK_THAT(body(loop("for (double* p = a + n; p != a; --p) *p = 1;")),
             StartsWith("auto p = a + (first_p + -1 * k);"));
}

TEST_CASE("an element of a range is declared as in the source") {
  CHECK_THAT(body(loop("for (auto& x : v) x = 2;")), StartsWith("auto& x = v[k];"));
  CHECK_THAT(body(loop("for (const double x : v) a[0] += x;")), StartsWith("const double x = v[k];"));
}

TEST_CASE("a step that only the run knows leaves a pointer to the host") {
  CHECK(hasEffect(loop("for (double* p = a; p < a + n * 7; p += n) *p = 1;"), "effect.iterator"));
}

#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// What a loop does to the std::complex `s`: `+= ::std::complex<double>(-0.0, -0.0)`; "" where it is no sum.
std::string combined(const std::string& statement, const std::string& part = "double") {
  const std::string type = "std::complex<" + part + ">";
  const LoopModel model =
      modelOf("#include <complex>\n[[clustrix::cluster]] " + type + " f(const " + type + "* x, " + part +
              " w, int n) { " + type + " s; for (int i = 0; i < n; ++i) { " + statement + " } return s; }\n");
  if (!model.effects.empty() || model.updates.size() != 1 || !model.updates[0].declared) return "";
  const DeclaredOperation& operation = *model.updates[0].declared;
  CHECK(operation.proven);
  CHECK(operation.combine == "%l += %r;");
  return operation.word + " " + operation.identity;
}

}  // namespace

TEST_CASE("adding to a complex number and subtracting from it are sums") {
  const std::string zero = " ::std::complex<double>(-0.0, -0.0)";
  CHECK(combined("s += x[i];") == "+=" + zero);
  CHECK(combined("s -= x[i] * std::conj(x[i]);") == "-=" + zero);
  CHECK(combined("s = s + x[i];") == "+" + zero);
  CHECK(combined("s = x[i] + s;") == "+" + zero);
  CHECK(combined("s = s - x[i];") == "-" + zero);
  CHECK(combined("s += w;") == "+=" + zero);
  CHECK(combined("s += x[i];", "float") == "+= ::std::complex<float>(-0.0f, -0.0f)");
}

TEST_CASE("other operations on a complex number are none") {
  for (const char* statement : {"s *= x[i];", "s = x[i] - s;", "s = s * x[i];", "s += s * x[i];", "s = -s + x[i];",
                                "s += x[i]; w += s.real();"}) {
    INFO(statement);
    CHECK(combined(statement).empty());
  }
}

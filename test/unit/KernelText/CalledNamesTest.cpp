#include "KernelText/CalledNames.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

using Words = std::set<std::string>;

namespace {

Words called(const std::string& text) {
  KernelText kernel;
  kernel.body = {{BodyPiece::Text, text, -1}};
  return calledNames(kernel);
}

}  // namespace

TEST_CASE("functions, types, templates and namespaces that the text names by themselves are its own") {
  CHECK(called("s = combine(s, x);") == Words{"combine"});
  CHECK(called("Partial p{1}; order<int> q; identity::x = 1;") == Words{"Partial", "p", "order", "identity"});
}

TEST_CASE("members, qualified names, variables, comments and literals are not") {
  CHECK(called("order.x = it.identity(1) + p->combine(2) + ns::order(3);") == Words{"ns"});
  CHECK(called("order = combine + 1; // combine(1)\n a[order] = \"combine(1)\";").empty());
}

TEST_CASE("definitions and functions that the kernel repeats count, other pieces do not") {
  KernelText kernel;
  kernel.body = {{BodyPiece::Captured, "combine(1)", 0}};
  kernel.definitions = {{{{BodyPiece::Text, "auto g = order(1);", -1}}, 1}};
  KernelFunction function;
  function.body = {{BodyPiece::Text, "{ return identity(2); }", -1}};
  kernel.functions = {function};
  CHECK(calledNames(kernel) == Words{"order", "identity", "auto", "return"});
}

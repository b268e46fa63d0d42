#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// What is added to the counter in `a[i + k]`, where the statements declare `k`.
std::string added(const std::string& statements) {
  const LoopModel model = modelOf(
      "#include <array>\nvoid see(int&); const int three = 3;\n[[clustrix::cluster]] void f(int* a, int n) {\n  " +
      statements + "\n  for (int i = 0; i < n; ++i) a[i + k] = 1;\n}\n");
  REQUIRE(!model.accesses.empty());
  REQUIRE(model.accesses[0].index);
  const auto rest = subtract(*model.accesses[0].index, Polynomial::symbol(model.loops[0].counter));
  REQUIRE(rest);
  return text(model, *rest);
}

}  // namespace

TEST_CASE("a number is folded through the variables that it was made of") {
  CHECK(added("int m = 2, l = m + three; long k = l * m - 1;") == "9");
  CHECK(added("int m{2}; int k = -(m - m) + m;") == "k");  // a sign is none of the operators that are folded
  CHECK(added("int m = 2; int k = m * (1 + m);") == "6");
  CHECK(added("int m = 7; int k = m / 2;") == "k");
}

TEST_CASE("a number that its type does not hold is not known") {
  CHECK(added("int m = 300; unsigned char k = m;") == "k");
  CHECK(added("int m = 200; unsigned char k = m;") == "200");
  CHECK(added("unsigned m = 2; unsigned l = m - 3u; long k = l;") == "k");
  CHECK(added("long m = 3000000000; long k = m * 2;") == "k");
}

TEST_CASE("reading a variable is all that may be done with it, by its name and through lambdas") {
  CHECK(added("int k = 3; int y = (k) + k; y = k;") == "3");
  CHECK(added("int k = 3; auto h = [k] { return k; };") == "3");
  CHECK(added("int k = 3; see(k);") == "k");
  CHECK(added("int k = 3; auto h = [&] { return k; };") == "k");
  CHECK(added("int k = 3; const int& r = k;") == "k");
}

TEST_CASE("a variable that outlives the call, or that nobody may rely on, is not known") {
  CHECK(added("static int k = 3;") == "k");
  CHECK(added("int m = 3; int& k = m;") == "k");
  CHECK(added("const int k = 3;") == "3");
}

#include "StatementsInLoop.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;
using namespace clustrix::compiler::test::statements;

namespace {

/// What has to hold for the subscripts to be what they are: "0 <= k_i + u <= 4294967295; ".
std::string obligations(const std::string& statements) {
  const LoopModel model = loop(statements);
  CHECK(model.effects.empty());
  std::string all;
  for (const Obligation& one : model.obligations)
    all += std::to_string(static_cast<std::int64_t>(one.min)) + " <= " + text(model, one.value) +
           " <= " + std::to_string(static_cast<std::int64_t>(one.max)) + "; ";
  return all;
}

/// The first parameter that the host computes from others.
Symbol computed(const std::string& statements) {
  for (const Symbol& symbol : loop(statements).symbols)
    if (symbol.kind == SymbolKind::Parameter && symbol.expression.starts_with("(")) return symbol;
  return {};
}

}  // namespace

TEST_CASE("signed arithmetic is exact, and unsigned or narrower arithmetic where it fits") {
  CHECK(obligations("a[2 * i + m - 1] = 1;") == "");
  CHECK(obligations("a[i + u] = 1;") == "0 <= k_i + u <= 4294967295; ");
  CHECK(obligations("a[static_cast<short>(m)] = 1;") == "-32768 <= m <= 32767; ");
  CHECK(obligations("a[static_cast<long>(m)] = 1;") == "");
  CHECK(obligations("const unsigned char c = i; a[c] = 1;") == "0 <= k_i <= 255; ");
  CHECK(written("a[(i << 3) - -m] = 1;") == "8*k_i + m");
  CHECK(written("a[(m << i)] = 1;") == "any");
}

TEST_CASE("the distance of two places of an array is a number where it counts elements") {
  CHECK(written("const double* p = a + i; a[p - a] = 1;") == "k_i");
  CHECK(written("const double* p = a + 2 * i; a[(a + m) - p] = 1;") == "m - 2*k_i");
  CHECK(written("const double* p = a + i; a[p - b] = 1;") == "any");
  CHECK(
      written("const double* p = a + i; a[reinterpret_cast<const char*>(p) - reinterpret_cast<const char*>(a)] = 1;") ==
      "any");
}

TEST_CASE("a quotient of parameters is one too, that the host computes without dividing by zero") {
  const Symbol half = computed("a[i + n / 2] = 1;");
  CHECK(half.expression == "((static_cast<clustrix::Index>(n)) / 2)");
  REQUIRE(half.division);
  CHECK(half.division->divisor == 2);
  CHECK_FALSE(half.division->floor);
  CHECK(computed("a[i + (n >> 1)] = 1;").division->floor);
  CHECK(computed("a[i + n / m] = 1;").expression ==
        "((static_cast<clustrix::Index>(m)) == 0 ? 0 : (static_cast<clustrix::Index>(n)) / "
        "(static_cast<clustrix::Index>(m)))");
  const Symbol rest = computed("a[i + n % 4] = 1;");
  CHECK((rest.min == -3 && rest.max == 3));
  CHECK(computed("a[u % 4u] = 1;").min == 0);
  CHECK(computed("a[i / 2] = 1;").expression.empty());  // not the same in all iterations
}

TEST_CASE("a remainder keeps to its divisor, and a shift to what the type holds") {
  CHECK(written("a[i % 4] = 1;") == "remainder");
  CHECK(written("a[n % 4 + i] = 1;").find("k_i") != std::string::npos);
  CHECK(written("a[(i >> 1) + 3] = 1;") != "k_i + 3");
  CHECK(obligations("a[i * u] = 1;") == "0 <= k_i*u <= 4294967295; ");
}

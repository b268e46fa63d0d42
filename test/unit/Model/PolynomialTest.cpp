// Polynomials: canonical form, arithmetic, substitution, text, and refusal to overflow.
#include "clustrix/Polynomial.h"

#include <catch2/catch.hpp>

#include <random>

using namespace clustrix::compiler;

namespace {

const SymbolId x{0}, y{1}, z{2};
const Polynomial X = Polynomial::symbol(x), Y = Polynomial::symbol(y), Z = Polynomial::symbol(z);

std::string text(const Polynomial& value) {
  return value.str([](SymbolId id) { return std::string(1, static_cast<char>('x' + id.value)); });
}
Polynomial plus(const Polynomial& a, const Polynomial& b) { return add(a, b).value(); }
Polynomial minus(const Polynomial& a, const Polynomial& b) { return subtract(a, b).value(); }
Polynomial times(const Polynomial& a, const Polynomial& b) { return multiply(a, b).value(); }

std::int64_t valueOf(const Polynomial& value, const std::int64_t (&point)[3]) {
  std::int64_t sum = 0;
  for (const auto& [monomial, coefficient] : value.terms()) {
    std::int64_t term = coefficient;
    for (const SymbolId id : monomial) term *= point[id.value];
    sum += term;
  }
  return sum;
}

}  // namespace

TEST_CASE("equal polynomials compare equal however they were made") {
  CHECK(times(plus(X, Y), minus(X, Y)) == minus(times(X, X), times(Y, Y)));
  CHECK(plus(X, Polynomial(0)) == X);
  CHECK(minus(X, X).isZero());
  CHECK(minus(X, X) == Polynomial());
  CHECK(times(X, Y) == times(Y, X));
}

TEST_CASE("constants are told from symbols") {
  CHECK(Polynomial().constant() == 0);
  CHECK(Polynomial(7).constant() == 7);
  CHECK_FALSE(X.constant());
  CHECK(plus(X, Polynomial(5)).constantTerm() == 5);
  CHECK(X.constantTerm() == 0);
}

TEST_CASE("affine means that no two symbols are multiplied") {
  CHECK(plus(times(X, Polynomial(3)), Y).isAffine());
  CHECK_FALSE(times(X, Y).isAffine());
  CHECK_FALSE(times(X, X).isAffine());
}

TEST_CASE("a polynomial knows its symbols") {
  const Polynomial value = plus(times(X, Z), Polynomial(1));
  CHECK(value.symbols() == std::vector<SymbolId>{x, z});
  CHECK(value.mentions(z));
  CHECK_FALSE(value.mentions(y));
  CHECK(value.mentionsAny([](SymbolId id) { return id == z; }));
}

TEST_CASE("coefficient and rest put a polynomial together again") {
  const Polynomial value = plus(plus(times(times(X, Y), Polynomial(3)), times(X, Polynomial(2))), Z);
  CHECK(value.coefficientOf(x) == plus(times(Y, Polynomial(3)), Polynomial(2)));
  CHECK(value.without(x) == Z);
  CHECK(plus(times(*value.coefficientOf(x), X), value.without(x)) == value);
  CHECK_FALSE(times(X, X).coefficientOf(x));
  CHECK(Y.coefficientOf(x) == Polynomial());
}

TEST_CASE("substitution agrees with evaluation") {
  std::mt19937 random(7);
  const auto pick = [&] { return static_cast<std::int64_t>(random() % 9) - 4; };
  for (int trial = 0; trial < 200; ++trial) {
    const Polynomial inner = plus(plus(times(Y, Polynomial(pick())), Polynomial(pick())), times(Z, Z));
    const Polynomial outer =
        plus(plus(times(times(X, X), Polynomial(pick())), times(times(X, Y), Polynomial(pick()))), Polynomial(pick()));
    const std::int64_t point[3] = {pick(), pick(), pick()};
    const std::int64_t replaced[3] = {valueOf(inner, point), point[1], point[2]};
    CHECK(valueOf(outer.substitute(x, inner).value(), point) == valueOf(outer, replaced));
  }
}

TEST_CASE("coefficients that do not fit 64 bits are refused") {
  const Polynomial large(INT64_MAX), small(INT64_MIN);
  CHECK_FALSE(add(large, Polynomial(1)));
  CHECK_FALSE(multiply(large, Polynomial(2)));
  CHECK_FALSE(subtract(Polynomial(0), small));
  CHECK_FALSE(subtract(small, Polynomial(1)));
  CHECK_FALSE(times(times(X, X), large).substitute(x, Polynomial(2)));
  CHECK(subtract(Polynomial(-1), large));
}

TEST_CASE("the text reads as people write it") {
  CHECK(text(Polynomial()) == "0");
  CHECK(text(Polynomial(-3)) == "-3");
  CHECK(text(minus(plus(times(times(X, Y), Polynomial(3)), Z), Polynomial(1))) == "3*x*y + z - 1");
  CHECK(text(minus(Y, X)) == "y - x");
  CHECK(text(minus(Polynomial(1), X)) == "-x + 1");
  CHECK(text(minus(Polynomial(0), times(X, Polynomial(2)))) == "-2*x");
  CHECK(text(times(X, times(X, Y))) == "x*x*y");
}

TEST_CASE("the most negative coefficient has a text that compiles") {
  CHECK(text(Polynomial(INT64_MIN)) == "(-9223372036854775807 - 1)");
  CHECK(text(times(X, Polynomial(INT64_MIN))) == "(-9223372036854775807 - 1)*x");
  CHECK(text(plus(Y, times(X, Polynomial(INT64_MIN)))) == "y + (-9223372036854775807 - 1)*x");
}

TEST_CASE("products of too many symbols are refused, and of as many as there is room for are not") {
  std::optional<Polynomial> power = X;
  for (std::size_t factors = 2; factors <= Monomial::kMost; ++factors) power = times(*power, X);
  CHECK(power->terms().front().first.size() == Monomial::kMost);
  CHECK_FALSE(multiply(*power, Y));
  CHECK_FALSE(times(X, X).substitute(x, *power));
  CHECK(times(*power, Polynomial(3)).coefficientOf(power->terms().front().first) == 3);
  CHECK(power->coefficientOf(Monomial{x, y}) == 0);
}

TEST_CASE("terms stay in order where a symbol is taken out of them") {
  const Polynomial value = plus(times(X, Z), times(Y, X));  // over x: z + y
  CHECK(value.coefficientOf(x) == plus(Y, Z));
  CHECK(value.coefficientOf(x)->terms().front().first == Monomial{y});
}

#include "../Analysis/Builder.h"

#include "Emit/Expressions.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

struct Symbols {
  Builder b;
  Value n = b.parameter("n"), m = b.parameter("m"), wide = b.parameter("w", INT64_MIN, INT64_MAX);
  Value size = b.parameter("s", 0, (static_cast<Int128>(1) << 64) - 1);
  Spelling spell = [this](SymbolId id) { return b.model.symbols[static_cast<std::size_t>(id.value)].name + "_"; };
};

}  // namespace

TEST_CASE("sums and products are spaced as people write them") {
  Symbols s;
  CHECK(sumText(3 * s.n * s.m - 1, s.spell) == "3 * n_ * m_ - 1");
  CHECK(factorText(s.n + 1, s.spell) == "(n_ + 1)");
  CHECK(factorText(s.n, s.spell) == "n_");
  CHECK(factorText(Value(-2), s.spell) == "(-2)");
}

TEST_CASE("trip counts that are numbers are computed") {
  Symbols s;
  CHECK(tripsText({Value(10), Value(3)}, s.spell) == "4");
  CHECK(tripsText({Value(-1), Value(3)}, s.spell) == "0");
  CHECK(tripsText({s.n - 1, Value(3)}, s.spell) == "clustrix::trips(n_ - 1, 3)");
}

TEST_CASE("comparisons have no negative terms") {
  Symbols s;
  CHECK(comparisonText({(s.m - s.n).polynomial, false}, s.spell) == "m_ >= n_");
  CHECK(comparisonText({(s.m - 1).polynomial, false}, s.spell) == "m_ >= 1");
  CHECK(comparisonText({(2 * s.m - 2 * s.n - 3).polynomial, true}, s.spell) == "2 * m_ == 2 * n_ + 3");
  CHECK(comparisonText({(0 - s.n).polynomial, false}, s.spell) == "0 >= n_");
}

TEST_CASE("literals have a type that holds them") {
  CHECK(literal(-5) == "-5");
  CHECK(literal(INT64_MIN) == "(-9223372036854775807 - 1)");
  CHECK(literal((static_cast<Int128>(1) << 64) - 1) == "18446744073709551615ULL");
}

TEST_CASE("string literals escape what ends them") { CHECK(quoted("a\\b \"c\"\n") == "\"a\\\\b \\\"c\\\"\\n\""); }

TEST_CASE("a product of two ints fits an Index, a sum with a 64-bit number does not") {
  Symbols s;
  CHECK(fitsIndex((s.n * s.m).polynomial, s.b.model));
  CHECK(fitsIndex((s.n - 1).polynomial, s.b.model));
  CHECK(fitsIndex(s.wide.polynomial, s.b.model));
  CHECK_FALSE(fitsIndex((s.wide - 1).polynomial, s.b.model));
  CHECK_FALSE(fitsIndex((s.wide * s.n).polynomial, s.b.model));
  CHECK_FALSE(fitsIndex((s.n * s.n * s.n).polynomial, s.b.model));
}

TEST_CASE("a comparison fits where both of its sides do") {
  Symbols s;
  CHECK(comparisonFitsIndex((s.wide - 1).polynomial, s.b.model));
  CHECK(comparisonFitsIndex((s.wide - s.n).polynomial, s.b.model));
  CHECK_FALSE(comparisonFitsIndex((s.wide + s.n).polynomial, s.b.model));
}

TEST_CASE("an unsigned 64-bit parameter may be more than an Index holds") {
  Symbols s;
  CHECK_FALSE(fitsIndex(s.b.model.symbols[3]));
  CHECK(fitsIndex(s.b.model.symbols[2]));
}

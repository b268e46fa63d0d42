#include "Driver/LibraryRanges.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

Polynomial p(int parameter) { return Polynomial::symbol(SymbolId{parameter}); }

std::vector<LibraryAccess> accesses(const std::string& text) {
  const auto parsed = parseRanges(text, {"n", "x", "lead"});
  REQUIRE(std::holds_alternative<std::vector<LibraryAccess>>(parsed));
  return std::get<std::vector<LibraryAccess>>(parsed);
}

RangeMistake mistake(const std::string& text) {
  const auto parsed = parseRanges(text, {"n", "x", "lead"});
  REQUIRE(std::holds_alternative<RangeMistake>(parsed));
  return std::get<RangeMistake>(parsed);
}

}  // namespace

TEST_CASE("a parameter stands for any element, by its name or number") {
  CHECK(accesses("x") == std::vector<LibraryAccess>{{1}});
  CHECK(accesses(" 2 , x") == std::vector<LibraryAccess>{{2}, {1}});
}

TEST_CASE("an index is a range of one element") {
  CHECK(accesses("x[n]").at(0).elements == LibraryElements{{p(0), *add(p(0), Polynomial(1))}});
}

TEST_CASE("bounds are sums and products in the usual order") {
  const auto range = accesses("x[-1 + n*lead : (n - 1)*(lead + 2)]").at(0).elements;
  REQUIRE(range.has_value());
  REQUIRE(range->size() == 1);
  CHECK(range->at(0).begin == *add(*multiply(p(0), p(2)), Polynomial(-1)));
  CHECK(range->at(0).end == *multiply(*subtract(p(0), Polynomial(1)), *add(p(2), Polynomial(2))));
}

TEST_CASE("ranges add up, each by its stride") {
  CHECK(accesses("x[0:n by lead, 0:2], x[0:n by -(lead + 1)]") ==
        std::vector<LibraryAccess>{{1, LibraryElements{{0, p(0), p(2)}, {0, 2}}},
                                   {1, LibraryElements{{0, p(0), *subtract(Polynomial(-1), p(2))}}}});
  CHECK(accesses("x[n, 1]").at(0).elements->size() == 2);
  const auto by = parseRanges("by[0:by by by]", {"by"});
  REQUIRE(std::holds_alternative<std::vector<LibraryAccess>>(by));
  CHECK(std::get<std::vector<LibraryAccess>>(by).at(0).elements == LibraryElements{{0, p(0), p(0)}});
}

TEST_CASE("a mistake is told at its character") {
  CHECK(mistake("").at == 0);
  CHECK(mistake("x[0:n").at == 5);
  CHECK(mistake("x[0:n], ").at == 8);
  CHECK(mistake("y[0:n]").message == "'y' is none of the parameters");
  CHECK(mistake("x[0:n/2]").at == 5);
  CHECK(mistake("x[0:k]").at == 4);
  CHECK(mistake("x[0:n] x").at == 7);
  CHECK(mistake("x[(n]").at == 4);
  CHECK(mistake("x[n by 2]").message == "expected ':', ',' or ']'");
  CHECK(mistake("x[0:n to 2]").at == 6);
  CHECK(mistake("x[0:n by ]").at == 9);
  CHECK(mistake("x[0:1, 0:1, 0:1, 0:1, 0:1]").message == "no more than 4 ranges");
  CHECK(mistake("999").message == "no function has so many parameters");
  CHECK(mistake("x[99999999999999999999]").at == 2);
}

TEST_CASE("brackets and signs may nest as deep as Clang's, and no deeper") {
  const auto nested = [](std::size_t depth, char open, const std::string& close) {
    std::string closing;
    for (std::size_t k = 0; k < depth; ++k) closing += close;
    return "x[" + std::string(depth, open) + "n" + closing + "]";
  };
  CHECK(accesses(nested(256, '(', ")")).size() == 1);
  CHECK(accesses(nested(256, '-', "")).size() == 1);
  CHECK(mistake(nested(257, '(', ")")).message == "brackets and signs nest too deep");
  CHECK(mistake(nested(100000, '-', "")).message == "brackets and signs nest too deep");
}

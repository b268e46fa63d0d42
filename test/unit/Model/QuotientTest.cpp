// What a value depends on, through quotients.
#include "clustrix/LoopModel.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

TEST_CASE("a quotient depends on what it divides, however deep") {
  std::vector<Symbol> symbols(4);
  const auto value = [](int id) { return Polynomial::symbol(SymbolId{id}); };
  symbols[2].kind = symbols[3].kind = SymbolKind::Quotient;
  symbols[2].division = Division{value(0), 2};
  symbols[3].division = Division{*add(value(2), Polynomial(1)), 3};
  const auto on = [&](int from, int to) {
    return dependsOn(symbols, value(from), [=](SymbolId id) { return id.value == to; });
  };
  CHECK(on(0, 0));
  CHECK_FALSE(on(0, 2));
  CHECK(on(2, 0));
  CHECK(on(3, 0));
  CHECK(on(3, 2));
  CHECK_FALSE(on(3, 1));
}

// Quotients hide what they divide: who asks what a value depends on has to look through them.
#include "clustrix/LoopModel.h"

namespace clustrix::compiler {

bool dependsOn(const std::vector<Symbol>& symbols, const Polynomial& value,
               const std::function<bool(SymbolId)>& matches) {
  return value.mentionsAny([&](SymbolId id) {
    if (matches(id)) return true;
    const auto& division = symbols[static_cast<std::size_t>(id.value)].division;
    return division && dependsOn(symbols, division->dividend, matches);  // quotients before this one: it ends
  });
}

bool mentionsListed(const std::vector<Symbol>& symbols, const Polynomial& value) {
  return dependsOn(symbols, value, [&](SymbolId id) {
    const Symbol& symbol = symbols[static_cast<std::size_t>(id.value)];
    return symbol.listed || symbol.data;
  });
}

}  // namespace clustrix::compiler

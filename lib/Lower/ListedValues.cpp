#include "Lower/ListedValues.h"

#include "Induction/Quotients.h"
#include "Lower/Recorder.h"
#include "Syntax/Types.h"

#include <algorithm>
#include <set>

namespace clustrix::compiler {

namespace {

constexpr std::int64_t mostBytes = 8;  // of an integer
constexpr Int128 modulus = static_cast<Int128>(1) << 64;

/// A number of as many bits as an address: where it wraps around, the address of the element does so too.
bool isModular(const Bound& need) { return need.max - need.min == modulus - 1; }

bool mentionsQuotient(const LoopModel& model, const Polynomial& value) {
  return value.mentionsAny(
      [&](SymbolId id) { return model.symbols[static_cast<std::size_t>(id.value)].kind == SymbolKind::Quotient; });
}

/// Without the needs that its lists cannot break; nothing where they may break one.
std::optional<IntegerValue> settled(const Walk& walk, const IntegerValue& index) {
  if (mentionsQuotient(walk.model, index.polynomial)) return std::nullopt;
  IntegerValue result{index.polynomial, {}};
  for (const Bound& need : index.needs) {
    if (!mentionsListed(walk.model.symbols, need.value))
      result.needs.push_back(need);
    else if (!isModular(need) && !walk.quotients.plainlyKeepsTo(need))
      return std::nullopt;
  }
  return result;
}

}  // namespace

Value listedElement(Walk& walk, const ElementPlace& element, clang::QualType type) {
  const ArrayObject& object = walk.model.arrays[static_cast<std::size_t>(element.array.value)];
  const bool isWhole = element.begin == 0 && element.end == object.elementBytes && !element.piece && !object.rows;
  if (!isWhole || !element.index || !isInteger(type) || type->isEnumeralType() || type.isVolatileQualified() ||
      walk.record.sizeOf(type) != object.elementBytes || object.elementBytes > mostBytes)
    return std::monostate{};
  // Iterations that the program never comes to read what they like; a template's elements may be of another type.
  if (walk.searching || (walk.speculating && !walk.rollsBack) || walk.input.parametric) return std::monostate{};
  // Where the loop writes no element of the list, one has the same value wherever it is read.
  const ListedValue value{element.array, element.index->polynomial};
  std::vector<Symbol>& symbols = walk.model.symbols;
  auto known = std::find_if(symbols.begin(), symbols.end(), [&](const Symbol& one) { return one.listed == value; });
  const auto place = static_cast<int>(known - symbols.begin());
  const SymbolId id =
      known != symbols.end() ? SymbolId{place} : walk.record.newSymbol(SymbolKind::Opaque, object.name + "[]");
  symbols[static_cast<std::size_t>(id.value)].listed = value;
  return ListedNumber{{Polynomial::symbol(id), {}}};
}

std::optional<ElementPlace> withoutListed(const Walk& walk, const ElementPlace& element) {
  const auto isListed = [&](const std::optional<IntegerValue>& value) {
    return value && mentionsListed(walk.model.symbols, value->polynomial);
  };
  ElementPlace place = element;
  if (place.piece && isListed(place.piece->at)) place.piece->at.reset();
  if (isListed(place.index)) place.index = settled(walk, *element.index);
  if (place.index == element.index && place.piece == element.piece) return std::nullopt;
  if (!place.index) place.inside.clear();
  return place;
}

void forgetChangedLists(LoopModel& model) {
  std::set<ArrayId> changed;
  for (const Access& access : model.accesses)
    if (access.kind == AccessKind::Write) changed.insert(access.array);
  for (const Append& append : model.appends) changed.insert(append.array);
  std::set<SymbolId> lost;
  const auto isLost = [&](const Polynomial& value) {
    return value.mentionsAny([&](SymbolId id) { return lost.contains(id); });
  };
  for (std::size_t i = 0; i < model.symbols.size(); ++i)
    if (const auto& listed = model.symbols[i].listed)
      if (changed.contains(listed->list) || isLost(listed->position)) lost.insert(SymbolId{static_cast<int>(i)});
  for (NestedLoop& loop : model.loops) {
    std::erase_if(loop.constraints, isLost);
    if (loop.value && isLost(*loop.value)) loop.value.reset();
  }
  for (Access& access : model.accesses) {
    if (access.index && isLost(*access.index)) access.index.reset();
    if (std::erase_if(access.conditions, isLost) > 0) access.existing = 0;
  }
}

}  // namespace clustrix::compiler

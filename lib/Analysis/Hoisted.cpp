#include "Analysis/Hoisted.h"

#include <algorithm>
#include <functional>

namespace clustrix::compiler {
namespace {

bool isHoisted(const Symbol& symbol) {
  return symbol.kind == SymbolKind::Parameter && symbol.division && symbol.division->divisor == 1;
}

using Visit = std::function<void(Polynomial&)>;

void forEach(std::optional<Polynomial>& value, const Visit& visit) {
  if (value) visit(*value);
}
void forEach(std::vector<Polynomial>& values, const Visit& visit) {
  for (Polynomial& value : values) visit(value);
}

void forEachOfLoops(LoopModel& model, const Visit& visit) {
  for (NestedLoop& loop : model.loops) {
    forEach(loop.value, visit);
    forEach(loop.constraints, visit);
    if (!loop.trip) continue;
    visit(loop.trip->distance);
    visit(loop.trip->stride);
  }
  for (Requirement& requirement : model.requirements) {
    visit(requirement.value);
    visit(requirement.divisor);
  }
  for (Obligation& obligation : model.obligations) {
    visit(obligation.value);
    forEach(obligation.conditions, visit);
  }
}

void forEachOfBody(LoopModel& model, const Visit& visit) {
  for (Symbol& symbol : model.symbols)
    if (symbol.listed) visit(symbol.listed->position);
  for (ArrayObject& array : model.arrays) forEach(array.extentValue, visit);
  for (Access& access : model.accesses) {
    forEach(access.index, visit);
    forEach(access.offset, visit);
    forEach(access.conditions, visit);
    visit(access.packedAt);
  }
  for (Update& update : model.updates) forEach(update.index, visit);
  for (ScalarState& scalar : model.scalars) {
    forEach(scalar.entry, visit);
    forEach(scalar.firstEntry, visit);
  }
  for (Append& append : model.appends) {
    visit(append.first);
    visit(append.step);
  }
  for (Symbol& symbol : model.symbols)
    if (symbol.division && !isHoisted(symbol)) visit(symbol.division->dividend);
}

/// What the bounds of its type say of what the parameter stands for: known, or to be proven.
void bound(LoopModel& model, const Symbol& symbol) {
  const Polynomial& value = symbol.division->dividend;
  if (!symbol.division->floor) {
    model.obligations.insert(model.obligations.begin(), {value, symbol.min, symbol.max, {}, {}, model.at});
    return;
  }
  const auto fits = [](Int128 number) { return number >= INT64_MIN && number <= INT64_MAX; };
  const auto know = [&](const std::optional<Polynomial>& room) {
    if (room) model.loops[0].constraints.push_back(*room);
  };
  if (fits(symbol.min)) know(subtract(value, Polynomial(static_cast<std::int64_t>(symbol.min))));
  if (fits(symbol.max)) know(subtract(Polynomial(static_cast<std::int64_t>(symbol.max)), value));
}

}  // namespace

bool hasHoisted(const LoopModel& model) {
  return !model.loops.empty() && std::any_of(model.symbols.begin(), model.symbols.end(), isHoisted);
}

LoopModel withoutHoisted(LoopModel model) {
  for (Symbol& symbol : model.symbols)
    if (isHoisted(symbol)) symbol.division.reset();
  return model;
}

std::optional<LoopModel> inHoistedTerms(LoopModel model) {
  bool exact = true;
  for (std::size_t i = 0; i < model.symbols.size(); ++i) {
    const Symbol symbol = model.symbols[i];
    if (!isHoisted(symbol)) continue;
    const auto replace = [&](Polynomial& value) {
      if (!value.mentions(SymbolId{static_cast<int>(i)})) return;
      auto instead = value.substitute(SymbolId{static_cast<int>(i)}, symbol.division->dividend);
      exact = exact && instead.has_value();
      if (instead) value = *std::move(instead);
    };
    forEachOfLoops(model, replace);
    forEachOfBody(model, replace);
    bound(model, symbol);
    model.symbols[i].division.reset();
  }
  return exact ? std::optional(std::move(model)) : std::nullopt;
}

}  // namespace clustrix::compiler

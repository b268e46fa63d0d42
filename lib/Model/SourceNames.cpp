#include "Model/SourceNames.h"

#include <string_view>

namespace clustrix::compiler {
namespace {

/// Variables of loops, outer ones first, in front of the model's own symbols.
constexpr int firstVariable = -100'000;
SymbolId variableOf(std::size_t loop) { return {firstVariable + static_cast<int>(loop)}; }

/// The loop whose variable, or whose counter with the variable's value, this is.
const NestedLoop* loopOf(SymbolId id, const LoopModel& model) {
  for (std::size_t l = 0; l < model.loops.size(); ++l) {
    const NestedLoop& loop = model.loops[l];
    if (loop.variable.empty() || !loop.value) continue;
    if (id == variableOf(l) || (id == loop.counter && *loop.value == Polynomial::symbol(id))) return &loop;
  }
  return nullptr;
}

}  // namespace

std::string sourceName(const ArrayObject& array) {
  std::string_view base = array.base;
  constexpr std::string_view data = ".data()";
  if (base.ends_with(data)) base.remove_suffix(data.size());
  const bool isPath = !base.empty() && base.find_first_not_of(
                                           "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                           "0123456789_.:") == std::string_view::npos;
  return isPath ? std::string(base) : array.name;
}

SourceNames::SourceNames(const LoopModel& model) : model_(model) {
  // An inner variable may begin at an outer one: `for (j = i; ...)`.
  for (std::size_t l = model.loops.size(); l-- > 0;) {
    const NestedLoop& loop = model.loops[l];
    if (loop.variable.empty() || !loop.value || *loop.value == Polynomial::symbol(loop.counter)) continue;
    const auto step = loop.value->coefficientOf(loop.counter);
    if (!step || step->isZero()) continue;
    const Polynomial begin = loop.value->without(loop.counter);
    const auto distance = subtract(Polynomial::symbol(variableOf(l)), begin);
    if (!distance) continue;
    Counter counter{loop.counter, *step, *distance};
    counters_.push_back(std::move(counter));
  }
}

/// `distance` for `step*counter`, as far as that is all that there is of the counter.
std::optional<Polynomial> SourceNames::without(const Counter& counter, const Polynomial& value) const {
  const auto factor = value.coefficientOf(counter.id);
  if (!factor) return std::nullopt;
  std::optional<Polynomial> quotient;
  if (const auto constant = counter.step.constant())
    quotient = *constant > 0 ? dividedBy(*factor, *constant) : std::nullopt;
  else if (*factor == counter.step)
    quotient = Polynomial(1);
  if (counter.step == Polynomial(-1)) quotient = subtract(Polynomial(), *factor);
  if (!quotient) return std::nullopt;
  const auto product = multiply(*quotient, counter.distance);
  return product ? add(value.without(counter.id), *product) : std::nullopt;
}

Polynomial SourceNames::inVariables(Polynomial value) const {
  for (const Counter& counter : counters_)
    if (value.mentions(counter.id)) value = without(counter, value).value_or(value);
  return value;
}

std::string SourceNames::nameOf(SymbolId id) const {
  if (const NestedLoop* loop = loopOf(id, model_)) return loop->variable;
  for (const Counter& counter : counters_) {
    if (counter.id != id) continue;
    const auto spell = [this](SymbolId one) { return nameOf(one); };
    const auto inBrackets = [&](const Polynomial& one) {
      const std::string text = one.str(spell);
      return one.terms().size() > 1 || text.front() == '-' ? "(" + text + ")" : text;
    };
    const Polynomial distance = inVariables(counter.distance);
    return "(" + inBrackets(distance) + "/" + inBrackets(counter.step) + ")";
  }
  const auto index = static_cast<std::size_t>(id.value);
  return id.value >= 0 && index < model_.symbols.size() ? model_.symbols[index].name : "?";
}

std::string SourceNames::operator()(const Polynomial& value) const {
  return (*this)(value, [this](SymbolId id) { return nameOf(id); });
}

std::string SourceNames::operator()(const Polynomial& value, const std::function<std::string(SymbolId)>& name) const {
  const Polynomial named = inVariables(value);
  const std::string text = named.str(name);
  // A division that is all of it needs no parentheses.
  const std::vector<SymbolId> symbols = named.symbols();
  const bool isSymbol = symbols.size() == 1 && named == Polynomial::symbol(symbols.front());
  return isSymbol && text.front() == '(' ? text.substr(1, text.size() - 2) : text;
}

}  // namespace clustrix::compiler

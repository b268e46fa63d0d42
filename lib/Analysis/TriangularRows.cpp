#include "Analysis/TriangularRows.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

bool ofRoot(const Facts& facts, const Polynomial& value) {
  const SymbolId root = facts.model.loops[0].counter;
  const auto symbols = value.symbols();
  return std::all_of(symbols.begin(), symbols.end(),
                     [&](SymbolId id) { return id == root || facts.kind(id) == SymbolKind::Parameter; });
}

const Division* divisionOf(const Facts& facts, SymbolId id) {
  const auto& division = facts.model.symbols[static_cast<std::size_t>(id.value)].division;
  return facts.kind(id) == SymbolKind::Quotient && division ? &*division : nullptr;
}

/// value(k + 1) - value(k)
std::optional<Polynomial> risePlain(const Facts& facts, const Polynomial& value) {
  const SymbolId root = facts.model.loops[0].counter;
  const auto next = add(Polynomial::symbol(root), Polynomial(1));
  const auto later = next ? value.substitute(root, *next) : std::nullopt;
  return later ? subtract(*later, value) : std::nullopt;
}

/// That of a quotient, where what it divides rises by multiples of the divisor. What is divisible in the first
/// iteration is so in all; else the quotient has to be rounded down.
std::optional<Polynomial> riseOf(const Facts& facts, const Division& division) {
  if (!ofRoot(facts, division.dividend)) return std::nullopt;
  const SymbolId root = facts.model.loops[0].counter;
  const bool exact = dividedBy(division.dividend.without(root), division.divisor).has_value();
  if (!exact && !division.floor && !holds(facts, domainOf(facts, {0}, {}), division.dividend)) return std::nullopt;
  const auto rise = risePlain(facts, division.dividend);
  return rise ? dividedBy(*rise, division.divisor) : std::nullopt;
}

std::optional<Polynomial> riseOf(const Facts& facts, const Polynomial& start) {
  Polynomial result;
  for (const auto& [monomial, coefficient] : start.terms()) {
    const Division* division = monomial.size() == 1 ? divisionOf(facts, monomial[0]) : nullptr;
    const Polynomial one = termOf(monomial);
    const auto rise = division ? riseOf(facts, *division) : ofRoot(facts, one) ? risePlain(facts, one) : std::nullopt;
    const auto times = rise ? multiply(*rise, Polynomial(coefficient)) : std::nullopt;
    const auto sum = times ? add(result, *times) : std::nullopt;
    if (!sum) return std::nullopt;
    result = *sum;
  }
  return result;
}

/// Products of the iteration's number with itself, and quotients of those.
bool bends(const Facts& facts, const Monomial& monomial) {
  const SymbolId root = facts.model.loops[0].counter;
  if (std::count(monomial.begin(), monomial.end(), root) > 1) return true;
  return std::any_of(monomial.begin(), monomial.end(), [&](SymbolId id) {
    const Division* division = divisionOf(facts, id);
    return division && division->dividend.mentions(root);
  });
}

bool isOfRow(const Facts& facts, const Monomial& monomial) {
  return std::all_of(monomial.begin(), monomial.end(), [&](SymbolId id) {
    const Division* division = divisionOf(facts, id);
    return division ? ofRoot(facts, division->dividend) : ofRoot(facts, Polynomial::symbol(id));
  });
}

/// The subscript's part that does not vary within a row: all of it, or what bends alone.
Polynomial startIn(const Facts& facts, const Polynomial& index, bool all) {
  Polynomial start;
  for (const auto& [monomial, coefficient] : index.terms())
    if (isOfRow(facts, monomial) && (all || bends(facts, monomial))) start = *add(start, termOf(monomial, coefficient));
  return start;
}

/// What holds in every iteration of loops[0] but the last.
std::vector<Polynomial> whereAnotherFollows(const Facts& facts) {
  const NestedLoop& root = facts.model.loops[0];
  std::vector<Polynomial> conditions;
  for (const Polynomial& constraint : root.constraints)
    if (auto later = constraint.substitute(root.counter, *add(Polynomial::symbol(root.counter), Polynomial(1))))
      conditions.push_back(*std::move(later));
  return conditions;
}

bool keepsToRow(const Facts& facts, const TriangularRows& rows, const Access& access) {
  const auto inside = access.index ? subtract(*access.index, rows.start) : std::nullopt;
  const auto last = subtract(rows.length, Polynomial(1));
  const auto room = inside && last ? subtract(*last, *inside) : std::nullopt;
  if (!room) return false;
  const Domain domain = domainOf(facts, access.loops, access.conditions);
  return domain.empty || (holds(facts, domain, *inside) && holds(facts, domain, *room));
}

/// `k + (k*k + k)/2` as `(k*k + 3*k)/2`.
void writeAsFraction(const Facts& facts, TriangularRows& rows) {
  const Division* division = nullptr;
  std::int64_t times = 0;
  Polynomial rest = rows.start;
  for (const SymbolId id : rows.start.symbols()) {
    const Division* const found = divisionOf(facts, id);
    if (!found) continue;
    times = rows.start.coefficientOf(Monomial{id});
    if (division || rows.start.without(id) != *subtract(rows.start, termOf(Monomial{id}, times))) return;
    if (!dividedBy(found->dividend.without(facts.model.loops[0].counter), found->divisor)) return;
    division = found;
    rest = rows.start.without(id);
  }
  const auto whole = division ? multiply(rest, Polynomial(division->divisor)) : rest;
  const auto part = division ? multiply(division->dividend, Polynomial(times)) : Polynomial();
  rows.numerator = whole && part ? add(*whole, *part) : std::nullopt;
  if (division) rows.divisor = division->divisor;
}

std::optional<TriangularRows> rowsFrom(const Facts& facts, const Polynomial& start,
                                       const std::vector<const Access*>& accesses) {
  const auto length = riseOf(facts, start);
  if (!length || !holds(facts, domainOf(facts, {0}, whereAnotherFollows(facts)), *length)) return std::nullopt;
  TriangularRows rows{start, *length, {}, 1};
  writeAsFraction(facts, rows);
  const bool kept = std::all_of(accesses.begin(), accesses.end(),
                                [&](const Access* access) { return keepsToRow(facts, rows, *access); });
  return kept ? std::optional(rows) : std::nullopt;
}

}  // namespace

std::optional<TriangularRows> triangularRows(const Facts& facts, const std::vector<const Access*>& accesses) {
  if (accesses.empty() || !accesses.front()->index) return std::nullopt;
  const Polynomial& index = *accesses.front()->index;
  const bool curved = std::any_of(index.terms().begin(), index.terms().end(),
                                  [&](const auto& term) { return bends(facts, term.first); });
  if (!curved) return std::nullopt;
  for (const bool all : {true, false})
    if (auto rows = rowsFrom(facts, startIn(facts, index, all), accesses)) return rows;
  return std::nullopt;
}

}  // namespace clustrix::compiler

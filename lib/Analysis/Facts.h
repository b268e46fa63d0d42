// What is known where: of the parameters everywhere, of the counters where an access or an expression is evaluated.
//
//     symbols' bounds, requirements, guards taken so far ─► Facts
//     Facts + loops + conditions                         ─► Domain   (the iterations in which something happens)
//     Facts + Domain + value                             ─► is value >= 0 there? if not always, for which parameters?
//
// Every guard that the analysis decides on becomes a fact, since the loop runs in parallel only where all guards hold.
#pragma once

#include "Analysis/Ranges.h"
#include "Support/Isl.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace clustrix::compiler {

/// Unique names of symbols, letters and digits only, for isl.
struct SymbolNames {
  std::vector<std::string> of;
  std::map<std::string, SymbolId, std::less<>> symbols;
};

/// One analysis: its model, its isl context and what it may assume. References must outlive it.
struct Facts {
  Facts(const LoopModel& model, const isl::Context& isl);

  const LoopModel& model;
  const isl::Context& isl;
  Ranges ranges;                    // of all symbols; narrowed by `nonNegative`
  Assumptions nonNegative;          // over parameters
  std::set<NumberList> distinct{};  // lists of which no two elements are taken to be the same number
  bool combines = true;             // whole arrays, rather than ask for lists without a number twice
  std::shared_ptr<const SymbolNames> names;
  std::shared_ptr<const std::vector<std::vector<const Access*>>> accesses;  // by array, in the model's order

  SymbolKind kind(SymbolId id) const { return model.symbols[id.value].kind; }
  bool isParameter(SymbolId id) const { return kind(id) == SymbolKind::Parameter; }
  bool overParameters(const Polynomial& value) const;
  bool overParameters(const Monomial& monomial) const;
  /// The value as people write it.
  std::string text(const Polynomial& value) const;
};

/// What parameters contribute to a product, and all that is beside them.
struct Factors {
  Monomial parameters, others;
};
Factors factorsOf(const Facts& facts, const Monomial& monomial);

/// coefficient * monomial
Polynomial termOf(const Monomial& monomial, std::int64_t coefficient = 1);

/// dividend - divisor * quotient; nothing where the symbol is no quotient.
std::optional<Polynomial> restOf(const LoopModel& model, SymbolId quotient);

/// From now on `value >= 0`, which is over parameters.
void assume(Facts& facts, const Polynomial& value);

/// The iterations in which something happens; an over-approximation.
struct Domain {
  std::vector<Polynomial> constraints;  // each >= 0, over counters, parameters and opaques
  Ranges ranges;                        // of all symbols, there
  bool empty = false;                   // it never happens
};

/// `loops`: indices into LoopModel::loops. `conditions`: each >= 0 where it happens.
Domain domainOf(const Facts& facts, const std::vector<int>& loops, const std::vector<Polynomial>& conditions);

/// `value >= 0` in the whole domain: true only when proven by intervals, without isl.
bool plainlyHolds(const Facts& facts, const Domain& domain, const Polynomial& value);

/// `value >= 0` in the whole domain: true only when proven.
bool holds(const Facts& facts, const Domain& domain, const Polynomial& value);

/// The parameters for which `value < 0` somewhere in the domain; an over-approximation. Null when unknown: the value is
/// no affine expression, or isl gave up.
isl::Set violation(const Facts& facts, const Domain& domain, const Polynomial& value);

}  // namespace clustrix::compiler

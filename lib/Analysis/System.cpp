// Rows of integers that become an isl basic set at once, through isl's constraint matrices: one allocation each
// instead of one for every constraint.
#include "Analysis/System.h"

#include "Analysis/Projection.h"
#include "Support/Effort.h"

#include <isl/mat.h>
#include <algorithm>
#include <set>
#include <utility>

namespace clustrix::compiler {
namespace {

/// Larger bounds are those of types: they cost isl time, and intervals have made of them what can be made.
constexpr Int128 kUsefulBound = 1 << 20;

/// What isl does with a number of a matrix when nothing is asked of it yet.
constexpr std::uint64_t kStepsOfNumber = 10;

void accumulate(Row& row, std::map<int, std::int64_t>& columns, int column, std::int64_t coefficient) {
  std::int64_t& place = columns[column];
  row.overflow |= __builtin_add_overflow(place, coefficient, &place);
}

std::string nameOf(const Facts& facts, const Monomial& monomial) {
  std::string name;
  for (const SymbolId id : monomial)
    name += (name.empty() ? "" : "*") + facts.names->of[static_cast<std::size_t>(id.value)];
  return name;
}

isl_space* spaceOf(const Facts& facts, const std::vector<Monomial>& parameters,
                   const std::vector<std::string>& variables) {
  isl_ctx* const context = facts.isl.get();
  isl_space* space = isl_space_set_alloc(context, parameters.size(), variables.size());
  for (std::size_t i = 0; i < parameters.size(); ++i)
    space = isl_space_set_dim_id(space, isl_dim_param, i,
                                 isl_id_alloc(context, nameOf(facts, parameters[i]).c_str(), nullptr));
  for (std::size_t i = 0; i < variables.size(); ++i)
    space = isl_space_set_dim_id(space, isl_dim_set, i, isl_id_alloc(context, variables[i].c_str(), nullptr));
  return space;
}

/// Columns: constant, parameters, variables.
isl_mat* matrixOf(isl_ctx* context, const std::vector<Row>& rows, int parameters, int variables) {
  const int width = 1 + parameters + variables;
  isl_mat* matrix = isl_mat_alloc(context, rows.size(), width);
  const auto set = [&](int row, int column, std::int64_t value) {
    matrix = isl_mat_set_element_val(matrix, row, column, isl_val_int_from_si(context, value));
  };
  for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
    for (int column = 0; column < width; ++column) matrix = isl_mat_set_element_si(matrix, i, column, 0);
    set(i, 0, rows[i].constant);
    for (const auto& [column, value] : rows[i].parameters) set(i, 1 + column, value);
    for (const auto& [column, value] : rows[i].variables) set(i, 1 + parameters + column, value);
  }
  return matrix;
}

/// Bounds of one product of symbols as polynomials, each >= 0.
std::vector<Polynomial> boundsOf(const Monomial& monomial, const Ranges& ranges) {
  const Polynomial value = termOf(monomial);
  const Interval range = evaluate(value, ranges);
  std::vector<Polynomial> bounds;
  if (range.min >= -kUsefulBound && range.min <= kUsefulBound)
    bounds.push_back(*subtract(value, Polynomial(static_cast<std::int64_t>(range.min))));
  if (range.max <= kUsefulBound && range.max >= -kUsefulBound)
    bounds.push_back(*subtract(Polynomial(static_cast<std::int64_t>(range.max)), value));
  return bounds;
}

}  // namespace

Row difference(const Row& left, const Row& right) {
  Row result = left;
  result.overflow |= right.overflow;
  const auto subtractAll = [&](std::map<int, std::int64_t>& into, const std::map<int, std::int64_t>& from) {
    for (const auto& [column, value] : from) {
      std::int64_t& place = into[column];
      result.overflow |= __builtin_sub_overflow(place, value, &place);
    }
  };
  subtractAll(result.parameters, right.parameters);
  subtractAll(result.variables, right.variables);
  result.overflow |= __builtin_sub_overflow(result.constant, right.constant, &result.constant);
  return result;
}

Row plus(Row row, std::int64_t constant) {
  row.overflow |= __builtin_add_overflow(row.constant, constant, &row.constant);
  return row;
}

bool isAffineOverCounters(const Facts& facts, const Polynomial& value) {
  return std::all_of(value.terms().begin(), value.terms().end(),
                     [&](const auto& term) { return term.first.size() <= 1 || facts.overParameters(term.first); });
}

int System::parameter(const Monomial& monomial) {
  const auto [place, isNew] = columns_.try_emplace(monomial, static_cast<int>(parameters_.size()));
  if (isNew) parameters_.push_back(monomial);
  return place->second;
}

int System::variable(const std::string& name) {
  std::string unique = name;
  while (std::find(variables_.begin(), variables_.end(), unique) != variables_.end()) unique += "'";
  variables_.push_back(std::move(unique));
  return static_cast<int>(variables_.size()) - 1;
}

int System::unknown(const Monomial& monomial, Iteration& at) {
  const auto known = at.find(monomial);
  if (known != at.end()) return known->second;
  return at[monomial] = variable(nameOf(facts_, monomial));
}

int System::variable(SymbolId id, Iteration& at) { return unknown({id}, at); }

Row System::row(const Polynomial& value, Iteration& at) {
  Row row;
  for (const auto& [monomial, coefficient] : value.terms()) {
    if (monomial.empty())
      row.constant = coefficient;
    else if (facts_.overParameters(monomial))
      accumulate(row, row.parameters, parameter(monomial), coefficient);
    else
      accumulate(row, row.variables, unknown(monomial, at), coefficient);
  }
  return row;
}

// A row that overflowed is left out: the set only grows.
void System::nonNegative(Row row) {
  if (!row.overflow) inequalities_.push_back(std::move(row));
}
void System::zero(Row row) {
  if (!row.overflow) equalities_.push_back(std::move(row));
}

void System::restrict(const Domain& domain, Iteration& at) {
  for (const Polynomial& constraint : domain.constraints)
    if (isAffineOverCounters(facts_, constraint)) nonNegative(row(constraint, at));
  divide(domain, at);
  const Iteration unknowns = at;
  for (const auto& [monomial, column] : unknowns) {
    if (monomial.size() != 1) continue;
    const SymbolKind kind = facts_.kind(monomial[0]);
    if (kind != SymbolKind::Opaque && kind != SymbolKind::Quotient) continue;
    for (const Polynomial& bound : boundsOf(monomial, facts_.ranges)) nonNegative(row(bound, at));
  }
}

/// Quotients met so far are what their divisions say; so are those that the dividends bring in.
void System::divide(const Domain& domain, Iteration& at) {
  std::vector<SymbolId> divided;
  for (bool grown = true; grown;) {
    grown = false;
    const Iteration unknowns = at;
    for (const auto& [monomial, column] : unknowns) {
      if (monomial.size() != 1 || facts_.kind(monomial[0]) != SymbolKind::Quotient) continue;
      if (std::find(divided.begin(), divided.end(), monomial[0]) != divided.end()) continue;
      divided.push_back(monomial[0]);
      grown = true;
      divide(domain, monomial[0], at);
    }
  }
}

void System::divide(const Domain& domain, SymbolId quotient, Iteration& at) {
  const auto& division = facts_.model.symbols[quotient.value].division;
  const auto rest = restOf(facts_.model, quotient);
  if (!rest || !isAffineOverCounters(facts_, division->dividend)) return;
  const auto negative = multiply(division->dividend, Polynomial(-1));
  if (!negative) return;
  // Rounded towards zero, the rest has the sign of the dividend, where that is known.
  const bool fromZero = division->floor || plainlyHolds(facts_, domain, division->dividend);
  const bool toZero = !division->floor && plainlyHolds(facts_, domain, *negative);
  const Row is = row(*rest, at);
  nonNegative(fromZero ? is : plus(is, division->divisor - 1));
  nonNegative(plus(difference(Row{}, is), toZero ? 0 : division->divisor - 1));
}

/// Facts that touch the parameters in use, with the parameters that they bring in, until no more come.
void System::addFacts() {
  const std::vector<Polynomial>& facts = facts_.nonNegative.all();
  Iteration none;
  std::vector<bool> met(facts.size());
  std::set<int> now, later;  // rounds through the facts in their order, as they come to touch a parameter
  std::size_t known = 0;     // parameters of which the facts have been looked up
  const auto meet = [&](int at) {
    for (; known < parameters_.size(); ++known)
      for (const int fact : facts_.nonNegative.with(parameters_[known])) {
        if (met[static_cast<std::size_t>(fact)]) continue;
        met[static_cast<std::size_t>(fact)] = true;
        (fact > at ? now : later).insert(fact);
      }
  };
  for (meet(-1); !now.empty(); now = std::exchange(later, {})) {
    while (!now.empty()) {
      const int at = now.extract(now.begin()).value();
      nonNegative(row(facts[static_cast<std::size_t>(at)], none));
      meet(at);
    }
  }
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    for (const Polynomial& bound : boundsOf(parameters_[i], facts_.ranges)) nonNegative(row(bound, none));
}

isl::BasicSet System::points() {
  addFacts();
  isl_ctx* const context = facts_.isl.get();
  const int parameters = static_cast<int>(parameters_.size()), variables = static_cast<int>(variables_.size());
  const std::size_t rows = equalities_.size() + inequalities_.size(),
                    columns = 1 + parameters_.size() + variables_.size();
  if (!Effort::spend(kStepsOfNumber * rows * columns)) return isl::BasicSet();
  facts_.isl.expect(rows, columns);
  return isl::BasicSet(isl_basic_set_from_constraint_matrices(
      spaceOf(facts_, parameters_, variables_), matrixOf(context, equalities_, parameters, variables),
      matrixOf(context, inequalities_, parameters, variables), isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div));
}

isl::Set withParametersAsVariables(const isl::BasicSet& points) {
  const int variables = isl_basic_set_dim(points.get(), isl_dim_set);
  const int parameters = isl_basic_set_dim(points.get(), isl_dim_param);
  if (variables < 1 || parameters < 0) return isl::Set();
  const auto behind = static_cast<unsigned>(variables), count = static_cast<unsigned>(parameters);
  isl::Set all(isl_set_from_basic_set(points.copy()));
  return isl::Set(isl_set_move_dims(all.take(), isl_dim_set, behind, isl_dim_param, 0, count));
}

isl::Set toParameters(const isl::BasicSet& points) {
  return toParameters(isl::Set(isl_set_from_basic_set(withFewVariables(points).take())));
}

isl::Set toParameters(isl::Set points) {
  // Quotients come from divisibility; without them the set is larger, which is the safe side.
  return isl::Set(isl_set_remove_divs(isl_set_params(points.take())));
}

isl::Set emptyParameters(const Facts& facts) {
  return isl::Set(isl_set_empty(isl_space_params_alloc(facts.isl.get(), 0)));
}

isl::Set knownParameters(const Facts& facts, const isl::Set& near, const std::vector<Polynomial>& more) {
  System system(facts);
  Iteration none;
  const int count = std::max<int>(0, isl_set_dim(near.get(), isl_dim_param));
  for (int i = 0; i < count; ++i) {
    const char* const name = isl_set_get_dim_name(near.get(), isl_dim_param, i);
    const auto value = name ? productOf(facts, name) : std::nullopt;
    if (!value) return isl::Set();
    system.row(*value, none);
  }
  for (const Polynomial& value : more) system.nonNegative(system.row(value, none));
  return isl::Set(isl_set_params(isl_set_from_basic_set(system.points().take())));
}

std::optional<Polynomial> productOf(const Facts& facts, const std::string& name) {
  std::optional<Polynomial> product = Polynomial(1);
  for (std::size_t begin = 0; begin <= name.size() && product;) {
    const std::size_t end = std::min(name.find('*', begin), name.size());
    const auto symbol = facts.names->symbols.find(name.substr(begin, end - begin));
    if (symbol == facts.names->symbols.end()) return std::nullopt;
    product = multiply(*product, Polynomial::symbol(symbol->second));
    begin = end + 1;
  }
  return product;
}

std::optional<Polynomial> overParameters(const Facts& facts, const isl::Constraint& constraint) {
  const auto constant = isl::toInteger(isl::Val(isl_constraint_get_constant_val(constraint.get())));
  std::optional<Polynomial> sum = constant ? std::optional(Polynomial(*constant)) : std::nullopt;
  const int parameters = isl_constraint_dim(constraint.get(), isl_dim_param);
  if (parameters < 0) return std::nullopt;
  for (int i = 0; i < parameters && sum; ++i) {
    const auto times = isl::toInteger(isl::Val(isl_constraint_get_coefficient_val(constraint.get(), isl_dim_param, i)));
    if (!times) return std::nullopt;
    if (*times == 0) continue;
    const char* const name = isl_constraint_get_dim_name(constraint.get(), isl_dim_param, i);
    const auto product = name ? productOf(facts, name) : std::nullopt;
    const auto term = product ? multiply(*product, Polynomial(*times)) : std::nullopt;
    sum = term ? add(*sum, *term) : std::nullopt;
  }
  return sum;
}

}  // namespace clustrix::compiler

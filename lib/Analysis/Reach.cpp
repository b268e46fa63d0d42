// The projection is isl's, over the rationals: integer points would need divisions of parameters, and gain little.
#include "Analysis/Reach.h"

#include "Analysis/Projection.h"
#include "Analysis/System.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace clustrix::compiler {
namespace {

/// More of them are a longer text than a tighter range is worth.
constexpr std::size_t mostBounds = 3;
/// Enough for three counters with two bounds each.
constexpr std::size_t mostProducts = 8;

/// Products of parameters, never negative in the domain, that multiply a counter in `values`.
std::vector<Polynomial> multipliersIn(const Facts& facts, const Domain& domain, const std::vector<Polynomial>& values) {
  std::set<Polynomial> factors;
  for (const Polynomial& value : values) {
    for (const auto& [monomial, coefficient] : value.terms()) {
      const Factors product = factorsOf(facts, monomial);
      if (product.parameters.empty() || product.others.empty()) continue;
      const Polynomial factor = termOf(product.parameters);
      if (evaluate(factor, domain.ranges).min >= 0) factors.insert(factor);
    }
  }
  return {factors.begin(), factors.end()};
}

/// The domain's constraints, and those over counters once more for each factor.
std::vector<Polynomial> multiplied(const Facts& facts, const Domain& domain, const Polynomial& value) {
  std::vector<Polynomial> all = domain.constraints;
  std::vector<Polynomial> seen = domain.constraints;
  seen.push_back(value);
  for (const Polynomial& factor : multipliersIn(facts, domain, seen)) {
    for (const Polynomial& constraint : domain.constraints) {
      if (!isAffineOverCounters(facts, constraint) || facts.overParameters(constraint)) continue;
      if (auto product = multiply(factor, constraint)) all.push_back(*std::move(product));
    }
  }
  return all;
}

/// What bounds the products of `value` on the side where it becomes negative: constraints times the factors that are
/// never negative. Bounds of the other side would only say for which parameters there is a product at all.
///
///     size - 1 - (stride*j + i), j <= n - 1       stride*(n - 1 - j) >= 0
std::vector<Polynomial> boundsOfProducts(const Facts& facts, const Domain& domain, const Polynomial& value) {
  std::vector<Polynomial> bounds;
  std::set<Monomial> seen;
  const auto boundTerm = [&](const Monomial& monomial, std::int64_t coefficient) {
    const Factors product = factorsOf(facts, monomial);
    if (product.parameters.empty() || product.others.size() != 1 || !seen.insert(monomial).second) return;
    const Polynomial factor = termOf(product.parameters);
    if (evaluate(factor, domain.ranges).min < 0) return;
    for (const Polynomial& constraint : domain.constraints) {
      const std::int64_t slope = constraint.coefficientOf(product.others);
      if (!isAffineOverCounters(facts, constraint) || slope == 0 || (slope < 0) != (coefficient < 0)) continue;
      auto bound = multiply(factor, constraint);
      if (bound && std::find(bounds.begin(), bounds.end(), *bound) == bounds.end()) bounds.push_back(*std::move(bound));
    }
  };
  for (const auto& [monomial, coefficient] : value.terms()) boundTerm(monomial, coefficient);
  // A bound may itself be a product with another counter, `j <= i`, which then must not be too large.
  for (std::size_t i = 0; i < bounds.size() && bounds.size() < mostProducts; ++i) {
    const Polynomial bound = bounds[i];
    for (const auto& [monomial, coefficient] : bound.terms()) boundTerm(monomial, coefficient < 0 ? 1 : -1);
  }
  return bounds;
}

/// The values of `value`: a set of one dimension over the parameters.
isl::BasicSet valuesOf(const Facts& facts, const Domain& domain, const Polynomial& value) {
  System system(facts);
  Iteration at;
  Row result;
  result.variables[system.variable("value")] = 1;
  system.zero(difference(result, system.row(value, at)));
  for (const Polynomial& constraint : multiplied(facts, domain, value)) system.nonNegative(system.row(constraint, at));
  system.restrict(domain, at);
  isl_basic_set* points = withFewVariables(system.points(), 1).take();
  const isl_size dimensions = isl_basic_set_dim(points, isl_dim_set);
  if (dimensions > 1) {
    const auto others = static_cast<unsigned>(dimensions) - 1;
    // Eliminated first: projected out as they are, they would become divisions.
    points = isl_basic_set_eliminate(points, isl_dim_set, 1, others);
    points = isl_basic_set_project_out(points, isl_dim_set, 1, others);
  }
  return isl::BasicSet(isl_basic_set_remove_redundancies(isl_basic_set_remove_divs(points)));
}

std::optional<std::int64_t> coefficient(const isl::Constraint& constraint, isl_dim_type type, int column) {
  return isl::toInteger(isl::Val(isl_constraint_get_coefficient_val(constraint.get(), type, column)));
}

struct Collected {
  const Facts& facts;
  Reach reach;
};

/// `times * value + rest >= 0` (or `== 0`) as a bound of `value`.
void collect(const isl::Constraint& constraint, Collected& into) {
  const auto times = coefficient(constraint, isl_dim_set, 0);
  const auto rest = times && *times != 0 && *times != INT64_MIN ? overParameters(into.facts, constraint) : std::nullopt;
  const auto negative = rest ? multiply(*rest, Polynomial(-1)) : std::nullopt;
  if (!negative) return;
  const bool equal = isl_constraint_is_equality(constraint.get()) == isl_bool_true;
  const ReachBound bound{*times > 0 ? *negative : *rest, *times > 0 ? *times : -*times};
  if (*times > 0 || equal) into.reach.from.push_back(bound);
  if (*times < 0 || equal) into.reach.to.push_back(bound);
}

/// The least value (or the greatest) by the bounds that counters have of their own: `sign * (counter - bound) >= 0`
/// with a bound over parameters. Nothing where a counter has none.
///
///     500*j + i, j >= first, i >= 0       500*first
std::optional<Polynomial> plainExtreme(const Facts& facts, const Domain& domain, Polynomial value, bool least) {
  for (const SymbolId id : value.symbols()) {
    if (facts.isParameter(id)) continue;
    const auto slope = value.coefficientOf(id);
    const auto times = slope ? slope->constant() : std::nullopt;
    if (!times || *times == 0) return std::nullopt;
    const std::int64_t sign = (*times > 0) == least ? 1 : -1;
    std::optional<Polynomial> bound;
    for (const Polynomial& constraint : domain.constraints) {
      const auto part = constraint.coefficientOf(id);
      const Polynomial rest = constraint.without(id);
      if (!part || part->constant() != sign || !facts.overParameters(rest)) continue;
      const auto here = multiply(rest, Polynomial(-sign));
      if (!here) continue;
      const auto gap =
          bound ? multiply(subtract(*here, *bound).value_or(Polynomial()), Polynomial(sign)) : std::nullopt;
      if (!bound || (gap && evaluate(*gap, facts.ranges).min >= 0)) bound = here;
    }
    const auto instead = bound ? value.substitute(id, *bound) : std::nullopt;
    if (!instead) return std::nullopt;
    value = *instead;
  }
  return value;
}

/// isl says of values with gaps what is as good for those that there are: `-484` for multiples of 500 and the fifteen
/// behind each. What has no gaps is next to others.
void tightenPlainly(const Facts& facts, std::vector<ReachBound>& bounds, const std::optional<Polynomial>& plain,
                    bool least) {
  if (!plain) return;
  const auto isWeaker = [&](const ReachBound& bound) {
    const auto scaled = multiply(*plain, Polynomial(bound.divisor));
    const auto gap = scaled ? (least ? subtract(*scaled, bound.value) : subtract(bound.value, *scaled)) : std::nullopt;
    return gap && evaluate(*gap, facts.ranges).min > 0;
  };
  const auto before = bounds.size();
  std::erase_if(bounds, isWeaker);
  if (bounds.size() != before) bounds.push_back({*plain, 1});
}

/// Short ones first; the same few whatever order isl lists them in.
void keepShortest(std::vector<ReachBound>& bounds) {
  std::sort(bounds.begin(), bounds.end(), [](const ReachBound& a, const ReachBound& b) {
    return std::tuple(a.divisor, a.value.terms().size(), a.value) <
           std::tuple(b.divisor, b.value.terms().size(), b.value);
  });
  if (bounds.size() > mostBounds) bounds.resize(mostBounds);
}

}  // namespace

std::optional<Reach> reachOf(const Facts& facts, const Domain& domain, const Polynomial& value) {
  const isl::BasicSet values = valuesOf(facts, domain, value);
  Collected found{facts, {}};
  const auto visit = [](isl_constraint* constraint, void* user) {
    collect(isl::Constraint(constraint), *static_cast<Collected*>(user));
    return isl_stat_ok;
  };
  if (!values || isl_basic_set_foreach_constraint(values.get(), visit, &found) != isl_stat_ok) return std::nullopt;
  tightenPlainly(facts, found.reach.from, plainExtreme(facts, domain, value, true), true);
  tightenPlainly(facts, found.reach.to, plainExtreme(facts, domain, value, false), false);
  keepShortest(found.reach.from);
  keepShortest(found.reach.to);
  if (found.reach.from.empty() || found.reach.to.empty()) return std::nullopt;
  return found.reach;
}

isl::Set violationOfProducts(const Facts& facts, const Domain& domain, const Polynomial& value) {
  if (plainlyHolds(facts, domain, value)) return emptyParameters(facts);
  const auto negated = subtract(Polynomial(-1), value);
  if (!negated) return isl::Set();
  System system(facts);
  Iteration at;
  system.nonNegative(system.row(*negated, at));
  for (const Polynomial& constraint : boundsOfProducts(facts, domain, value))
    system.nonNegative(system.row(constraint, at));
  system.restrict(domain, at);
  return toParameters(system.points());
}

}  // namespace clustrix::compiler

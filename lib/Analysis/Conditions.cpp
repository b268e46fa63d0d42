// isl parameter set -> ParameterGuard, and the list of guards.
#include "Analysis/Conditions.h"

#include "Analysis/System.h"

#include <isl/ilp.h>
#include <algorithm>
#include <set>
#include <vector>

namespace clustrix::compiler {
namespace {

constexpr std::size_t kMostRows = 8;
constexpr std::size_t kMostComparisons = 24;

/// A loop over n / 16 tiles is worth a guard that permits fewer: each is a loop of its own.
constexpr std::int64_t kFewTiles = 2;

/// Iterations of a whole nest that are not worth a launch, nor a guard that leaves no more of them.
constexpr std::int64_t kHandful = 16;

/// How often loops run: loops[0] `outer` times at least, the others `inner` times.
struct Busy {
  std::int64_t outer, inner;
};

/// Whether `value >= 0` says that the symbol is positive: 2 * q - 1, say.
bool isPositive(const Polynomial& value, SymbolId id) {
  const auto slope = value.coefficientOf(id);
  const auto amount = slope ? slope->constant() : std::nullopt, constant = value.without(id).constant();
  return amount && constant && *amount > 0 && *constant < 0;
}

/// The greatest value in any iteration of the loops around, over parameters; nothing where that cannot be told.
///
///     for (j = 0; j < m; ++j) for (i = j % 2; i < n; ...)       n - remainder: n
std::optional<Polynomial> greatest(const Facts& facts, Polynomial value, int depth = 0) {
  for (const NestedLoop& loop : facts.model.loops) {
    const auto slope = value.coefficientOf(loop.counter);
    const auto amount = slope ? slope->constant() : std::nullopt;
    if (!amount) return std::nullopt;
    if (*amount == 0) continue;
    value = value.without(loop.counter);
    if (*amount < 0) continue;
    if (!loop.trip || loop.trip->stride != Polynomial(1) || depth == 8) return std::nullopt;
    const auto trips = greatest(facts, loop.trip->distance, depth + 1);
    const auto last = trips ? subtract(*trips, Polynomial(1)) : std::nullopt;
    const auto moved = last ? multiply(*last, Polynomial(*amount)) : std::nullopt;
    const auto sum = moved ? add(value, *moved) : std::nullopt;
    if (!sum) return std::nullopt;
    value = *sum;
  }
  return facts.overParameters(value) ? std::optional(value) : std::nullopt;
}

/// Each >= 0 when the loops run that often, an inner one in some iteration; those of which that cannot be told are left
/// out.
std::vector<Polynomial> whenBusy(const Facts& facts, Busy busy) {
  std::vector<Polynomial> result;
  for (std::size_t i = 0; i < facts.model.loops.size(); ++i) {
    const auto& trip = facts.model.loops[i].trip;
    const bool counts =
        trip && trip->distance.mentionsAny([&](SymbolId id) { return restOf(facts.model, id).has_value(); });
    const std::int64_t count = std::min(i == 0 ? busy.outer : busy.inner, counts ? kFewTiles : INT64_MAX);
    const auto distance = trip ? greatest(facts, trip->distance) : std::nullopt;
    if (count < 1 || !distance || !facts.overParameters(trip->stride)) continue;
    // ceil(distance / stride) >= count  when  distance - stride * (count - 1) - 1 >= 0
    const auto before = multiply(trip->stride, Polynomial(count - 1));
    const auto room = before ? subtract(*distance, *before) : std::nullopt;
    const auto value = room ? subtract(*room, Polynomial(1)) : std::nullopt;
    if (!value || value->constant()) continue;
    result.push_back(*value);
    // Rounded towards zero, a positive quotient leaves no negative rest.
    for (const SymbolId id : value->symbols())
      if (const auto rest = restOf(facts.model, id); rest && isPositive(*value, id)) result.push_back(*rest);
  }
  return result;
}

/// The smallest value that an expression takes when the loops run that often; nothing where it depends on more.
std::optional<Polynomial> leastWhenBusy(const Facts& facts, Polynomial value, Busy busy) {
  for (std::size_t i = 0; i < facts.model.loops.size(); ++i) {
    const SymbolId counter = facts.model.loops[i].counter;
    const auto slope = value.coefficientOf(counter);
    const auto amount = slope ? slope->constant() : std::nullopt;
    if (!amount) return std::nullopt;
    const std::int64_t last = std::max<std::int64_t>(i == 0 ? busy.outer : busy.inner, 1) - 1;
    const auto moved = *amount < 0 ? multiply(*slope, Polynomial(last)) : Polynomial();
    const auto least = moved ? add(value.without(counter), *moved) : std::nullopt;
    if (!least) return std::nullopt;
    value = *least;
  }
  return facts.overParameters(value) ? std::optional(value) : std::nullopt;
}

/// Each >= 0 when the loops run that often and there is an element wherever an access touches one.
std::vector<Polynomial> whenTouching(const Facts& facts, Busy busy, const std::vector<const Access*>& accesses) {
  std::vector<Polynomial> result = whenBusy(facts, busy);
  for (const Access* access : accesses)
    for (std::size_t i = access->conditions.size() - access->existing; i < access->conditions.size(); ++i)
      if (auto least = leastWhenBusy(facts, access->conditions[i], busy); least && !least->constant())
        result.push_back(*std::move(least));
  return result;
}

/// The iterations that a nest has for each one of loops[0], where all its inner loops have numbers of them.
std::optional<std::int64_t> iterationsInside(const Facts& facts) {
  std::int64_t product = 1;
  for (std::size_t i = 1; i < facts.model.loops.size(); ++i) {
    const auto& trip = facts.model.loops[i].trip;
    const auto distance = trip ? trip->distance.constant() : std::nullopt;
    const auto stride = trip ? trip->stride.constant() : std::nullopt;
    if (!distance || !stride || *stride < 1) return std::nullopt;
    const std::int64_t count = std::max<std::int64_t>(1, (*distance - 1) / *stride + 1);
    product = std::min(kHandful, product * std::min(kHandful, count));
  }
  return product;
}

/// The most iterations that loops[0] has, whatever the parameters; INT64_MAX where that is no number.
std::int64_t mostIterations(const Facts& facts) {
  System system(facts);
  Iteration at;
  system.variable(facts.model.loops[0].counter, at);
  system.restrict(domainOf(facts, {0}, {}), at);
  const isl::Set all = withParametersAsVariables(system.points());
  const auto last = all ? isl::toInteger(isl::Val(isl_set_dim_max_val(all.copy(), 0))) : std::nullopt;
  return last && *last >= 0 && *last < INT64_MAX ? *last + 1 : INT64_MAX;
}

/// How many iterations of loops[0] a guard must leave to be one: a handful in the whole nest, and no more than there
/// are without it.
std::int64_t leastIterations(const Facts& facts, std::int64_t iterations) {
  if (const auto inside = iterationsInside(facts))
    iterations = std::max(iterations, (kHandful + *inside - 1) / *inside);
  return std::min(iterations, mostIterations(facts));
}

/// Whether more than its trip count bounds the loop: `i < 40 && i < n`, whose trip count is a number that no other
/// parameter says.
bool isBoundBeside(const NestedLoop& loop) {
  if (!loop.trip) return false;
  const auto position = multiply(loop.trip->stride, Polynomial::symbol(loop.counter));
  const auto last = subtract(loop.trip->distance, Polynomial(1));
  const auto room = position && last ? subtract(*last, *position) : std::nullopt;
  return std::any_of(loop.constraints.begin(), loop.constraints.end(), [&](const Polynomial& constraint) {
    return constraint.mentions(loop.counter) && constraint != Polynomial::symbol(loop.counter) && constraint != room;
  });
}

/// The parameters for which loops that are bound by more than their trip count, or have none, run often enough:
/// loops[0] `outer` times, the others more than once around the accesses. Null where there are none.
///
///     for (d = 2; d <= n + m; ++d) for (i = max(1, d - m); i <= min(n, d - 1); ++i)       n >= 2 and m >= 2
isl::Set whenReached(const Facts& facts, const std::vector<const Access*>& accesses, std::int64_t outer) {
  isl::Set reached;
  const NestedLoop& first = facts.model.loops[0];
  const auto often = subtract(Polynomial::symbol(first.counter), Polynomial(outer - 1));
  if (isBoundBeside(first) && often) {
    System system(facts);
    Iteration at;
    system.restrict(domainOf(facts, {0}, {*often}), at);
    reached = toParameters(system.points());
  }
  std::set<std::vector<int>> seen;
  for (const Access* access : accesses) {
    std::vector<Polynomial> twice;
    for (const int loop : access->loops) {
      const NestedLoop& nested = facts.model.loops[static_cast<std::size_t>(loop)];
      if (loop == 0 || nested.trip || nested.constraints.empty()) continue;
      if (auto again = subtract(Polynomial::symbol(nested.counter), Polynomial(1))) twice.push_back(*again);
    }
    if (twice.empty() || !seen.insert(access->loops).second) continue;
    System system(facts);
    Iteration at;
    system.restrict(domainOf(facts, access->loops, twice), at);
    isl::Set some = toParameters(system.points());
    if (!some) continue;
    reached = reached ? isl::Set(isl_set_intersect(reached.take(), some.take())) : std::move(some);
  }
  return reached;
}

struct Rows {
  const Facts& facts;
  std::vector<std::vector<Comparison>> anyOf;
  std::size_t comparisons = 0;
};

isl_stat addComparison(isl_constraint* taken, void* user) {
  const isl::Constraint constraint(taken);
  Rows& rows = *static_cast<Rows*>(user);
  const auto value = overParameters(rows.facts, constraint);
  if (!value || ++rows.comparisons > kMostComparisons) return isl_stat_error;
  rows.anyOf.back().push_back({*value, isl_constraint_is_equality(constraint.get()) == isl_bool_true});
  return isl_stat_ok;
}

isl_stat addRow(isl_basic_set* taken, void* user) {
  const isl::BasicSet set(taken);
  Rows& rows = *static_cast<Rows*>(user);
  if (isl_basic_set_dim(set.get(), isl_dim_div) != 0 || rows.anyOf.size() == kMostRows) return isl_stat_error;
  rows.anyOf.emplace_back();
  return isl_basic_set_foreach_constraint(set.get(), addComparison, user);
}

bool byValue(const Comparison& left, const Comparison& right) {
  return std::tie(left.value, left.equal) < std::tie(right.value, right.equal);
}

/// The rows of a parameter set in a fixed order; nothing when it is no small disjunction of affine comparisons.
std::optional<std::vector<std::vector<Comparison>>> rowsOf(const Facts& facts, const isl::Set& set) {
  Rows rows{facts, {}, 0};
  if (isl_set_foreach_basic_set(set.get(), addRow, &rows) != isl_stat_ok) return std::nullopt;
  for (auto& row : rows.anyOf) std::sort(row.begin(), row.end(), byValue);
  std::sort(rows.anyOf.begin(), rows.anyOf.end(), [](const auto& left, const auto& right) {
    return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end(), byValue);
  });
  return rows.anyOf;
}

/// Whether `value >= 0` in all of the set, which is not empty.
bool surely(const Facts& facts, const isl::Set& set, const Polynomial& value) {
  const auto negative = subtract(Polynomial(-1), value);
  if (!negative) return false;
  isl::Set other = knownParameters(facts, set, {*negative});
  return isEmpty(isl::Set(isl_set_intersect(other.take(), set.copy()))) == isl::Answer::Yes;
}

/// The set with what its own bounds say of products, of which isl knows nothing: where T >= 2 and C >= 0, T*C >= 2*C.
isl::Set withProducts(const Facts& facts, isl::Set set) {
  const int count = std::max<int>(0, isl_set_dim(set.get(), isl_dim_param));
  std::vector<Polynomial> products;
  for (int i = 0; i < count; ++i) {
    const char* const name = isl_set_get_dim_name(set.get(), isl_dim_param, i);
    if (const auto product = name ? productOf(facts, name) : std::nullopt; product && !product->isAffine())
      products.push_back(*product);
  }
  for (const Polynomial& product : products) {
    const Monomial monomial = product.terms().front().first;
    for (const SymbolId id : monomial) {
      Polynomial rest = *product.coefficientOf(id).value_or(Polynomial()).substitute(id, Polynomial(1));
      const auto twice = multiply(rest, Polynomial(2));
      const auto room = rest.isZero() || !twice ? std::nullopt : subtract(product, *twice);
      const auto two = subtract(Polynomial::symbol(id), Polynomial(2));
      if (!room || !surely(facts, set, *two) || !surely(facts, set, rest)) continue;
      set = isl::Set(isl_set_intersect(knownParameters(facts, set, {*room}).take(), set.take()));
    }
  }
  return set;
}

struct Filter {
  const Facts& facts;
  const isl::Set& worthwhile;
  isl::Set kept;
};

isl_stat keepWorthwhile(isl_basic_set* taken, void* user) {
  isl::BasicSet part(taken);
  Filter& filter = *static_cast<Filter*>(user);
  isl::Set common(isl_set_intersect(isl_set_from_basic_set(part.copy()), filter.worthwhile.copy()));
  isl::Answer useless = isEmpty(common);
  if (useless == isl::Answer::No) useless = isEmpty(withProducts(filter.facts, std::move(common)));
  if (useless == isl::Answer::Unknown) return isl_stat_error;
  if (useless == isl::Answer::No)
    filter.kept = isl::Set(isl_set_union(filter.kept.take(), isl_set_from_basic_set(part.take())));
  return isl_stat_ok;
}

/// The alternatives of `good` that leave room for a loop worth running in parallel; null when isl gave up.
isl::Set worthwhilePart(const Facts& facts, const isl::Set& good, const std::vector<Polynomial>& busy,
                        const isl::Set& reached) {
  isl::Set worthwhile = knownParameters(facts, good, busy);
  if (reached) worthwhile = isl::Set(isl_set_intersect(worthwhile.take(), reached.copy()));
  const isl::Answer impossible = isEmpty(worthwhile);
  if (impossible != isl::Answer::No) return impossible == isl::Answer::Yes ? good : isl::Set();
  Filter filter{facts, worthwhile, emptyParameters(facts)};
  if (isl_set_foreach_basic_set(good.get(), keepWorthwhile, &filter) != isl_stat_ok) return isl::Set();
  return filter.kept;
}

/// What makes the loops worth a guard: with fewer iterations of the inner ones where those cannot all be as long.
std::vector<Polynomial> whenWorthwhile(const Facts& facts, const isl::Set& good, Busy busy, const isl::Set& reached,
                                       const std::vector<const Access*>& accesses) {
  std::vector<Polynomial> values;
  for (const std::int64_t inner : {busy.inner, std::int64_t{1}, std::int64_t{0}}) {
    values = whenTouching(facts, {busy.outer, inner}, accesses);
    isl::Set possible = knownParameters(facts, good, values);
    if (reached) possible = isl::Set(isl_set_intersect(possible.take(), reached.copy()));
    if (isEmpty(possible) != isl::Answer::Yes) break;
  }
  return values;
}

/// `useful`, a part of `good`, in few words: what holds anyway is left out, and so are cases in which a loop does not
/// run at all. The outermost needs no guard then; an inner one only when nothing else in the nest does.
isl::Set simplified(const Facts& facts, const isl::Set& good, const isl::Set& useful) {
  const isl::Set running = knownParameters(facts, good, whenBusy(facts, {1, 0}));
  const isl::Set allRunning = knownParameters(facts, good, whenBusy(facts, {1, 1}));
  isl::Set shortest(isl_set_coalesce(isl_set_gist(useful.copy(), allRunning.copy())));
  const isl::Set claimed(isl_set_intersect(shortest.copy(), running.copy()));
  if (isSubset(claimed, good) == isl::Answer::Yes) return shortest;
  return isl::Set(isl_set_coalesce(isl_set_gist(useful.copy(), running.copy())));
}

/// Leaves out comparisons that always hold for the bounds of the parameters, and rows that never do. isl does not see
/// the bounds of wide types, which would slow it down.
void prune(const Facts& facts, std::vector<std::vector<Comparison>>& rows) {
  const auto never = [&](const Comparison& comparison) {
    const Interval range = evaluate(comparison.value, facts.ranges);
    return range.max < 0 || (comparison.equal && range.min > 0);
  };
  const auto always = [&](const Comparison& comparison) {
    const Interval range = evaluate(comparison.value, facts.ranges);
    return range.min >= 0 && (!comparison.equal || range.max == 0);
  };
  std::erase_if(rows, [&](const auto& row) { return std::any_of(row.begin(), row.end(), never); });
  for (auto& row : rows) std::erase_if(row, always);
}

/// An equality of two or more parameters, `n == m`: who calls the loop with such numbers does so by chance, and a guard
/// that asks for nothing else is one that never holds. One parameter may well be a certain number: a stride of 1, an
/// offset of 0. Beside others (`to < from, or to > from, or to == from`) it costs nothing.
bool holdsByChance(const std::vector<Comparison>& row) {
  return std::any_of(row.begin(), row.end(), [](const Comparison& comparison) {
    return comparison.equal && comparison.value.symbols().size() > 1;
  });
}

void assumeRow(Facts& facts, const std::vector<Comparison>& row) {
  for (const Comparison& comparison : row) {
    assume(facts, comparison.value);
    if (!comparison.equal) continue;
    if (const auto negated = multiply(comparison.value, Polynomial(-1))) assume(facts, *negated);
  }
}

bool sameRows(const ParameterGuard& left, const ParameterGuard& right) {
  const auto sameComparison = [](const Comparison& a, const Comparison& b) {
    return a.value == b.value && a.equal == b.equal;
  };
  const auto sameRow = [&](const auto& a, const auto& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), sameComparison);
  };
  return std::equal(left.anyOf.begin(), left.anyOf.end(), right.anyOf.begin(), right.anyOf.end(), sameRow);
}

struct Same {
  bool operator()(const ParameterGuard& a, const ParameterGuard& b) const { return sameRows(a, b); }
  bool operator()(const DivisibleGuard& a, const DivisibleGuard& b) const {
    return a.value == b.value && a.divisor == b.divisor;
  }
  bool operator()(const DisjointGuard& a, const DisjointGuard& b) const {
    return a.written == b.written && a.other == b.other && a.sameAllowed == b.sameAllowed;
  }
  bool operator()(const ScalarDisjointGuard& a, const ScalarDisjointGuard& b) const {
    return a.array == b.array && a.expression == b.expression;
  }
  bool operator()(const ScalarsDisjointGuard& a, const ScalarsDisjointGuard& b) const {
    return a.first == b.first && a.second == b.second;
  }
  bool operator()(const RangeGuard& a, const RangeGuard& b) const {
    return a.value == b.value && a.min == b.min && a.max == b.max && a.loops == b.loops;
  }
  bool operator()(const AllDisjointGuard& a, const AllDisjointGuard& b) const {
    return a.arrays == b.arrays && a.own == b.own && a.written == b.written && a.read == b.read;
  }
  bool operator()(const DistinctGuard& a, const DistinctGuard& b) const {
    return a.list == b.list && a.values == b.values;
  }
  bool operator()(const ApartGuard& a, const ApartGuard& b) const { return a.array == b.array; }
  template <class A, class B>
  bool operator()(const A&, const B&) const {
    return false;
  }
};

bool sameGuard(const Guard& left, const Guard& right) { return std::visit(Same{}, left, right); }

}  // namespace

Condition avoid(const Facts& facts, const isl::Set& bad, std::int64_t iterations,
                const std::vector<const Access*>& accesses, std::int64_t inner) {
  const isl::Answer harmless = isEmpty(bad);
  if (harmless == isl::Answer::Yes) return {Condition::Always, {}};
  if (harmless == isl::Answer::Unknown) return {};
  const isl::Set known = knownParameters(facts, bad);
  const isl::Set good(isl_set_coalesce(isl_set_subtract(known.copy(), bad.copy())));
  const std::int64_t least = leastIterations(facts, iterations);
  const isl::Set reached = whenReached(facts, accesses, least);
  const std::vector<Polynomial> busy = whenWorthwhile(facts, good, {least, inner}, reached, accesses);
  const isl::Set useful = worthwhilePart(facts, good, busy, reached);
  const isl::Answer trivial = isEmpty(useful);
  if (trivial == isl::Answer::Unknown) return {};
  if (trivial == isl::Answer::Yes) return {Condition::Never, {}};
  auto rows = rowsOf(facts, worthwhilePart(facts, simplified(facts, good, useful), busy, reached));
  if (!rows) return {};
  prune(facts, *rows);
  if (std::all_of(rows->begin(), rows->end(), holdsByChance)) return {Condition::Never, {}};
  const auto alwaysTrue = [](const auto& row) { return row.empty(); };
  if (std::any_of(rows->begin(), rows->end(), alwaysTrue)) return {Condition::Always, {}};
  return {Condition::Sometimes, {*std::move(rows), ""}};
}

void addGuard(Facts& facts, Legality& legality, const Guard& guard) {
  const auto same = [&](const Guard& other) { return sameGuard(other, guard); };
  if (std::any_of(legality.guards.begin(), legality.guards.end(), same)) return;
  const auto* parameters = std::get_if<ParameterGuard>(&guard);
  // An alternative is no fact: which of its rows holds is known only at run time.
  if (parameters && parameters->anyOf.size() == 1) assumeRow(facts, parameters->anyOf[0]);
  legality.guards.push_back(guard);
}

}  // namespace clustrix::compiler

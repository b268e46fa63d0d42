// Proofs over domains: first by intervals, then by comparison with a known constraint, then by isl.
#include "Analysis/Facts.h"

#include "Analysis/System.h"
#include "Model/SourceNames.h"
#include "Support/Effort.h"

#include <algorithm>
#include <cctype>

namespace clustrix::compiler {
namespace {

SymbolNames uniqueNames(const LoopModel& model) {
  SymbolNames names;
  for (const Symbol& symbol : model.symbols) {
    std::string name;
    for (const char c : symbol.name) name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) name.insert(name.begin(), 's');
    const SymbolId id{static_cast<int>(names.of.size())};
    if (names.symbols.contains(name)) name += "_" + std::to_string(id.value);
    while (!names.symbols.emplace(name, id).second) name += "_";
    names.of.push_back(std::move(name));
  }
  return names;
}

std::shared_ptr<const std::vector<std::vector<const Access*>>> byArray(const LoopModel& model) {
  std::vector<std::vector<const Access*>> all(model.arrays.size());
  for (const Access& access : model.accesses) all.at(static_cast<std::size_t>(access.array.value)).push_back(&access);
  return std::make_shared<const std::vector<std::vector<const Access*>>>(std::move(all));
}

void addConstraint(std::vector<Polynomial>& constraints, std::optional<Polynomial> value) {
  if (!value) return;
  if (std::find(constraints.begin(), constraints.end(), *value) == constraints.end())
    constraints.push_back(*std::move(value));
}

/// `counter < ceil(distance / stride)`, that is `stride * counter < distance`, since the stride is positive wherever
/// the loop's requirements hold.
std::optional<Polynomial> beforeEnd(const NestedLoop& loop) {
  const auto position = multiply(loop.trip->stride, Polynomial::symbol(loop.counter));
  const auto last = subtract(loop.trip->distance, Polynomial(1));
  return position && last ? subtract(*last, *position) : std::nullopt;
}

/// How many times the constraint fits into the value, by their last terms: `9*m - 9*j - 2` has 9 times `m - j - 1`.
std::int64_t timesIn(const Polynomial& value, const Polynomial& constraint) {
  const auto& [monomial, coefficient] = *constraint.terms().rbegin();
  const auto times = exactQuotient(value.coefficientOf(monomial), coefficient);
  return std::max<std::int64_t>(times.value_or(1), 1);
}

/// The value is a multiple of a constraint, and more.
bool coveredBy(const auto& constraints, const Polynomial& value, const Ranges& ranges) {
  return std::any_of(constraints.begin(), constraints.end(), [&](const Polynomial& constraint) {
    if (constraint.isZero()) return false;
    const auto multiple = multiply(constraint, Polynomial(timesIn(value, constraint)));
    const auto excess = multiple ? subtract(value, *multiple) : std::nullopt;
    return excess && evaluate(*excess, ranges).min >= 0;
  });
}

bool isLinear(const Polynomial& value) {
  return std::all_of(value.terms().begin(), value.terms().end(),
                     [](const auto& term) { return term.first.size() < 2; });
}

/// `value` with `part` put in for the constraint that has it: where `y - 1 >= 0`, `w*y - w + x` is `w*y' + x`, with y'
/// for `y - 1`. The symbol then stands for the constraint, which is 0 or more.
std::optional<Polynomial> withPart(const Polynomial& value, const Polynomial& constraint, SymbolId part,
                                   std::int64_t sign) {
  const Polynomial self = Polynomial::symbol(part);
  const auto rest = sign > 0 ? subtract(self, constraint) : add(constraint, self);
  if (!rest || rest->mentions(part)) return std::nullopt;
  const auto moved = sign > 0 ? add(*rest, self) : subtract(*rest, self);
  return moved ? value.substitute(part, *moved) : std::nullopt;
}

/// Products need a constraint put in, one for each dimension of a box:
///
///     (y + dy - 1)*w + x + dx - 1 >= 0     where y + dy - 1 >= 0 and x + dx - 1 >= 0
bool coveredByParts(const Polynomial& value, const std::vector<Polynomial>& constraints, const Ranges& ranges,
                    int dimensions) {
  if (isLinear(value) || dimensions == 0 || Effort::isOver()) return false;
  const auto covers = [&](const Polynomial& constraint, SymbolId part, std::int64_t sign) {
    const auto instead = withPart(value, constraint, part, sign);
    if (!instead) return false;
    Ranges moved = ranges;
    moved.set(part, {0, unbounded()});
    if (evaluate(*instead, moved).min >= 0) return true;
    // What else is known of the symbol is said of what it stood for.
    std::vector<Polynomial> others = constraints;
    std::erase_if(others, [&](const Polynomial& other) { return other.mentions(part); });
    return coveredBy(others, *instead, moved) || coveredByParts(*instead, others, moved, dimensions - 1);
  };
  return std::any_of(constraints.begin(), constraints.end(), [&](const Polynomial& constraint) {
    return std::any_of(constraint.terms().begin(), constraint.terms().end(), [&](const auto& term) {
      const auto& [monomial, coefficient] = term;
      return monomial.size() == 1 && (coefficient == 1 || coefficient == -1) && value.mentions(monomial.front()) &&
             covers(constraint, monomial.front(), coefficient);
    });
  });
}

bool coveredByParts(const Polynomial& value, const Domain& domain) {
  constexpr int kMostDimensions = 2;  // of a box, beside the last
  return coveredByParts(value, domain.constraints, domain.ranges, kMostDimensions);
}

/// A parameter that nothing bounds but its type makes the value negative, whatever the rest is: `m - i - 1`, where no
/// constraint has `m`. To say so of an empty domain is safe.
bool plainlyFails(const Facts& facts, const Domain& domain, const Polynomial& value) {
  const auto isBound = [&](SymbolId id) {
    const auto has = [&](const Polynomial& constraint) { return constraint.mentions(id); };
    return facts.nonNegative.mention(id) || std::any_of(domain.constraints.begin(), domain.constraints.end(), has);
  };
  return std::any_of(value.terms().begin(), value.terms().end(), [&](const auto& term) {
    const auto& [monomial, coefficient] = term;
    if (monomial.size() != 1 || !facts.isParameter(monomial.front())) return false;
    const SymbolId free = monomial.front();
    if (value.coefficientOf(free) != Polynomial(coefficient) || isBound(free)) return false;
    const Interval all = domain.ranges[free];
    const Int128 worst = coefficient > 0 ? all.min : all.max, most = evaluate(value.without(free), domain.ranges).max;
    return add(multiply({worst, worst}, {coefficient, coefficient}), {most, most}).max < 0;
  });
}

/// The points of the domain where `value <= -1`.
isl::BasicSet violating(const Facts& facts, const Domain& domain, const Polynomial& value) {
  const auto negated = subtract(Polynomial(-1), value);
  if (!negated) return isl::BasicSet();
  System system(facts);
  Iteration at;
  system.nonNegative(system.row(*negated, at));
  system.restrict(domain, at);
  return system.points();
}

}  // namespace

Facts::Facts(const LoopModel& model, const isl::Context& isl)
    : model(model),
      isl(isl),
      ranges(rangesOf(model)),
      names(std::make_shared<const SymbolNames>(uniqueNames(model))),
      accesses(byArray(model)) {
  for (std::size_t i = 0; i < model.symbols.size(); ++i) {
    const SymbolId id{static_cast<int>(i)};
    const auto rest = isParameter(id) ? restOf(model, id) : std::nullopt;
    if (!rest || !overParameters(*rest)) continue;
    // What may have wrapped around is no fact: see Hoisted.h.
    if (model.symbols[i].division->divisor == 1 && !model.symbols[i].division->floor) continue;
    const std::int64_t most = model.symbols[i].division->divisor - 1;
    if (const auto above = model.symbols[i].division->floor ? rest : add(*rest, Polynomial(most)))
      assume(*this, *above);
    if (const auto below = subtract(Polynomial(most), *rest)) assume(*this, *below);
  }
}

bool Facts::overParameters(const Polynomial& value) const {
  return !value.mentionsAny([this](SymbolId id) { return !isParameter(id); });
}

bool Facts::overParameters(const Monomial& monomial) const {
  return std::all_of(monomial.begin(), monomial.end(), [this](SymbolId id) { return isParameter(id); });
}

std::string Facts::text(const Polynomial& value) const { return SourceNames(model)(value); }

Factors factorsOf(const Facts& facts, const Monomial& monomial) {
  Factors factors;
  for (const SymbolId id : monomial) (facts.isParameter(id) ? factors.parameters : factors.others).push_back(id);
  return factors;
}

Polynomial termOf(const Monomial& monomial, std::int64_t coefficient) {
  std::optional<Polynomial> term = Polynomial(coefficient);
  for (const SymbolId id : monomial) term = multiply(*term, Polynomial::symbol(id));  // one term: cannot overflow
  return *term;
}

std::optional<Polynomial> restOf(const LoopModel& model, SymbolId quotient) {
  const auto& division = model.symbols[static_cast<std::size_t>(quotient.value)].division;
  if (!division || division->divisor < 1) return std::nullopt;
  const auto product = multiply(Polynomial::symbol(quotient), Polynomial(division->divisor));
  return product ? subtract(division->dividend, *product) : std::nullopt;
}

void assume(Facts& facts, const Polynomial& value) {
  facts.nonNegative.add(value, facts.ranges);
  facts.ranges.settle();
}

Domain domainOf(const Facts& facts, const std::vector<int>& loops, const std::vector<Polynomial>& conditions) {
  Domain domain;
  for (const int index : loops) {
    const NestedLoop& loop = facts.model.loops[index];
    addConstraint(domain.constraints, Polynomial::symbol(loop.counter));
    for (const Polynomial& constraint : loop.constraints) addConstraint(domain.constraints, constraint);
    if (loop.trip) addConstraint(domain.constraints, beforeEnd(loop));
  }
  for (const Polynomial& condition : conditions) addConstraint(domain.constraints, condition);
  domain.ranges = facts.ranges;
  Effort::spend();
  domain.empty = !facts.nonNegative.tighten(domain.ranges, domain.constraints);
  return domain;
}

bool plainlyHolds(const Facts& facts, const Domain& domain, const Polynomial& value) {
  return domain.empty || evaluate(value, domain.ranges).min >= 0 ||
         coveredBy(domain.constraints, value, domain.ranges) || coveredBy(facts.nonNegative, value, domain.ranges);
}

bool holds(const Facts& facts, const Domain& domain, const Polynomial& value) {
  if (Effort::isOver()) return false;
  if (plainlyHolds(facts, domain, value) || coveredByParts(value, domain)) return true;
  if (plainlyFails(facts, domain, value) || !isAffineOverCounters(facts, value)) return false;
  return isEmpty(violating(facts, domain, value)) == isl::Answer::Yes;
}

isl::Set violation(const Facts& facts, const Domain& domain, const Polynomial& value) {
  if (Effort::isOver()) return isl::Set();
  if (plainlyHolds(facts, domain, value) || coveredByParts(value, domain)) return emptyParameters(facts);
  if (!isAffineOverCounters(facts, value)) return isl::Set();
  return toParameters(violating(facts, domain, value));
}

}  // namespace clustrix::compiler

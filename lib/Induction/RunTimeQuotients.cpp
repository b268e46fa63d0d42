// Quotients and remainders by what is known only at run time: one loop that stands for all elements of a box.
//
//     for (k < nx * ny) { i = k % nx, j = k / nx;      counters q and r of loops that run through 0 .. ny-1 and
//       b[j*nx + i] = a[i*ny + j]; }                   0 .. nx-1, with k = nx*q + r
//                                                      b[q*nx + r] is b[k], a[r*ny + q] stays as it is
//
// Both are counters since their values are bounded, and so that a subscript of them is a place in a box. What is
// divided twice is divided once: k / nx / ny is k / (nx * ny).
#include "Induction/Quotients.h"
#include "Lower/Recorder.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// What the divisor, a product, leaves of the monomial; nothing where it does not divide it.
std::optional<Monomial> without(const Monomial& monomial, const Monomial& divisor) {
  if (!std::includes(monomial.begin(), monomial.end(), divisor.begin(), divisor.end())) return std::nullopt;
  Monomial rest;
  std::set_difference(monomial.begin(), monomial.end(), divisor.begin(), divisor.end(), std::back_inserter(rest));
  return rest;
}

/// value / divisor, where the divisor is a product that is in each term.
std::optional<Polynomial> quotientByProduct(const Polynomial& value, const Polynomial& divisor) {
  if (divisor.terms().size() != 1 || divisor.terms().front().second != 1) return std::nullopt;
  std::optional<Polynomial> sum = Polynomial();
  for (const auto& [monomial, coefficient] : value.terms()) {
    const auto rest = without(monomial, divisor.terms().front().first);
    std::optional<Polynomial> term = rest ? std::optional(Polynomial(coefficient)) : std::nullopt;
    for (std::size_t i = 0; term && i < rest->size(); ++i) term = multiply(*term, Polynomial::symbol((*rest)[i]));
    sum = term && sum ? add(*sum, *term) : std::nullopt;
    if (!sum) return std::nullopt;
  }
  return sum;
}

}  // namespace

/// How many quotients there are when the dividend is a loop's counter, and a number of whole rows of them.
std::optional<Polynomial> Quotients::quotientsOf(const Polynomial& dividend, const Polynomial& divisor) const {
  for (const int index : walk_.path) {
    const NestedLoop& loop = model_.loops[static_cast<std::size_t>(index)];
    const auto start = subtract(dividend, Polynomial::symbol(loop.counter));
    if (!start || !isOverParameters(model_, *start) || !loop.trip || loop.trip->stride != Polynomial(1)) continue;
    const auto end = add(loop.trip->distance, *start);
    return end && isOverParameters(model_, *end) ? quotientByProduct(*end, divisor) : std::nullopt;
  }
  return std::nullopt;
}

/// The counter that stands for the quotient of a dividend that is not negative and a divisor that is positive: whoever
/// uses it asks for that. Nothing where the dividend is not the same whenever an iteration evaluates it.
std::optional<SymbolId> Quotients::runTimeQuotientOf(Polynomial dividend, Polynomial divisor) {
  const auto kindOf = [&](SymbolId id) { return model_.symbols[static_cast<std::size_t>(id.value)].kind; };
  if (divisor.mentionsAny([&](SymbolId id) { return kindOf(id) != SymbolKind::Parameter; })) return std::nullopt;
  if (dependsOn(model_.symbols, dividend, [&](SymbolId id) { return kindOf(id) == SymbolKind::Opaque; }))
    return std::nullopt;
  for (const auto& [division, quotient] : runTimeQuotients_) {
    if (dividend != Polynomial::symbol(quotient)) continue;
    const auto product = multiply(division.second, divisor);
    if (!product) return std::nullopt;
    dividend = Polynomial(division.first);
    divisor = *product;
    break;
  }
  const auto stands = [&](SymbolId id) {
    return std::any_of(model_.loops.begin(), model_.loops.end(),
                       [&](const NestedLoop& loop) { return loop.counter == id; });
  };
  const auto known = runTimeQuotients_.find({dividend, divisor});
  if (known != runTimeQuotients_.end() && stands(known->second)) return known->second;
  NestedLoop values;
  values.parent = walk_.path.back();
  values.counter = walk_.record.newSymbol(SymbolKind::Counter, "quotient");
  values.value = Polynomial::symbol(values.counter);
  values.at = model_.loops[static_cast<std::size_t>(walk_.path.back())].at;
  values.constraints = {*values.value};
  if (const auto least = subtract(dividend, *values.value)) values.constraints.push_back(*least);
  if (const auto count = quotientsOf(dividend, divisor)) {
    values.trip = TripCount{*count, Polynomial(1)};
    if (const auto below = subtract(*count, *add(*values.value, Polynomial(1)))) values.constraints.push_back(*below);
  }
  runTimeQuotients_[{dividend, divisor}] = values.counter;
  model_.loops.push_back(values);
  return values.counter;
}

std::optional<IntegerValue> Quotients::runTimeQuotient(const IntegerValue& dividend, const IntegerValue& divisor,
                                                       clang::QualType type) {
  // Of a number that may have wrapped nothing is known.
  if (type->isUnsignedIntegerOrEnumerationType() && !needsNothing(dividend) && !isOfDivision(dividend.polynomial))
    return std::nullopt;
  const auto symbol = runTimeQuotientOf(dividend.polynomial, divisor.polynomial);
  if (!symbol) return std::nullopt;
  IntegerValue result{Polynomial::symbol(*symbol), dividend.needs};
  // What C++ computes of signed numbers fits its type.
  const bool isUnsigned = type->isUnsignedIntegerOrEnumerationType();
  const Int128 max = isUnsigned ? walk_.record.rangeOf(type).second : Int128{INT64_MAX};
  const auto require = [&](const Bound& bound) {
    if (std::find(result.needs.begin(), result.needs.end(), bound) == result.needs.end()) result.needs.push_back(bound);
  };
  for (const Bound& bound : divisor.needs) require(bound);
  require({dividend.polynomial, 0, max});
  require({divisor.polynomial, 1, max});
  return result;
}

Polynomial Quotients::withoutRemainders(Polynomial value) const {
  const auto parts = [&](const Polynomial& one) {
    const std::vector<SymbolId> symbols = one.symbols();
    return std::count_if(symbols.begin(), symbols.end(), [&](SymbolId id) {
      const auto isQuotient = [&](const auto& known) { return known.second == id; };
      return remainders_.contains(id) || model_.symbols[static_cast<std::size_t>(id.value)].division ||
             std::any_of(runTimeQuotients_.begin(), runTimeQuotients_.end(), isQuotient);
    });
  };
  // A remainder's dividend may be one itself: `k % (nx * ny) % nx`.
  for (int round = 0; round < 3; ++round) {
    std::optional<Polynomial> exact = value;
    for (const SymbolId id : value.symbols()) {
      const auto known = remainders_.find(id);
      if (known != remainders_.end() && exact) exact = exact->substitute(id, known->second.exact);
    }
    if (!exact || exact->terms().size() >= value.terms().size() || parts(*exact) > parts(value)) return value;
    value = *exact;
  }
  return value;
}

/// A quotient or a remainder: what is needed of it is no matter of wrapping around.
bool Quotients::isOfDivision(const Polynomial& value) const {
  const auto is = [&](SymbolId id) { return value == Polynomial::symbol(id); };
  return std::any_of(runTimeQuotients_.begin(), runTimeQuotients_.end(),
                     [&](const auto& known) { return is(known.second); }) ||
         std::any_of(remainders_.begin(), remainders_.end(),
                     [&](const auto& known) { return !known.second.byNumber && is(known.first); });
}

/// `i / n * n`, which is no more than i.
bool Quotients::isPartOfDividend(const Polynomial& value) const {
  return std::any_of(runTimeQuotients_.begin(), runTimeQuotients_.end(), [&](const auto& known) {
    return multiply(Polynomial::symbol(known.second), known.first.second) == value;
  });
}

}  // namespace clustrix::compiler

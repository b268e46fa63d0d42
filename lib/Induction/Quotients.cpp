// Quotients and remainders by a number: exact where a condition or a subscript uses them.
//
//     i / 2        a symbol q of its own, with 0 <= i - 2 * q < 2
//     i % 8        the counter of a loop that runs through 0 .. 7, equal to i - 8 * q
//     i & 7        the same, whatever the sign of i
//
// A loop stands for a remainder since that says which elements `table[i % 8]` can be; with the quotient beside it, it
// also says which one it is.
#include "Induction/Quotients.h"
#include "KernelText/HostText.h"
#include "Lower/Recorder.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

constexpr std::int64_t kLargestDivisor = std::int64_t{1} << 40;

}  // namespace

/// By the bounds of the symbols alone.
bool Quotients::plainlyKeepsTo(const Bound& bound) const {
  Int128 least = 0, most = 0;
  for (const auto& [monomial, coefficient] : bound.value.terms()) {
    if (monomial.size() > 1) return false;
    const Symbol one{SymbolKind::Parameter, "", "", 1, 1};
    const Symbol& symbol = monomial.empty() ? one : model_.symbols[static_cast<std::size_t>(monomial[0].value)];
    const Int128 min = symbol.kind == SymbolKind::Counter ? std::max<Int128>(symbol.min, 0) : symbol.min;
    // Bounds are of 64 bits, and so are coefficients: the product fits.
    const Int128 low = coefficient >= 0 ? min * coefficient : symbol.max * coefficient;
    const Int128 high = coefficient >= 0 ? symbol.max * coefficient : min * coefficient;
    if (__builtin_add_overflow(least, low, &least) || __builtin_add_overflow(most, high, &most)) return false;
  }
  return least >= bound.min && most <= bound.max;
}

/// Nothing that a run would have to check.
bool Quotients::needsNothing(const IntegerValue& value) const {
  return std::all_of(value.needs.begin(), value.needs.end(), [&](const Bound& need) { return plainlyKeepsTo(need); });
}

bool Quotients::plainlyNonNegative(const Polynomial& value) const {
  return std::all_of(value.terms().begin(), value.terms().end(), [&](const auto& term) {
    return term.second >= 0 && std::all_of(term.first.begin(), term.first.end(), [&](SymbolId id) {
             const Symbol& symbol = model_.symbols[static_cast<std::size_t>(id.value)];
             return symbol.kind == SymbolKind::Counter || symbol.min >= 0;
           });
  });
}

bool Quotients::mentionsQuotient(const Polynomial& value) const {
  return value.mentionsAny(
      [&](SymbolId id) { return model_.symbols[static_cast<std::size_t>(id.value)].kind == SymbolKind::Quotient; });
}

bool Quotients::plainlyFits(const Polynomial& value, clang::QualType type) const {
  const auto [min, max] = walk_.record.rangeOf(type);
  return plainlyKeepsTo({value, min, max});
}

/// The symbol for the quotient; nothing where the dividend is not the same whenever an iteration evaluates it.
std::optional<SymbolId> Quotients::quotientOf(const Polynomial& dividend, std::int64_t divisor, bool floor,
                                              clang::QualType type) {
  const auto isData = [&](SymbolId id) {
    return model_.symbols[static_cast<std::size_t>(id.value)].kind == SymbolKind::Opaque;
  };
  if (divisor < 1 || divisor > kLargestDivisor || dependsOn(model_.symbols, dividend, isData)) return std::nullopt;
  floor = floor || type->isUnsignedIntegerOrEnumerationType() || plainlyNonNegative(dividend);
  for (std::size_t i = 0; i < model_.symbols.size(); ++i) {
    const auto& known = model_.symbols[i].division;
    if (known && known->dividend == dividend && known->divisor == divisor && known->floor == floor)
      return SymbolId{static_cast<int>(i)};
  }
  const std::string text =
      dividend.str([&](SymbolId id) { return model_.symbols[static_cast<std::size_t>(id.value)].name; });
  const SymbolId id = walk_.record.newSymbol(SymbolKind::Quotient, "((" + text + ")/" + std::to_string(divisor) + ")");
  Symbol& symbol = model_.symbols[static_cast<std::size_t>(id.value)];
  const auto [min, max] = walk_.record.rangeOf(type);
  symbol.min = plainlyNonNegative(dividend) ? 0 : min / divisor - (floor && min < 0 ? 1 : 0);
  symbol.max = max / divisor;
  symbol.division = Division{dividend, divisor, floor};
  return id;
}

std::optional<Value> Quotients::quotient(const IntegerValue& dividend, std::int64_t divisor, bool floor,
                                         clang::QualType type) {
  // `(i * 2654435761u) >> 24` is meant to wrap: it is rather not known than guarded.
  if (!needsNothing(dividend)) return std::nullopt;
  const auto symbol = quotientOf(dividend.polynomial, divisor, floor, type);
  if (!symbol) return std::nullopt;
  return IntegerValue{Polynomial::symbol(*symbol), {}};
}

/// A loop at the current point, through the numbers from zero on.
NestedLoop Quotients::below(const Polynomial& count, const char* name) {
  NestedLoop values;
  values.parent = walk_.path.back();
  values.counter = walk_.record.newSymbol(SymbolKind::Counter, name);
  const Polynomial value = Polynomial::symbol(values.counter);
  values.value = value;
  values.at = model_.loops[static_cast<std::size_t>(walk_.path.back())].at;
  values.constraints = {value};
  if (const auto last = subtract(count, *add(value, Polynomial(1)))) values.constraints.push_back(*last);
  values.trip = TripCount{count, Polynomial(1)};
  return values;
}

IntegerValue Quotients::someOf(Int128 least, Int128 most) {
  // In remarks it is what else is not known.
  const NestedLoop values = below(Polynomial(static_cast<std::int64_t>(most - least + 1)), "...");
  model_.loops.push_back(values);
  some_.insert(values.counter);
  return {*add(*values.value, Polynomial(static_cast<std::int64_t>(least))), {}};
}

/// `e % d` with 0 <= e and 0 < d is some value of [0, d): a loop that runs through them stands for it. `floor`: rounded
/// down, so that e may be negative.
Value Quotients::remainder(const Value& left, const Value& right, clang::QualType type, bool floor) {
  const auto& a = std::get<IntegerValue>(left);
  const auto& b = std::get<IntegerValue>(right);
  const auto divisor = b.polynomial.constant();
  if (divisor && *divisor <= 0) return std::monostate{};
  NestedLoop values = below(b.polynomial, "remainder");
  const Polynomial value = *values.value;
  // Whatever wraps, the rest of an unsigned division lies in its range.
  const bool wraps =
      (floor || type->isUnsignedIntegerOrEnumerationType()) && !needsNothing(a) && !isOfDivision(a.polynomial);
  IntegerValue result{value, wraps && divisor ? std::vector<Bound>{} : a.needs};
  const auto require = [&](const Bound& bound) {
    if (std::find(result.needs.begin(), result.needs.end(), bound) != result.needs.end()) return false;
    result.needs.push_back(bound);
    return true;
  };
  for (const Bound& bound : b.needs) require(bound);
  // What C++ computes of signed numbers fits its type.
  const bool plain = !divisor && !type->isUnsignedIntegerOrEnumerationType();
  const Int128 max = plain ? Int128{INT64_MAX} : walk_.record.rangeOf(type).second;
  std::optional<Bound> need = floor || (wraps && divisor) ? std::nullopt : std::optional(Bound{a.polynomial, 0, max});
  if (need && !require(*need)) need.reset();  // of the dividend itself
  if (!divisor) require({b.polynomial, 1, max});
  const auto symbol = wraps     ? std::nullopt
                      : divisor ? quotientOf(a.polynomial, *divisor, floor, type)
                                : runTimeQuotientOf(a.polynomial, b.polynomial);
  const auto product = symbol ? multiply(Polynomial::symbol(*symbol), b.polynomial) : std::nullopt;
  const auto exact = product ? subtract(a.polynomial, *product) : std::nullopt;
  if (exact) {
    remainders_[values.counter] = {*exact, need, divisor.has_value()};
    if (const auto above = subtract(*exact, value)) values.constraints.push_back(*above);
    if (const auto below = subtract(value, *exact)) values.constraints.push_back(*below);
  }
  model_.loops.push_back(values);
  return result;
}

/// `i & 7`
std::optional<Value> Quotients::masked(const IntegerValue& value, const IntegerValue& mask, clang::QualType type) {
  const auto bits = mask.polynomial.constant();
  if (!bits || *bits < 0 || *bits >= kLargestDivisor || (*bits & (*bits + 1)) != 0 || value.polynomial.constant())
    return std::nullopt;
  if (value.needs.empty() && isOverParameters(model_, value.polynomial)) {
    const std::string text = "((" + walk_.host.hostText(value.polynomial) + ") & " + std::to_string(*bits) + ")";
    const SymbolId id = walk_.record.parameterOf(text, text, type);
    Symbol& symbol = model_.symbols[static_cast<std::size_t>(id.value)];
    symbol.min = std::max<Int128>(symbol.min, 0);
    symbol.max = std::min<Int128>(symbol.max, *bits);
    return IntegerValue{Polynomial::symbol(id), {}};
  }
  return remainder(value, IntegerValue{Polynomial(*bits + 1), {}}, type, true);
}

std::optional<IntegerValue> Quotients::withExactRemainders(const IntegerValue& value) const {
  IntegerValue result = value;
  for (const SymbolId id : value.polynomial.symbols()) {
    const auto known = remainders_.find(id);
    if (known == remainders_.end() || !known->second.byNumber) continue;
    const auto exact = result.polynomial.substitute(id, known->second.exact);
    if (!exact) return std::nullopt;
    result.polynomial = *exact;
    if (known->second.need) std::erase(result.needs, *known->second.need);
  }
  return result;
}

/// What `value != 0` says, where the value is a remainder and a number: the remainder is not the least or the greatest.
std::vector<Polynomial> Quotients::whereNotZero(const Polynomial& value, clang::QualType type) {
  for (const SymbolId id : value.symbols()) {
    const auto division = model_.symbols[static_cast<std::size_t>(id.value)].division;
    if (!division) continue;
    const auto restOf = [&](SymbolId quotient) -> std::optional<Polynomial> {
      const auto product = multiply(Polynomial::symbol(quotient), Polynomial(division->divisor));
      return product ? subtract(division->dividend, *product) : std::nullopt;
    };
    const auto rest = restOf(id);
    for (const std::int64_t sign : {1, -1}) {
      const auto signedRest = rest ? multiply(*rest, Polynomial(sign)) : std::nullopt;
      const auto beyond = signedRest ? subtract(value, *signedRest) : std::nullopt;
      const auto number = beyond ? beyond->constant() : std::nullopt;
      if (!number || *number == INT64_MIN) continue;
      const std::int64_t excluded = -*number * sign;
      // Whether there is a rest does not depend on how it is rounded.
      const auto down = excluded == 0     ? quotientOf(division->dividend, division->divisor, true, type)
                        : division->floor ? std::optional(id)
                                          : std::nullopt;
      const auto known = down ? restOf(*down) : std::nullopt;
      if (!known) return {};
      if (excluded == 0)
        if (const auto some = subtract(*known, Polynomial(1))) return {*some};
      if (excluded == division->divisor - 1)
        if (const auto less = subtract(Polynomial(excluded - 1), *known)) return {*less};
      return {};
    }
  }
  return {};
}

}  // namespace clustrix::compiler

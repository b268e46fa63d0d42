// Interval arithmetic and bounds propagation. A saturated bound is sticky: it stays unbounded through additions, since
// `unbounded - 5` must not become a bound.
#include "Analysis/Ranges.h"

#include "Support/Effort.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

constexpr Int128 kUnbounded = static_cast<Int128>(1) << 126;

Int128 clamp(Int128 value) { return std::clamp(value, -kUnbounded, kUnbounded); }
bool isInfinite(Int128 value) { return value >= kUnbounded || value <= -kUnbounded; }
int sign(Int128 value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

Int128 product(Int128 left, Int128 right) {
  Int128 result = 0;
  if (!isInfinite(left) && !isInfinite(right) && !__builtin_mul_overflow(left, right, &result)) return clamp(result);
  return sign(left) * sign(right) * kUnbounded;
}

Int128 floorDivide(Int128 value, Int128 divisor) {
  const Int128 quotient = value / divisor;
  return value % divisor != 0 && (value < 0) != (divisor < 0) ? quotient - 1 : quotient;
}

/// `coefficient * symbol + rest >= 0` bounds the symbol from one side.
bool narrow(Interval& symbol, std::int64_t coefficient, Int128 restMax) {
  if (isInfinite(restMax)) return false;
  if (coefficient > 0) {
    const Int128 least = -floorDivide(restMax, coefficient);  // ceil(-rest / coefficient)
    if (least <= symbol.min) return false;
    symbol.min = least;
  } else {
    const Int128 most = floorDivide(restMax, -static_cast<Int128>(coefficient));
    if (most >= symbol.max) return false;
    symbol.max = most;
  }
  return true;
}

Interval evaluate(const Monomial& monomial, std::int64_t coefficient, const Ranges& ranges) {
  Interval result{coefficient, coefficient};
  for (const SymbolId id : monomial) result = multiply(result, ranges[id.value]);
  return result;
}

/// One pass over the terms of `constraint >= 0`; true when a bound became narrower.
bool propagate(Ranges& ranges, const Polynomial& constraint) {
  bool changed = false;
  // Each term is compared with all others.
  if (!Effort::spend(constraint.terms().size() * constraint.terms().size())) return false;
  for (const auto& [monomial, coefficient] : constraint.terms()) {
    if (monomial.size() != 1) continue;
    Interval rest{0, 0};
    for (const auto& [other, factor] : constraint.terms())
      if (other != monomial) rest = add(rest, evaluate(other, factor, ranges));
    changed |= narrow(ranges[monomial[0].value], coefficient, rest.max);
  }
  return changed;
}

}  // namespace

Int128 unbounded() { return kUnbounded; }

Interval add(Interval left, Interval right) {
  Interval sum{clamp(left.min + right.min), clamp(left.max + right.max)};
  if (left.min <= -kUnbounded || right.min <= -kUnbounded) sum.min = -kUnbounded;
  if (left.max >= kUnbounded || right.max >= kUnbounded) sum.max = kUnbounded;
  return sum;
}

Interval multiply(Interval left, Interval right) {
  const auto [low, high] = std::minmax({product(left.min, right.min), product(left.min, right.max),
                                        product(left.max, right.min), product(left.max, right.max)});
  return {low, high};
}

std::optional<std::int64_t> exactQuotient(std::int64_t value, std::int64_t divisor) {
  if (divisor == 0) return std::nullopt;
  // The processor traps on the one quotient that does not fit.
  if (divisor == -1) return value == INT64_MIN ? std::nullopt : std::optional(-value);
  return value % divisor == 0 ? std::optional(value / divisor) : std::nullopt;
}

Ranges rangesOf(const LoopModel& model) {
  Ranges ranges;
  ranges.reserve(model.symbols.size());
  for (const Symbol& symbol : model.symbols) {
    const Int128 least = symbol.kind == SymbolKind::Counter ? std::max<Int128>(symbol.min, 0) : symbol.min;
    ranges.push_back({clamp(least), clamp(symbol.max)});
  }
  return ranges;
}

Interval evaluate(const Polynomial& value, const Ranges& ranges) {
  Interval sum{0, 0};
  Effort::spend(1 + value.terms().size());
  for (const auto& [monomial, coefficient] : value.terms()) sum = add(sum, evaluate(monomial, coefficient, ranges));
  return sum;
}

bool tighten(Ranges& ranges, const std::vector<Polynomial>& constraints) {
  // Four rounds carry a bound through a nest of four loops; more would only creep towards an empty domain.
  bool changed = true;
  for (int round = 0; round < 4 && changed; ++round) {
    changed = false;
    for (const Polynomial& constraint : constraints) changed |= propagate(ranges, constraint);
  }
  return std::all_of(ranges.begin(), ranges.end(), [](Interval range) { return range.min <= range.max; }) &&
         std::all_of(constraints.begin(), constraints.end(),
                     [&](const Polynomial& constraint) { return evaluate(constraint, ranges).max >= 0; });
}

}  // namespace clustrix::compiler

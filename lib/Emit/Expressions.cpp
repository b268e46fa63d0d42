#include "Emit/Expressions.h"

#include "Support/OneLine.h"

#include "Plan/Decimal.h"
#include "clustrix/Plan.h"

#include <algorithm>
#include <array>
#include <limits>

namespace clustrix::compiler {
namespace {

/// `a*b` as `a * b`, without touching what `spell` says: symbols are put in afterwards.
std::string spaced(const Polynomial& value, const Spelling& spell) {
  const std::string marked = value.str([](SymbolId id) { return "{" + std::to_string(id.value) + "}"; });
  std::string text;
  for (std::size_t i = 0; i < marked.size(); ++i) {
    if (marked[i] == '*') {
      text += " * ";
    } else if (marked[i] == '{') {
      const std::size_t end = marked.find('}', i);
      text += spell(SymbolId{std::stoi(marked.substr(i + 1, end - i - 1))});
      i = end;
    } else {
      text += marked[i];
    }
  }
  return text;
}

/// The terms of one sign, made positive.
Polynomial half(const Polynomial& value, bool positive) {
  Polynomial result;
  for (const auto& [monomial, coefficient] : value.terms()) {
    if ((coefficient > 0) != positive) continue;
    Polynomial term(1);
    for (const SymbolId id : monomial) term = *multiply(term, Polynomial::symbol(id));
    const auto scaled = multiply(term, positive ? coefficient : -coefficient);
    result = *add(result, *scaled);
  }
  return result;
}

/// Of an integer: inclusive.
struct Bounds {
  Int128 min = 0, max = 0;
};

bool hasSmallestCoefficient(const Polynomial& value) {
  return std::any_of(value.terms().begin(), value.terms().end(),
                     [](const auto& term) { return term.second == std::numeric_limits<std::int64_t>::min(); });
}

std::optional<Bounds> product(const Bounds& a, const Bounds& b) {
  std::array<Int128, 4> corners{};
  if (__builtin_mul_overflow(a.min, b.min, &corners[0]) || __builtin_mul_overflow(a.min, b.max, &corners[1]) ||
      __builtin_mul_overflow(a.max, b.min, &corners[2]) || __builtin_mul_overflow(a.max, b.max, &corners[3]))
    return std::nullopt;
  return Bounds{*std::min_element(corners.begin(), corners.end()), *std::max_element(corners.begin(), corners.end())};
}

std::optional<Bounds> sumBounds(const Polynomial& value, const LoopModel& model);

/// Of the chunk's ends, which lie between no iterations and all of them.
Bounds chunkBounds(const LoopModel& model) {
  const auto& trip = model.loops[0].trip;
  const auto distance = trip ? sumBounds(trip->distance, model) : std::nullopt;
  return {0, distance ? std::clamp<Int128>(distance->max, 0, indexMax) : indexMax};
}

Bounds symbolBounds(SymbolId id, const LoopModel& model) {
  if (id == chunkBegin || id == chunkEnd) return chunkBounds(model);
  if (inspectionOf(id) >= 0) return {leastListed, greatestListed};
  const Symbol& symbol = model.symbols[static_cast<std::size_t>(id.value)];
  return {std::max(symbol.min, indexMin), std::min(symbol.max, indexMax)};
}

std::optional<Bounds> termBounds(const Monomial& monomial, std::int64_t coefficient, const LoopModel& model) {
  std::optional<Bounds> bounds = Bounds{coefficient, coefficient};
  for (const SymbolId id : monomial) {
    bounds = product(*bounds, symbolBounds(id, model));
    if (!bounds) return std::nullopt;
  }
  return bounds;
}

bool isIndex(const Bounds& bounds) { return bounds.min >= indexMin && bounds.max <= indexMax; }

/// Every partial sum lies in it, between the sum of all negative and the sum of all positive ends.
std::optional<Bounds> sumBounds(const Polynomial& value, const LoopModel& model) {
  Bounds reach;
  for (const auto& [monomial, coefficient] : value.terms()) {
    const auto term = termBounds(monomial, coefficient, model);
    if (!term || !isIndex(*term)) return std::nullopt;
    reach.min += std::min<Int128>(term->min, 0);
    reach.max += std::max<Int128>(term->max, 0);
  }
  return reach;
}

}  // namespace

std::string sumText(const Polynomial& value, const Spelling& spell) { return spaced(value, spell); }

std::string factorText(const Polynomial& value, const Spelling& spell) {
  const std::string text = sumText(value, spell);
  return value.terms().size() > 1 || text[0] == '-' ? "(" + text + ")" : text;
}

std::string tripsText(const TripCount& trip, const Spelling& spell) {
  const auto distance = trip.distance.constant();
  const auto stride = trip.stride.constant();
  if (distance && stride && *stride > 0)
    return std::to_string(*distance <= 0 ? 0 : *distance / *stride + (*distance % *stride != 0 ? 1 : 0));
  return "clustrix::trips(" + sumText(trip.distance, spell) + ", " + sumText(trip.stride, spell) + ")";
}

std::string comparisonText(const Comparison& comparison, const Spelling& spell) {
  const std::string relation = comparison.equal ? " == " : " >= ";
  // The most negative coefficient has no positive counterpart to move to the other side.
  if (hasSmallestCoefficient(comparison.value)) return sumText(comparison.value, spell) + relation + "0";
  return sumText(half(comparison.value, true), spell) + relation + sumText(half(comparison.value, false), spell);
}

std::string literal(Int128 value) {
  if (value == indexMin) return "(" + decimal(value + 1) + " - 1)";
  return decimal(value) + (value > indexMax ? "ULL" : "");
}

std::string quoted(const std::string& text) { return stringLiteral(text); }

bool fitsIndex(const Polynomial& value, const LoopModel& model) {
  const auto bounds = sumBounds(value, model);
  return bounds && isIndex(*bounds);
}

bool comparisonFitsIndex(const Polynomial& value, const LoopModel& model) {
  if (hasSmallestCoefficient(value)) return fitsIndex(value, model);
  return fitsIndex(half(value, true), model) && fitsIndex(half(value, false), model);
}

bool fitsIndex(const Symbol& parameter) { return parameter.min >= indexMin && parameter.max <= indexMax; }

}  // namespace clustrix::compiler

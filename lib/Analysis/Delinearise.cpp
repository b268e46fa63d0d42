// Two ways to find strides. By products: each product of parameters that multiplies a counter is a stride, so that
// `i*n + i` is the diagonal (i, i). By coefficients: all that multiplies a counter is a stride, so that `i*n + i + j`
// is (i, j) with rows of n + 1. Either must form a chain in which every stride is a multiple of the next.
#include "Analysis/Delinearise.h"

#include "Analysis/System.h"

#include <algorithm>
#include <numeric>

namespace clustrix::compiler {
namespace {

bool divides(const Monomial& divisor, const Monomial& value) {
  return std::includes(value.begin(), value.end(), divisor.begin(), divisor.end());
}
Monomial quotient(const Monomial& value, const Monomial& divisor) {
  Monomial result;
  std::set_difference(value.begin(), value.end(), divisor.begin(), divisor.end(), std::back_inserter(result));
  return result;
}

bool byDegree(const Monomial& left, const Monomial& right) {
  return left.size() != right.size() ? left.size() > right.size() : left < right;
}

/// The leading term: highest degree first, then the order of symbols. Compatible with multiplication for the products
/// of one degree that occur in strides.
std::pair<Monomial, std::int64_t> leading(const Polynomial& value) {
  const auto better = [](const auto& left, const auto& right) { return byDegree(left.first, right.first); };
  return *std::min_element(value.terms().begin(), value.terms().end(), better);
}

struct Division {
  Polynomial quotient, remainder;
};
/// value = quotient * divisor + remainder, where no further term of the remainder's lead can be divided.
std::optional<Division> divide(Polynomial value, const Polynomial& divisor) {
  Division result;
  const auto [lead, factor] = leading(divisor);
  // Each step removes the leading term or moves it to the remainder; the bound is a brake, not a limit in practice.
  for (int step = 0; step < 64 && !value.isZero(); ++step) {
    const auto [monomial, coefficient] = leading(value);
    std::optional<Polynomial> removed;
    const auto times = exactQuotient(coefficient, factor);
    if (times && divides(lead, monomial)) {
      const Polynomial part = termOf(quotient(monomial, lead), *times);
      const auto sum = add(result.quotient, part);
      removed = multiply(part, divisor);
      if (!sum || !removed) return std::nullopt;
      result.quotient = *sum;
    } else {
      removed = termOf(monomial, coefficient);
      const auto rest = add(result.remainder, *removed);
      if (!rest) return std::nullopt;
      result.remainder = *rest;
    }
    const auto next = subtract(value, *removed);
    if (!next) return std::nullopt;
    value = *next;
  }
  return value.isZero() ? std::optional(result) : std::nullopt;
}

/// sizes[d] = strides[d] / strides[d+1]; nothing when the strides form no chain.
std::optional<std::vector<Polynomial>> sizesOf(const std::vector<Polynomial>& strides) {
  std::vector<Polynomial> sizes;
  for (std::size_t d = 0; d + 1 < strides.size(); ++d) {
    const auto size = divide(strides[d], strides[d + 1]);
    if (!size || !size->remainder.isZero()) return std::nullopt;
    sizes.push_back(size->quotient);
  }
  return sizes;
}

/// The first stride, from the outermost, that divides the parameters of a term; the last one, 1, always does.
std::size_t strideOf(const std::vector<Monomial>& strides, const Monomial& parameters) {
  const auto place =
      std::find_if(strides.begin(), strides.end(), [&](const Monomial& stride) { return divides(stride, parameters); });
  return static_cast<std::size_t>(place - strides.begin());
}

std::optional<std::vector<Monomial>> productStrides(const Facts& facts, const std::vector<Polynomial>& subscripts) {
  std::vector<Monomial> strides{Monomial{}};
  for (const Polynomial& subscript : subscripts)
    for (const auto& [monomial, coefficient] : subscript.terms()) {
      const Factors parts = factorsOf(facts, monomial);
      if (parts.others.size() > 1) return std::nullopt;
      if (!parts.others.empty()) strides.push_back(parts.parameters);
    }
  std::sort(strides.begin(), strides.end(), byDegree);
  strides.erase(std::unique(strides.begin(), strides.end()), strides.end());
  for (std::size_t d = 0; d + 1 < strides.size(); ++d)
    if (!divides(strides[d + 1], strides[d])) return std::nullopt;
  return strides;
}

/// Terms of each stride have a common factor: `(i*n + j)*2 + 1` has rows of 2*n elements.
std::vector<std::int64_t> commonFactors(const Facts& facts, const std::vector<Polynomial>& subscripts,
                                        const std::vector<Monomial>& strides) {
  std::vector<std::int64_t> factors(strides.size(), 0);
  for (const Polynomial& subscript : subscripts)
    for (const auto& [monomial, coefficient] : subscript.terms()) {
      std::int64_t& factor = factors[strideOf(strides, factorsOf(facts, monomial).parameters)];
      factor = coefficient == INT64_MIN ? 1 : std::gcd(factor, coefficient);
    }
  factors.back() = 1;
  for (std::size_t d = factors.size(); d-- > 1;)
    if (factors[d - 1] % factors[d] != 0) return std::vector<std::int64_t>(strides.size(), 1);
  return factors;
}

/// Whether the value is below zero in all iterations: counters begin at zero.
bool isNegative(const Facts& facts, const Polynomial& value) {
  bool below = false;
  for (const auto& [monomial, coefficient] : value.terms()) {
    const bool counts =
        monomial.size() == 1 &&
        facts.model.symbols[static_cast<std::size_t>(monomial.front().value)].kind == SymbolKind::Counter;
    if (coefficient >= 0 || (!monomial.empty() && !counts)) return false;
    below = below || monomial.empty();
  }
  return below;
}

/// A negative position lies in the row before: `r*(n+2) + n + 1` divides to (r + 1, -1), but is (r, n + 1), and
/// `r*n + n - 1 - k` is (r, n - 1 - k).
void borrow(const Facts& facts, Dimensions& dimensions) {
  for (std::vector<Polynomial>& positions : dimensions.positions)
    for (std::size_t d = positions.size(); d-- > 1;) {
      if (!isNegative(facts, positions[d])) continue;
      const auto before = subtract(positions[d - 1], Polynomial(1));
      const auto behind = add(positions[d], dimensions.sizes[d - 1]);
      if (!before || !behind) continue;
      positions[d - 1] = *before;
      positions[d] = *behind;
    }
}

std::optional<Dimensions> byProducts(const Facts& facts, const std::vector<Polynomial>& subscripts) {
  const auto strides = productStrides(facts, subscripts);
  if (!strides) return std::nullopt;
  const std::vector<std::int64_t> factors = commonFactors(facts, subscripts, *strides);
  std::vector<Polynomial> strideValues;
  for (std::size_t d = 0; d < strides->size(); ++d) strideValues.push_back(termOf((*strides)[d], factors[d]));
  const auto sizes = sizesOf(strideValues);
  if (!sizes) return std::nullopt;
  Dimensions result{*sizes, {}};
  for (const Polynomial& subscript : subscripts) {
    std::vector<Polynomial> positions(strides->size());
    for (const auto& [monomial, coefficient] : subscript.terms()) {
      const std::size_t d = strideOf(*strides, factorsOf(facts, monomial).parameters);
      const auto sum = add(positions[d], termOf(quotient(monomial, (*strides)[d]), coefficient / factors[d]));
      if (!sum) return std::nullopt;
      positions[d] = *sum;
    }
    result.positions.push_back(std::move(positions));
  }
  borrow(facts, result);
  return result;
}

/// All that multiplies a counter or an opaque value in some subscript, each with a positive leading coefficient.
std::optional<std::vector<Polynomial>> coefficientStrides(const Facts& facts,
                                                          const std::vector<Polynomial>& subscripts) {
  std::vector<Polynomial> strides;
  for (const Polynomial& subscript : subscripts)
    for (const SymbolId id : subscript.symbols()) {
      if (facts.isParameter(id)) continue;
      auto stride = subscript.coefficientOf(id);
      if (!stride || !facts.overParameters(*stride)) return std::nullopt;
      if (stride->constant()) continue;
      if (leading(*stride).second < 0) stride = multiply(*stride, Polynomial(-1));
      if (!stride) return std::nullopt;
      if (std::find(strides.begin(), strides.end(), *stride) == strides.end()) strides.push_back(*stride);
    }
  std::sort(strides.begin(), strides.end(), [](const Polynomial& left, const Polynomial& right) {
    const auto a = leading(left).first, b = leading(right).first;
    return a != b ? byDegree(a, b) : right < left;
  });
  strides.push_back(Polynomial(1));
  return strides;
}

/// The positions of one subscript: every counter goes whole to the stride that divides its coefficient without a rest
/// and leaves a number; what is over parameters is divided from the outermost stride inwards.
std::optional<std::vector<Polynomial>> positionsOf(const Facts& facts, const Polynomial& subscript,
                                                   const std::vector<Polynomial>& strides) {
  std::vector<Polynomial> positions(strides.size());
  Polynomial rest = subscript;
  const auto place = [&](std::size_t d, const Polynomial& amount) {
    const auto sum = add(positions[d], amount);
    if (sum) positions[d] = *sum;
    return sum.has_value();
  };
  for (const SymbolId id : subscript.symbols()) {
    if (facts.isParameter(id)) continue;
    const auto coefficient = subscript.coefficientOf(id);
    bool placed = false;
    for (std::size_t d = 0; d < strides.size() && !placed; ++d) {
      const auto division = divide(*coefficient, strides[d]);
      if (!division || !division->remainder.isZero() || !division->quotient.constant()) continue;
      const auto amount = multiply(division->quotient, Polynomial::symbol(id));
      if (!amount || !place(d, *amount)) return std::nullopt;
      placed = true;
    }
    if (!placed) return std::nullopt;
    rest = rest.without(id);
  }
  for (std::size_t d = 0; d < strides.size() && !rest.isZero(); ++d) {
    const auto division = divide(rest, strides[d]);
    if (!division || !place(d, division->quotient)) return std::nullopt;
    rest = division->remainder;
  }
  return positions;
}

std::optional<Dimensions> byCoefficients(const Facts& facts, const std::vector<Polynomial>& subscripts) {
  const auto strides = coefficientStrides(facts, subscripts);
  if (!strides) return std::nullopt;
  const auto sizes = sizesOf(*strides);
  if (!sizes) return std::nullopt;
  Dimensions result{*sizes, {}};
  for (const Polynomial& subscript : subscripts) {
    auto positions = positionsOf(facts, subscript, *strides);
    if (!positions) return std::nullopt;
    result.positions.push_back(*std::move(positions));
  }
  borrow(facts, result);
  return result;
}

/// Parameters that every subscript adds, such as the start of a submatrix, move all elements alike and tell none apart.
/// Those that are multiples of a stride stay: they choose a row.
std::vector<Polynomial> withoutCommonOffset(const Facts& facts, const std::vector<Polynomial>& subscripts) {
  const auto strides = productStrides(facts, subscripts);
  if (!strides) return subscripts;
  Polynomial common;
  for (const auto& [monomial, coefficient] : subscripts.front().terms()) {
    if (monomial.empty() || !facts.overParameters(monomial) || strideOf(*strides, monomial) + 1 != strides->size())
      continue;
    const auto has = [&m = monomial, c = coefficient](const Polynomial& subscript) {
      return subscript.coefficientOf(m) == c;
    };
    if (!std::all_of(subscripts.begin(), subscripts.end(), has)) continue;
    const auto sum = add(common, termOf(monomial, coefficient));
    if (sum) common = *sum;
  }
  std::vector<Polynomial> result;
  for (const Polynomial& subscript : subscripts) {
    const auto rest = subtract(subscript, common);
    if (!rest) return subscripts;
    result.push_back(*rest);
  }
  return result;
}

/// The outermost loop whose counter has this stride in some subscript.
std::size_t loopOf(const Facts& facts, const std::vector<Polynomial>& subscripts, const Polynomial& stride) {
  const std::vector<NestedLoop>& loops = facts.model.loops;
  for (std::size_t loop = 0; loop < loops.size(); ++loop)
    for (const Polynomial& subscript : subscripts) {
      const auto coefficient = subscript.coefficientOf(loops[loop].counter);
      if (!coefficient || coefficient->isZero()) continue;
      const auto division = divide(*coefficient, stride);
      if (division && division->remainder.isZero() && division->quotient.constant()) return loop;
    }
  return loops.size();
}

/// The same without any parameters that every subscript adds, wherever they may lead.
std::vector<Polynomial> withoutCommonParameters(const Facts& facts, std::vector<Polynomial> subscripts) {
  const Polynomial first = subscripts.front();
  for (const auto& [monomial, coefficient] : first.terms()) {
    if (monomial.empty() || !facts.overParameters(monomial)) continue;
    const auto has = [&m = monomial, c = coefficient](const Polynomial& one) { return one.coefficientOf(m) == c; };
    if (!std::all_of(subscripts.begin(), subscripts.end(), has)) continue;
    const Polynomial term = termOf(monomial, coefficient);
    for (Polynomial& subscript : subscripts) subscript = *subtract(subscript, term);  // one that it has: it only goes
  }
  return subscripts;
}

bool sameDimensions(const Dimensions& left, const Dimensions& right) {
  return left.sizes == right.sizes && left.positions == right.positions;
}

}  // namespace

std::vector<Dimensions> delinearise(const Facts& facts, const std::vector<Polynomial>& subscripts) {
  if (subscripts.empty()) return {};
  const auto affine = [&](const Polynomial& subscript) { return isAffineOverCounters(facts, subscript); };
  if (std::all_of(subscripts.begin(), subscripts.end(), affine)) {
    Dimensions line;
    for (const Polynomial& subscript : subscripts) line.positions.push_back({subscript});
    return {line};
  }
  const std::vector<Polynomial> relative = withoutCommonOffset(facts, subscripts);
  std::vector<Dimensions> ways;
  const auto offer = [&](std::optional<Dimensions> way) {
    if (!way) return;
    const auto same = [&](const Dimensions& other) { return sameDimensions(other, *way); };
    if (std::none_of(ways.begin(), ways.end(), same)) ways.push_back(*std::move(way));
  };
  offer(byProducts(facts, relative));
  offer(byCoefficients(facts, relative));
  if (relative != subscripts) offer(byProducts(facts, subscripts));
  return ways;
}

namespace {

/// What subscripts without common parameters add beside multiples of the strides, where that is one product of
/// parameters, times a number; nothing where there are none, or several.
std::optional<Monomial> planeOf(const Facts& facts, const std::vector<Polynomial>& relative,
                                const std::vector<Polynomial>& strides) {
  const auto isStep = [&](const Monomial& monomial, std::int64_t times) {
    return std::any_of(strides.begin(), strides.end(), [&](const Polynomial& stride) {
      const auto [lead, factor] = leading(stride);
      return !stride.constant() && divides(lead, monomial) && exactQuotient(times, factor);
    });
  };
  std::optional<Monomial> plane;
  for (const Polynomial& subscript : relative)
    for (const auto& [monomial, coefficient] : subscript.terms()) {
      if (monomial.empty() || !facts.overParameters(monomial) || isStep(monomial, coefficient) || monomial == plane)
        continue;
      if (plane) return std::nullopt;
      plane = monomial;
    }
  return plane;
}

std::optional<FreeStrides> placedIn(const Facts& facts, const std::vector<Polynomial>& relative,
                                    std::vector<Polynomial> strides) {
  FreeStrides result{std::move(strides), {}};
  for (const Polynomial& subscript : relative) {
    auto positions = positionsOf(facts, subscript, result.strides);
    if (!positions) return std::nullopt;
    result.positions.push_back(*std::move(positions));
  }
  return result;
}

/// In the order of the loops, the unit last.
void sortByLoops(const Facts& facts, const std::vector<Polynomial>& relative, std::vector<Polynomial>& strides) {
  if (strides.size() < 2) return;
  const Polynomial unit = strides.back();
  strides.pop_back();
  const auto before = [&](const Polynomial& left, const Polynomial& right) {
    return loopOf(facts, relative, left) < loopOf(facts, relative, right);
  };
  std::stable_sort(strides.begin(), strides.end(), before);
  if (loopOf(facts, relative, unit) < loopOf(facts, relative, strides.front()))
    std::reverse(strides.begin(), strides.end());
  strides.push_back(unit);
}

/// More strides than that are read in the order of the loops alone.
constexpr std::size_t kMostOrdered = 5;

/// Whether no stride stands in front of a multiple of it.
bool multiplesFirst(const std::vector<Polynomial>& strides) {
  for (std::size_t d = 0; d + 1 < strides.size(); ++d)
    for (std::size_t e = d + 1; e + 1 < strides.size(); ++e) {
      const auto division = divide(strides[e], strides[d]);
      if (division && division->remainder.isZero()) return false;
    }
  return true;
}

/// First in the order of `strides`, then in the others in which multiples come first; the unit is always last.
std::vector<FreeStrides> inEachOrder(const Facts& facts, const std::vector<Polynomial>& relative,
                                     std::vector<Polynomial> strides) {
  std::vector<FreeStrides> ways;
  const auto offer = [&] {
    if (auto way = placedIn(facts, relative, strides)) ways.push_back(*std::move(way));
  };
  offer();
  if (strides.size() > kMostOrdered) return ways;
  const std::vector<Polynomial> given = strides;
  std::sort(strides.begin(), strides.end() - 1);
  do {
    if (strides != given && multiplesFirst(strides)) offer();
  } while (std::next_permutation(strides.begin(), strides.end() - 1));
  return ways;
}

}  // namespace

std::vector<FreeStrides> inFreeStrides(const Facts& facts, const std::vector<Polynomial>& subscripts) {
  const std::vector<Polynomial> relative = withoutCommonParameters(facts, subscripts);
  auto strides = coefficientStrides(facts, relative);
  if (!strides || strides->size() < 3) return {};
  sortByLoops(facts, relative, *strides);
  return inEachOrder(facts, relative, *std::move(strides));
}

std::vector<FreeStrides> inPlanes(const Facts& facts, const std::vector<Polynomial>& subscripts) {
  const std::vector<Polynomial> relative = withoutCommonParameters(facts, subscripts);
  auto strides = coefficientStrides(facts, relative);
  const auto plane = strides ? planeOf(facts, relative, *strides) : std::nullopt;
  if (!plane) return {};
  sortByLoops(facts, relative, *strides);
  strides->insert(strides->begin(), termOf(*plane));
  return inEachOrder(facts, relative, *std::move(strides));
}

}  // namespace clustrix::compiler

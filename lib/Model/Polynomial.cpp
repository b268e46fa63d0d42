// Canonical integer polynomials: every operation keeps monomials sorted, drops zero coefficients and refuses overflow,
// so that equal values compare equal and a coefficient is never silently wrong.
#include "clustrix/Polynomial.h"

#include "Support/Effort.h"

#include <algorithm>
#include <iterator>

namespace clustrix::compiler {
namespace {

using Term = Polynomial::Term;

/// Of a product before its terms are gathered. More than subscripts and bounds have that anything can be shown of.
constexpr std::size_t kMostProducts = 4096;

std::ptrdiff_t powerOf(SymbolId id, const Monomial& monomial) {
  return std::count(monomial.begin(), monomial.end(), id);
}

Monomial withoutFactor(SymbolId id, const Monomial& monomial) {
  Monomial rest;
  std::copy_if(monomial.begin(), monomial.end(), std::back_inserter(rest),
               [id](SymbolId other) { return other != id; });
  return rest;
}

bool before(const Term& term, const Monomial& monomial) { return term.first < monomial; }

/// Adds a term to sorted ones; false when the coefficient overflows.
bool accumulate(std::vector<Term>& terms, const Monomial& monomial, std::int64_t coefficient) {
  if (coefficient == 0) return true;
  const auto place = std::lower_bound(terms.begin(), terms.end(), monomial, before);
  if (place == terms.end() || place->first != monomial) {
    terms.insert(place, {monomial, coefficient});
    return true;
  }
  if (__builtin_add_overflow(place->second, coefficient, &place->second)) return false;
  if (place->second == 0) terms.erase(place);
  return true;
}

/// ` - 2*i*m` as the next term of a sum, `-2*i*m` as its first.
std::string termText(const Monomial& monomial, std::int64_t coefficient, bool first,
                     const std::function<std::string(SymbolId)>& name) {
  std::string factors;
  for (const SymbolId id : monomial) factors += "*" + name(id);
  // No literal of C++ has this value, nor its opposite.
  if (coefficient == INT64_MIN) return (first ? "" : " + ") + std::string("(-9223372036854775807 - 1)") + factors;
  const bool negative = coefficient < 0;
  const std::int64_t magnitude = negative ? -coefficient : coefficient;
  const std::string sign = first ? (negative ? "-" : "") : (negative ? " - " : " + ");
  if (magnitude == 1 && !monomial.empty()) return sign + factors.substr(1);
  return sign + std::to_string(magnitude) + factors;
}

}  // namespace

std::optional<Monomial> multiply(const Monomial& left, const Monomial& right) {
  if (left.size() + right.size() > Monomial::kMost) return std::nullopt;
  Monomial product;
  std::merge(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(product));
  return product;
}

Polynomial::Polynomial(std::int64_t constant) {
  if (constant != 0) terms_.emplace_back(Monomial{}, constant);
}

Polynomial Polynomial::symbol(SymbolId id) {
  Polynomial result;
  result.terms_.emplace_back(Monomial{id}, 1);
  return result;
}

std::int64_t Polynomial::coefficientOf(const Monomial& monomial) const {
  const auto place = std::lower_bound(terms_.begin(), terms_.end(), monomial, before);
  return place != terms_.end() && place->first == monomial ? place->second : 0;
}

std::optional<std::int64_t> Polynomial::constant() const {
  if (terms_.empty()) return 0;
  if (terms_.size() == 1 && terms_.begin()->first.empty()) return terms_.begin()->second;
  return std::nullopt;
}

std::int64_t Polynomial::constantTerm() const {
  // The empty monomial sorts first.
  return !terms_.empty() && terms_.begin()->first.empty() ? terms_.begin()->second : 0;
}

bool Polynomial::isAffine() const {
  return std::all_of(terms_.begin(), terms_.end(), [](const auto& term) { return term.first.size() <= 1; });
}

bool Polynomial::mentions(SymbolId id) const {
  return std::any_of(terms_.begin(), terms_.end(), [id](const Term& term) { return powerOf(id, term.first) > 0; });
}

bool Polynomial::mentionsAny(const std::function<bool(SymbolId)>& matches) const {
  for (const auto& [monomial, coefficient] : terms_)
    if (std::any_of(monomial.begin(), monomial.end(), matches)) return true;
  return false;
}

std::vector<SymbolId> Polynomial::symbols() const {
  std::vector<SymbolId> result;
  for (const auto& [monomial, coefficient] : terms_) result.insert(result.end(), monomial.begin(), monomial.end());
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::optional<Polynomial> Polynomial::coefficientOf(SymbolId id) const {
  Polynomial result;
  for (const auto& [monomial, coefficient] : terms_) {
    const auto power = powerOf(id, monomial);
    if (power > 1) return std::nullopt;
    // Monomials with `id` stay different from each other without it, but not in the same order.
    if (power == 1) accumulate(result.terms_, withoutFactor(id, monomial), coefficient);
  }
  return result;
}

Polynomial Polynomial::without(SymbolId id) const {
  Polynomial result;
  for (const auto& [monomial, coefficient] : terms_)
    if (powerOf(id, monomial) == 0) result.terms_.emplace_back(monomial, coefficient);
  return result;
}

std::optional<Polynomial> Polynomial::substitute(SymbolId id, const Polynomial& by) const {
  std::optional<Polynomial> result = without(id);
  for (const auto& [monomial, coefficient] : terms_) {
    const auto power = powerOf(id, monomial);
    if (power == 0) continue;
    std::optional<Polynomial> term = Polynomial();
    term->terms_.emplace_back(withoutFactor(id, monomial), coefficient);
    for (std::ptrdiff_t count = 0; count < power && term; ++count) term = multiply(*term, by);
    if (!term) return std::nullopt;
    result = add(*result, *term);
    if (!result) return std::nullopt;
  }
  return result;
}

std::optional<Polynomial> add(const Polynomial& left, const Polynomial& right) {
  return Polynomial::sum(left, right, 1);
}

std::optional<Polynomial> subtract(const Polynomial& left, const Polynomial& right) {
  return Polynomial::sum(left, right, -1);
}

std::optional<Polynomial> Polynomial::sum(const Polynomial& left, const Polynomial& right, std::int64_t sign) {
  Polynomial result;
  Effort::spend(left.terms_.size() + right.terms_.size());
  result.terms_.reserve(left.terms_.size() + right.terms_.size());
  auto from = left.terms_.begin();
  for (const auto& [monomial, coefficient] : right.terms_) {
    for (; from != left.terms_.end() && from->first < monomial; ++from) result.terms_.push_back(*from);
    std::int64_t value = 0;
    if (__builtin_mul_overflow(coefficient, sign, &value)) return std::nullopt;
    if (from != left.terms_.end() && from->first == monomial && __builtin_add_overflow((from++)->second, value, &value))
      return std::nullopt;
    if (value != 0) result.terms_.emplace_back(monomial, value);
  }
  result.terms_.insert(result.terms_.end(), from, left.terms_.end());
  return result;
}

std::optional<Polynomial> multiply(const Polynomial& left, const Polynomial& right) {
  Polynomial result;
  const std::size_t products = left.terms_.size() * right.terms_.size();
  Effort::spend(products);
  if (products > kMostProducts) return std::nullopt;
  result.terms_.reserve(products);
  for (const auto& [leftMonomial, leftCoefficient] : left.terms_)
    for (const auto& [rightMonomial, rightCoefficient] : right.terms_) {
      std::int64_t coefficient = 0;
      const auto monomial = multiply(leftMonomial, rightMonomial);
      if (!monomial || __builtin_mul_overflow(leftCoefficient, rightCoefficient, &coefficient)) return std::nullopt;
      if (!accumulate(result.terms_, *monomial, coefficient)) return std::nullopt;
    }
  return result;
}

std::optional<Polynomial> dividedBy(const Polynomial& value, std::int64_t divisor) {
  Polynomial result = value;
  for (auto& term : result.terms_) {
    if (term.second % divisor != 0) return std::nullopt;
    term.second /= divisor;
  }
  return result;
}

std::string Polynomial::str(const std::function<std::string(SymbolId)>& name) const {
  std::vector<Term> ordered = terms_;
  // Highest degree first, the constant last, as people write them.
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const auto& left, const auto& right) { return left.first.size() > right.first.size(); });
  // `n - i`, not `-i + n`: a positive term goes first, where there is one.
  const auto positive = std::find_if(ordered.begin(), ordered.end(),
                                     [](const auto& term) { return term.second > 0 && !term.first.empty(); });
  if (positive != ordered.end()) std::rotate(ordered.begin(), positive, positive + 1);
  std::string text;
  for (const auto& [monomial, coefficient] : ordered) text += termText(monomial, coefficient, text.empty(), name);
  return text.empty() ? "0" : text;
}

}  // namespace clustrix::compiler

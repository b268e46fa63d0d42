// Integer polynomials over symbols: what subscripts, bounds and trip counts are made of.
//
// A C++ subscript such as `a[i*m + j]` is no affine expression when `m` is known only at run time, but it is a
// polynomial. The frontend evaluates integer expressions into polynomials; the analysis recovers the dimensions.
//
//     3*i*m + j - 1   =   { {i,m}: 3, {j}: 1, {}: -1 }
#pragma once

#include "clustrix/Monomial.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clustrix::compiler {

__extension__ typedef __int128 Int128;

/// A sum of integer coefficients times products of symbols. Canonical: no zero coefficient, terms sorted by their
/// monomials, so equal polynomials compare equal. Coefficients are 64-bit; an operation whose coefficients would
/// overflow, or whose products would have too many factors, returns nothing.
class Polynomial {
 public:
  using Term = std::pair<Monomial, std::int64_t>;

  Polynomial() = default;
  Polynomial(std::int64_t constant);  // NOLINT(google-explicit-constructor): constants are polynomials
  static Polynomial symbol(SymbolId id);

  /// Sorted; the constant term, whose monomial is empty, comes first.
  const std::vector<Term>& terms() const { return terms_; }
  /// That of the term with exactly these factors; 0 where there is none.
  std::int64_t coefficientOf(const Monomial& monomial) const;
  bool isZero() const { return terms_.empty(); }
  /// The value when no symbol occurs.
  std::optional<std::int64_t> constant() const;
  std::int64_t constantTerm() const;
  /// No product of two symbols.
  bool isAffine() const;
  bool mentions(SymbolId id) const;
  /// Any symbol for which `matches` holds.
  bool mentionsAny(const std::function<bool(SymbolId)>& matches) const;
  std::vector<SymbolId> symbols() const;

  /// The polynomial that multiplies `id` when this is linear in `id`; nothing when `id` occurs squared.
  std::optional<Polynomial> coefficientOf(SymbolId id) const;
  /// What remains when every monomial with `id` is left out.
  Polynomial without(SymbolId id) const;
  /// Replaces `id` by `by`.
  std::optional<Polynomial> substitute(SymbolId id, const Polynomial& by) const;

  friend std::optional<Polynomial> add(const Polynomial&, const Polynomial&);
  friend std::optional<Polynomial> subtract(const Polynomial&, const Polynomial&);
  friend std::optional<Polynomial> multiply(const Polynomial&, const Polynomial&);
  friend std::optional<Polynomial> dividedBy(const Polynomial& value, std::int64_t divisor);
  friend auto operator<=>(const Polynomial&, const Polynomial&) = default;

  /// `3*i*m + j - 1`; `name` gives the text of a symbol. Valid C++ when the names are.
  std::string str(const std::function<std::string(SymbolId)>& name) const;

 private:
  /// left + sign * right
  static std::optional<Polynomial> sum(const Polynomial& left, const Polynomial& right, std::int64_t sign);

  std::vector<Term> terms_;
};

std::optional<Polynomial> add(const Polynomial&, const Polynomial&);
std::optional<Polynomial> subtract(const Polynomial&, const Polynomial&);
std::optional<Polynomial> multiply(const Polynomial&, const Polynomial&);
/// Nothing where the divisor, which is positive, does not divide each coefficient.
std::optional<Polynomial> dividedBy(const Polynomial& value, std::int64_t divisor);

}  // namespace clustrix::compiler

// Compiled once, in lib/Model/Vectors.cpp.
extern template class std::vector<clustrix::compiler::Polynomial>;

// Integer polynomials over symbols: what subscripts, bounds and trip counts are made of.
//
// A C++ subscript such as `a[i*m + j]` is no affine expression when `m` is known only at run time, but it is a
// polynomial. The frontend evaluates integer expressions into polynomials; the analysis recovers the dimensions.
//
//     3*i*m + j - 1   =   { {i,m}: 3, {j}: 1, {}: -1 }
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace clustrix::compiler {

__extension__ typedef __int128 Int128;

/// One unknown of a loop model: the index into `LoopModel::symbols`.
struct SymbolId {
  int value = -1;
  friend auto operator<=>(const SymbolId&, const SymbolId&) = default;
};

/// A sum of integer coefficients times products of symbols. Canonical: no zero coefficient, symbols of a monomial
/// sorted, so equal polynomials compare equal. Coefficients are 64-bit; an operation whose coefficients would
/// overflow returns nothing.
class Polynomial {
public:
  /// The symbols of a product, sorted, repeated for powers: `i*i*m` is {i, i, m}. The constant term's is empty.
  using Monomial = std::vector<SymbolId>;

  Polynomial() = default;
  Polynomial(std::int64_t constant);  // NOLINT(google-explicit-constructor): constants are polynomials
  static Polynomial symbol(SymbolId id);

  const std::map<Monomial, std::int64_t>& terms() const { return terms_; }
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
  friend auto operator<=>(const Polynomial&, const Polynomial&) = default;

  /// `3*i*m + j - 1`; `name` gives the text of a symbol. Valid C++ when the names are.
  std::string str(const std::function<std::string(SymbolId)>& name) const;

private:
  std::map<Monomial, std::int64_t> terms_;
};

std::optional<Polynomial> add(const Polynomial&, const Polynomial&);
std::optional<Polynomial> subtract(const Polynomial&, const Polynomial&);
std::optional<Polynomial> multiply(const Polynomial&, const Polynomial&);

}  // namespace clustrix::compiler

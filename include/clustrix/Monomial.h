// Products of symbols: the terms of polynomials without their coefficients. Millions of them come and go while a file
// is analysed, so they live where they are used instead of on the heap.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <compare>
#include <cstddef>
#include <initializer_list>
#include <optional>

namespace clustrix::compiler {

/// One unknown of a loop model: the index into `LoopModel::symbols`.
struct SymbolId {
  int value = -1;
  friend auto operator<=>(const SymbolId&, const SymbolId&) = default;
};

/// One array of a loop model: the index into `LoopModel::arrays`.
struct ArrayId {
  int value = -1;
  friend auto operator<=>(const ArrayId&, const ArrayId&) = default;
};

/// The symbols of a product, sorted, repeated for powers: `i*i*m` is {i, i, m}; 1 is {}. Of at most `kMost` factors.
class Monomial {
 public:
  /// More than subscripts of arrays with eight dimensions have.
  static constexpr std::size_t kMost = 8;
  using value_type = SymbolId;
  using const_iterator = const SymbolId*;

  Monomial() = default;
  Monomial(std::initializer_list<SymbolId> sorted) {
    for (const SymbolId id : sorted) push_back(id);
  }

  const SymbolId* begin() const { return factors_.data(); }
  const SymbolId* end() const { return factors_.data() + size_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  SymbolId operator[](std::size_t index) const { return factors_[index]; }
  SymbolId front() const { return factors_[0]; }

  /// `id` must not sort before the last factor, and there must be room for it.
  void push_back(SymbolId id) {
    assert(size_ < kMost && (empty() || !(id < factors_[size_ - 1])));
    factors_[size_++] = id;
  }

  friend bool operator==(const Monomial& left, const Monomial& right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end());
  }
  friend std::strong_ordering operator<=>(const Monomial& left, const Monomial& right) {
    return std::lexicographical_compare_three_way(left.begin(), left.end(), right.begin(), right.end());
  }

 private:
  std::array<SymbolId, kMost> factors_;
  std::size_t size_ = 0;
};

/// left * right; nothing when it has too many factors.
std::optional<Monomial> multiply(const Monomial& left, const Monomial& right);

}  // namespace clustrix::compiler

// Interval: all values that an integer expression can have, in saturating 128-bit arithmetic.
//
// A guard `inRange(i * m + j, rangeOf<int>())` asks whether an expression over counters can leave its type or its
// array's row. Each operation encloses every result; a bound past the 128-bit range sticks to its end, which no
// allowed interval contains, so that a guard which cannot be computed fails. An empty interval (a counter of a loop
// without iterations) stays empty and lies in any range, since the expression is never evaluated.
#pragma once

#include <limits>
#include <type_traits>

#include "clustrix/Index.h"

namespace clustrix {

__extension__ typedef __int128 WideIndex;
__extension__ typedef unsigned __int128 UnsignedWideIndex;

class Interval {
 public:
  /// The single value `value`.
  template <class T, class = std::enable_if_t<std::is_integral<T>::value || std::is_enum<T>::value>>
  constexpr Interval(T value) : least_(static_cast<WideIndex>(value)), most_(static_cast<WideIndex>(value)) {}
  constexpr Interval(WideIndex value) : least_(value), most_(value) {}
  /// [least, most]; empty when least > most.
  constexpr Interval(WideIndex least, WideIndex most) : least_(least), most_(most) {}

  /// The counter of a loop with that many iterations: [0, trips - 1].
  static constexpr Interval counter(const Interval& trips) {
    if (trips.empty()) return nothing();
    return {0, trips.most_ == highest() ? highest() : trips.most_ - 1};
  }

  constexpr WideIndex least() const { return least_; }
  constexpr WideIndex most() const { return most_; }
  constexpr bool empty() const { return least_ > most_; }
  /// No bound was lost to overflow, and both lie in `allowed`.
  constexpr bool within(const Interval& allowed) const {
    if (empty()) return true;
    return !stuck(least_) && !stuck(most_) && least_ >= allowed.least_ && most_ <= allowed.most_;
  }

  friend constexpr Interval operator+(const Interval& a, const Interval& b) {
    if (a.empty() || b.empty()) return nothing();
    return enclosing(add(a.least_, b.least_), add(a.most_, b.most_));
  }
  friend constexpr Interval operator-(const Interval& a) { return Interval(WideIndex{0}) - a; }
  friend constexpr Interval operator-(const Interval& a, const Interval& b) {
    if (a.empty() || b.empty()) return nothing();
    return enclosing(subtract(a.least_, b.most_), subtract(a.most_, b.least_));
  }
  friend constexpr Interval operator*(const Interval& a, const Interval& b) {
    if (a.empty() || b.empty()) return nothing();
    const WideIndex corners[4] = {multiply(a.least_, b.least_), multiply(a.least_, b.most_),
                                  multiply(a.most_, b.least_), multiply(a.most_, b.most_)};
    Interval hull(corners[0]);
    for (WideIndex corner : corners) {
      if (corner < hull.least_) hull.least_ = corner;
      if (corner > hull.most_) hull.most_ = corner;
    }
    return hull;
  }

  /// The number of iterations of a loop over `distance` by `stride`, as `trips` of two numbers.
  friend constexpr Interval trips(const Interval& distance, const Interval& stride) {
    if (distance.empty() || stride.empty()) return nothing();
    const WideIndex smallest = stride.least_ < 1 ? 1 : stride.least_;
    return {stride.least_ < 1 ? 0 : quotient(distance.least_, stride.most_),
            stride.most_ < 1 ? 0 : quotient(distance.most_, smallest)};
  }

 private:
  static constexpr WideIndex highest() { return static_cast<WideIndex>(~UnsignedWideIndex{0} >> 1); }
  static constexpr WideIndex lowest() { return -highest() - 1; }
  static constexpr bool stuck(WideIndex value) { return value == lowest() || value == highest(); }
  static constexpr Interval nothing() { return {WideIndex{1}, WideIndex{0}}; }
  // Operations on stuck bounds may cross; what is left is then that anything is possible.
  static constexpr Interval enclosing(WideIndex least, WideIndex most) {
    return least <= most ? Interval(least, most) : Interval(lowest(), highest());
  }

  static constexpr WideIndex add(WideIndex a, WideIndex b) {
    if (stuck(a)) return a;
    if (stuck(b)) return b;
    WideIndex sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? (a < 0 ? lowest() : highest()) : sum;
  }
  static constexpr WideIndex subtract(WideIndex a, WideIndex b) {
    if (stuck(b)) return b < 0 ? highest() : lowest();
    return add(a, -b);
  }
  static constexpr WideIndex multiply(WideIndex a, WideIndex b) {
    WideIndex product = 0;
    if (!stuck(a) && !stuck(b) && !__builtin_mul_overflow(a, b, &product)) return product;
    return (a < 0) == (b < 0) ? highest() : lowest();
  }
  static constexpr WideIndex quotient(WideIndex distance, WideIndex stride) {
    if (distance <= 0) return 0;
    return stuck(distance) ? highest() : distance / stride + (distance % stride != 0 ? 1 : 0);
  }

  WideIndex least_;
  WideIndex most_;
};

// Found by name lookup where neither argument is an Interval yet converts to one.
constexpr Interval trips(const Interval& distance, const Interval& stride);

/// Every value of the integer type `T`.
template <class T>
constexpr Interval rangeOf() {
  return {static_cast<WideIndex>(std::numeric_limits<T>::min()), static_cast<WideIndex>(std::numeric_limits<T>::max())};
}

/// Every value that the unsigned integer type `T` has or that is less: of what is known not to be negative.
template <class T>
constexpr Interval upTo() {
  return {-(WideIndex{1} << 126), static_cast<WideIndex>(std::numeric_limits<T>::max())};
}

}  // namespace clustrix

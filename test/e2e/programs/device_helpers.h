// What a user's header holds for device_functions.cpp: functions and classes that know nothing of devices.
#pragma once

#include <cmath>

namespace helpers {

inline double damped(double x, double by = 0.5) { return x * by; }

namespace detail {
template <class T>
T mixed(const T& a, const T& b, double at) {
  return a * (1 - at) + b * at;
}
}  // namespace detail

template <class T>
T between(const T& a, const T& b) {
  return detail::mixed(a, b, damped(1));
}

/// Two numbers with a base that counts and a default member initialiser that calls.
struct Base {
  double weight = damped(4);
  Base() {}
  Base(const Base& other) : weight(other.weight + 1) {}
  Base& operator=(const Base& other) {
    weight = other.weight;
    return *this;
  }
  double weighed(double x) const { return x * weight; }
};

class Range : public Base {
 public:
  Range(double low, double high) : low_(low), high_(high) {}
  double middle() const noexcept { return half() + low_; }
  bool operator<(const Range& other) const { return middle() < other.middle(); }
  Range operator++(int) {
    Range before(*this);
    low_ += 1;
    return before;
  }
  void operator()(double to) { high_ = to; }

 protected:
  double half() const { return (high_ - low_) / 2; }
  double low_, high_;
};

}  // namespace helpers

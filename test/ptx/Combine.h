// The operations of atom, red and redux.
#pragma once

#include <optional>
#include <string>
#include <type_traits>

namespace ptx {

enum class Combine {
  add,
  least,
  greatest,
  conjunction,
  disjunction,
  exclusion,
  exchange,
  compareAndSwap,
  increment,
  decrement
};

inline std::optional<Combine> combineNamed(const std::string& word) {
  const char* const names[] = {"add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec"};
  for (int number = 0; number < 10; ++number)
    if (word == names[number]) return static_cast<Combine>(number);
  return std::nullopt;
}

template <class T>
T combinedBits(Combine operation, T old, T b) {
  switch (operation) {
    case Combine::conjunction:
      return old & b;
    case Combine::disjunction:
      return old | b;
    case Combine::exclusion:
      return old ^ b;
    case Combine::increment:
      return old >= b ? 0 : static_cast<T>(old + 1);
    case Combine::decrement:
      return old == 0 || old > b ? b : static_cast<T>(old - 1);
    default:
      return old;
  }
}

/// What stands in memory afterwards; `c`: the new value of a compare-and-swap with `b`.
template <class T>
T combined(Combine operation, T old, T b, T c) {
  switch (operation) {
    case Combine::add:
      return static_cast<T>(old + b);
    case Combine::least:
      return old < b ? old : b;
    case Combine::greatest:
      return old < b ? b : old;
    case Combine::exchange:
      return b;
    case Combine::compareAndSwap:
      return old == b ? c : old;
    default:
      if constexpr (std::is_integral_v<T>) return combinedBits(operation, old, b);
      return old;
  }
}

}  // namespace ptx

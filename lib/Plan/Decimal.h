// 128-bit integers as decimal text, which the standard library does not print.
#pragma once

#include "clustrix/Polynomial.h"

#include <string>

namespace clustrix::compiler {

inline std::string decimal(Int128 value) {
  if (value == 0) return "0";
  const bool negative = value < 0;
  std::string digits;
  // Digit by digit without negating first: the smallest value has no positive counterpart.
  for (; value != 0; value /= 10) {
    const int digit = static_cast<int>(value % 10);
    digits += static_cast<char>('0' + (digit < 0 ? -digit : digit));
  }
  if (negative) digits += '-';
  return {digits.rbegin(), digits.rend()};
}

}  // namespace clustrix::compiler

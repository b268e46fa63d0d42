// FailedGuard: which guard of a launch does not hold, and what it saw.
//
//     guard failed: what is written to a overlaps b: a[1] shares memory with b[0], 792 B in all [shift at s.cpp:4]
//                   what                             values
#pragma once

#include <functional>
#include <initializer_list>
#include <string>

#include "clustrix/Loop.h"
#include "memory/Regions.h"

namespace clustrix::runtime {

struct FailedGuard {
  std::string what;  // empty where all hold
  /// In words, made when somebody asks for them, while the launch lives; null, or without words, where there are none.
  /// They may take as long to find as the guard has taken.
  std::function<std::string()> values;

  bool holds() const { return what.empty(); }
};
/// `: a[1] shares memory with b[0]`, or nothing.
std::string inMessage(const std::function<std::string()>& values);

/// `m = 80, n = 100`; of a range also what its value may be: `0 .. 7999 with m = 80, n = 100`.
std::string numbersInWords(std::initializer_list<NamedNumber> numbers, const Interval* value);

/// `a[1] shares memory with b[0], 792 B in all`, of the bytes that both have.
std::string sharedInWords(const ArrayFacts& a, const ArrayFacts& b, Bounds bytes);
/// `a[7]`: the element that this address is in.
std::string elementAt(const ArrayFacts& array, Index address);

}  // namespace clustrix::runtime

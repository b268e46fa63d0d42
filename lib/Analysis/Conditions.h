// From sets of parameters to run-time guards.
//
//     bad parameters: [n, k] -> { : 1 <= k < n }   ──avoid──►   guard: k <= 0 || k >= n
//
// A guard that can hold only for loops of a few iterations is none: such a loop is better called serial. Nor is one
// that asks for nothing but that two parameters be equal, which they are by chance. Guards are exact integer
// statements: who evaluates one must not let its products overflow.
#pragma once

#include "Analysis/Facts.h"

#include "clustrix/Legality.h"

namespace clustrix::compiler {

struct Condition {
  enum Outcome {
    Always,      // no bad parameters
    Sometimes,   // `guard` avoids them
    Never,       // they cannot be avoided, but for trivial trip counts
    TooComplex,  // the guard would be too long to check, or isl gave up
  } outcome = TooComplex;
  ParameterGuard guard;
};

inline bool isPossible(const Condition& condition) {
  return condition.outcome == Condition::Always || condition.outcome == Condition::Sometimes;
}

/// A guard that permits fewer iterations than these is none.
inline constexpr std::int64_t kWorthwhile = 4;

/// The condition that keeps the parameters out of `bad`. A guard must leave room for at least `iterations` iterations
/// of loops[0] and for `inner` of every other loop of the nest, in which the elements that `accesses` touch exist.
Condition avoid(const Facts& facts, const isl::Set& bad, std::int64_t iterations = kWorthwhile,
                const std::vector<const Access*>& accesses = {}, std::int64_t inner = kWorthwhile);

/// Adds the guard, unless it is there already, and makes it a fact.
void addGuard(Facts& facts, Legality& legality, const Guard& guard);

}  // namespace clustrix::compiler

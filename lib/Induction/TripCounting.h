// TripCounting: a condition on its way to a count of iterations.
#pragma once

#include "Lower/Walk.h"
#include "Syntax/LoopParts.h"

namespace clustrix::compiler {

/// `first`, its sides with `probe` in place of the variable, and what follows.
struct TripCounting {
  const clang::Expr* condition = nullptr;
  Comparison comparison;
  SymbolId counter, probe;
  clang::QualType type;                   // of the variable
  const PointerValue* pointer = nullptr;  // where the variable begins, if it is one
  IntegerValue first;                     // what is tested first
  std::int64_t unit = 1;                  // elements that one step passes
  IntegerValue left, right;
  Polynomial difference;   // of the sides, positive while the loop runs
  std::int64_t slope = 0;  // of the difference, by the variable
  Polynomial stride, distance;
  Polynomial value, seen;  // of the variable in iteration `counter`, and where the body sees it

  bool isIn(clang::BinaryOperatorKind one, clang::BinaryOperatorKind other) const {
    return comparison.kind == one || comparison.kind == other;
  }
};

}  // namespace clustrix::compiler

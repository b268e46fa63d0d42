// The tests of a condition that must all hold.
//
//     if (usable[i] && e > m) ...        usable[i] holds, e > m holds
//     if (!usable[i] || e <= m) continue;    what stands behind it: usable[i] holds, e <= m does not
#pragma once

#include "clang/AST/Expr.h"

#include <vector>

namespace clustrix::compiler {

/// One of the tests that must all hold, or not hold, for a condition to.
struct Conjunct {
  const clang::Expr* test = nullptr;
  bool holds = true;
};

/// `a && b` where that holds, `a || b` where it does not, without negations. Of `none || test` only the second counts:
/// somebody else looks after the first.
std::vector<Conjunct> conjuncts(const clang::Expr* condition, bool holds, const clang::Expr* none = nullptr);

/// Adds the tests that hold where `inner` is evaluated, by the one statement or expression around it.
void addGuards(const clang::Stmt* around, const clang::Stmt* inner, std::vector<Conjunct>& guards);

/// `a || b` where that holds, `a && b` where it does not; null for other tests.
const clang::BinaryOperator* alternativesIn(const Conjunct& conjunct);

}  // namespace clustrix::compiler

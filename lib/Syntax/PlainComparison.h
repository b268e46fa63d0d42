// A comparison that is given to an algorithm and needs no look at memory: it computes from its two parameters alone.
//
//     [](const GridPoint& a, const GridPoint& b) { return a.energy < b.energy; }        std::greater<>{}
#pragma once

#include "clang/AST/Expr.h"

namespace clustrix::compiler {

/// Of the expression that creates it: a lambda without captures whose body is one `return` of arithmetic, or
/// std::less or std::greater.
bool isPlainComparison(const clang::Expr* comparison);

}  // namespace clustrix::compiler

// What calls of `std::min` and `std::max` compare: two numbers, or those of a list.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <vector>

namespace clustrix::compiler {

/// `std::min(a, b)` or `std::max(a, b)` of integers.
bool isExtremum(const clang::CallExpr* call);

/// `std::min({a, b})`, whose numbers lie in an array that the compiler makes.
bool comparesList(const clang::FunctionDecl* function);

/// What `std::min(a, b)` or `std::min({a, b, c})` compares; empty for any other form.
std::vector<const clang::Expr*> comparedValues(const clang::CallExpr* call);

}  // namespace clustrix::compiler

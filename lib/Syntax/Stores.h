// Statements that store: `A[i] = x;`, and the element that they name.
#pragma once

#include "clang/AST/Expr.h"

namespace clustrix::compiler {

/// An expression without parentheses and the end of temporaries; other statements as they are.
const clang::Stmt* plainExpression(const clang::Stmt* statement);

/// The built-in assignment `a = x` that the statement is; null for others, and where there is no statement.
const clang::BinaryOperator* assignmentIn(const clang::Stmt* statement);

/// `A[i]` of `A[i] = x;` and the like; null for other statements.
const clang::Expr* storeTarget(const clang::Stmt* statement);

/// Base and subscript of `A[e]` and `A[e].member`, for pointers, arrays and containers; null for others.
struct StoredElement {
  const clang::Expr* base = nullptr;
  const clang::Expr* index = nullptr;
};
StoredElement storedElement(const clang::Expr* target);

}  // namespace clustrix::compiler

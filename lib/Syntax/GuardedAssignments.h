// Assignments that take place together, where a condition holds: the shape of an extremum with what is kept beside it.
//
//     if (e > best) { best = e; at = i; }
#pragma once

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

#include <optional>
#include <vector>

namespace clustrix::compiler {

/// An assignment, `x = e` or `x = c ? e : x`.
struct Assigned {
  const clang::BinaryOperator* assignment = nullptr;
  const clang::Expr* value = nullptr;
  const clang::Expr* kept = nullptr;  // the target's other mention
  const clang::Expr* target() const { return assignment->getLHS(); }
  /// Evaluated where the variable takes the value, and only there.
  const clang::Expr* text() const { return kept ? value : assignment; }
};
using Assignments = std::vector<Assigned>;

/// Assignments that take place together, where a condition holds.
struct Guarded {
  std::vector<const clang::Expr*> conditions;  // the same one as often as the text says it
  bool holds = true;                           // or does not
  Assignments assignments;
  bool called = false;                // the last one is a comparison of its own: `m = std::max(m, e)`
  const clang::Expr* none = nullptr;  // `at < 0` of the condition `at < 0 || e > m`: see FindFirst.cpp
};

/// The assignments, `x = e`, that a branch consists of; nothing where it does anything else.
std::optional<Assignments> plainAssignments(const clang::Stmt* branch);
/// `if (c) { x = e; }`; nothing where the statement does anything else.
std::optional<Guarded> guardedBy(const clang::IfStmt* statement);

}  // namespace clustrix::compiler

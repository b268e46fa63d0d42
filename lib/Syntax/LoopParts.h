// The parts of a loop of any kind: its body, condition and steps, wherever its text has them.
//
//     for (int i = 0, e = n; i < e; ++i) { ... }      while (i-- > 0) { ... }      do { ...; ++i; } while (i < n);
#pragma once

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

#include <optional>
#include <vector>

namespace clustrix::compiler {

/// What the header's first part gives a value, in the order of the source; `other`: it does something else, too.
struct Beginning {
  struct Part {
    const clang::VarDecl* variable = nullptr;
    const clang::Expr* initialiser = nullptr;
    bool declared = false;
  };
  std::vector<Part> parts;
  bool other = false;
};
Beginning beginningOf(const clang::Stmt* loop);

/// The expression without parentheses, and without what says that its value is discarded: `++j` of `(void)++j`, as the
/// standard library writes it against commas of the program's own.
const clang::Expr* discarded(const clang::Expr* expression);
/// `a`, `b` and `c` of `a, b, c`.
void commaParts(const clang::Expr* list, std::vector<const clang::Expr*>& into);

/// `right` is nothing for zero: `while (n)`.
struct Comparison {
  clang::BinaryOperatorKind kind = clang::BO_LT;
  const clang::Expr* left = nullptr;
  const clang::Expr* right = nullptr;
};
std::optional<Comparison> comparisonOf(const clang::Expr* condition);
/// The `++i` or `i--` that is one side of a comparison, or null.
const clang::UnaryOperator* steppedIn(const clang::Expr* side);
/// The expression without parentheses and what ends the life of temporaries.
const clang::Expr* bareExpression(const clang::Expr* expression);
/// The variable that the expression names, whatever is read of it; null for other expressions.
const clang::VarDecl* mentionedVariable(const clang::Expr* expression);

/// The parts of a loop of any kind; nothing where it has no such part.
const clang::Stmt* bodyOf(const clang::Stmt* loop);
const clang::Expr* conditionOf(const clang::Stmt* loop);
/// `while (int x = next())`: what the head declares in each iteration, or null.
const clang::DeclStmt* conditionVariableOf(const clang::Stmt* loop);
/// `while (i < n) { ...; ++i; }`: the step that ends the body, when nothing else can skip it.
const clang::Stmt* trailingStepOf(const clang::Stmt* loop);
/// What the header's first part gives to `variable`; nothing where it does not.
const clang::Expr* initialiserIn(const clang::Stmt* loop, const clang::VarDecl* variable);
/// Whether `variable` is declared in the header's first part.
bool initialiserDeclares(const clang::Stmt* loop, const clang::VarDecl* variable);
/// The `++i` of `++i < n`, the `n--` of `while (n--)`.
const clang::UnaryOperator* stepInCondition(const clang::Expr* condition);
/// Whether the loop's condition changes the variable otherwise than by the step with which it counts: `i < --end`, and
/// `++i < n` in front of another `++i`.
bool changesInCondition(const clang::Stmt* loop, const clang::VarDecl* variable);
/// The `first++` of `while (first != last) *out++ = *first++;`, where it might as well stand at the body's end.
const clang::UnaryOperator* bodyStepOf(const clang::Stmt* loop);
/// Collects the steps of variables that are evaluated once whenever control comes to `statement`: `n++`, `*it++`.
void certainSteps(const clang::Stmt* statement, std::vector<const clang::Expr*>& into);
/// Whether the source range of `statement` leaves out the semicolon that ends it.
bool endsWithoutSemicolon(const clang::Stmt* statement);

}  // namespace clustrix::compiler

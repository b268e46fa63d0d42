// Steps that stand in the middle of a loop's body: the cursor of a copy.
//
//     while (first != last) *out++ = *first++;        for (; n;) { --n; *p++ = *q++; }
//
// Where the body mentions the variable nowhere else, and comes there once in each iteration, the step might as well
// stand at its end. The kernel's variable is its own, and keeps the step.
#include "Walker.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

const clang::VarDecl* variableIn(const clang::Expr* expression) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
  return name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
}

/// The variable that `n++` or, of an iterator, `it++` steps; null for other statements.
const clang::VarDecl* steppedBy(const clang::Stmt* statement) {
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(statement))
    return unary->isIncrementDecrementOp() ? variableIn(unary->getSubExpr()) : nullptr;
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(statement);
  const bool steps = call && (call->getOperator() == clang::OO_PlusPlus || call->getOperator() == clang::OO_MinusMinus);
  return steps && isIteratorType(call->getArg(0)->getType()) ? variableIn(call->getArg(0)) : nullptr;
}

/// Whether control may go another way than from one statement to the next.
bool jumps(const clang::Stmt* statement) {
  if (!statement) return false;
  if (llvm::isa<clang::GotoStmt, clang::IndirectGotoStmt, clang::LabelStmt, clang::CXXTryStmt>(statement)) return true;
  return std::any_of(statement->child_begin(), statement->child_end(), jumps);
}

/// How often the variable is mentioned. What a lambda captures may be mentioned any number of times.
int mentionsOf(const clang::Stmt* statement, const clang::VarDecl* variable) {
  if (!statement) return 0;
  if (llvm::isa<clang::LambdaExpr, clang::StmtExpr>(statement)) return mentions(statement, variable) ? 2 : 0;
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement))
    return name->getDecl()->getCanonicalDecl() == variable->getCanonicalDecl() ? 1 : 0;
  int count = 0;
  for (const clang::Stmt* child : statement->children()) count += mentionsOf(child, variable);
  return count;
}

}  // namespace

void certainSteps(const clang::Stmt* statement, std::vector<const clang::Expr*>& into) {
  if (!statement) return;
  if (steppedBy(statement)) return into.push_back(llvm::cast<clang::Expr>(statement));
  if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(statement)) {
    if (!branch->isConstexpr()) certainSteps(branch->getCond(), into);
    return;
  }
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(statement))
    return certainSteps(choice->getCond(), into);
  if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(statement); op && op->isLogicalOp())
    return certainSteps(op->getLHS(), into);
  const bool passes =
      llvm::isa<clang::CompoundStmt, clang::DeclStmt, clang::Expr>(statement) &&
      !llvm::isa<clang::LambdaExpr, clang::StmtExpr, clang::AbstractConditionalOperator, clang::CallExpr,
                 clang::UnaryExprOrTypeTraitExpr, clang::CXXNoexceptExpr, clang::CXXTypeidExpr>(statement);
  const auto* call = llvm::dyn_cast<clang::CallExpr>(statement);
  if (!passes && !(call && call->getDirectCallee())) return;
  for (const clang::Stmt* child : statement->children()) certainSteps(child, into);
}

const clang::UnaryOperator* bodyStepOf(const clang::Stmt* loop) {
  const clang::Expr* condition = conditionOf(loop);
  const clang::Stmt* body = bodyOf(loop);
  if (!condition || stepInCondition(condition) || leavesEarly(body) || jumps(body)) return nullptr;
  std::vector<const clang::Expr*> steps;
  certainSteps(body, steps);
  const clang::UnaryOperator* found = nullptr;
  for (const clang::Expr* step : steps) {
    const clang::VarDecl* variable = steppedBy(step);
    if (!mentions(condition, variable)) continue;
    if (found || mentionsOf(body, variable) != 1) return nullptr;
    found = llvm::dyn_cast<clang::UnaryOperator>(step);
    if (!found) return nullptr;
  }
  return found;
}

/// The variable's value belongs to the loop's head: its step in the body is no change behind the head's back.
Value Walker::evaluateBodyStep(const clang::UnaryOperator* step) {
  const clang::Stmt* body = statements_.back();
  statements_.pop_back();
  lookAtAll(step);
  const Value value = evaluateStep(step);
  statements_.push_back(body);
  return value;
}

}  // namespace clustrix::compiler

#include "Syntax/ControlFlow.h"

#include "Syntax/BodyContents.h"
#include "Syntax/LoopParts.h"
#include "Syntax/Nesting.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <algorithm>
#include <utility>

namespace clustrix::compiler {

namespace {

/// The labels in a statement, and where its jumps lead. A computed one may lead anywhere: null.
struct Jumps {
  explicit Jumps(const clang::Stmt* statement) { read(statement); }

  std::set<const clang::Stmt*> labels, targets;

 private:
  /// A lambda's are its own.
  void read(const clang::Stmt* statement) {
    if (!statement || isExpressionOnly(statement) || llvm::isa<clang::LambdaExpr>(statement)) return;
    if (llvm::isa<clang::LabelStmt>(statement)) labels.insert(statement);
    if (const auto* jump = llvm::dyn_cast<clang::GotoStmt>(statement)) targets.insert(jump->getLabel()->getStmt());
    if (llvm::isa<clang::IndirectGotoStmt>(statement)) targets.insert(nullptr);
    for (const clang::Stmt* child : statement->children()) read(child);
  }
};

bool hasWayOut(const clang::Stmt* statement, bool breakCounts) {
  if (!statement || llvm::isa<clang::LambdaExpr>(statement)) return false;
  if (llvm::isa<clang::ReturnStmt, clang::CXXThrowExpr>(statement)) return true;
  if (llvm::isa<clang::BreakStmt>(statement)) return breakCounts;
  const bool inner = isLoop(statement) || llvm::isa<clang::SwitchStmt>(statement);
  return std::any_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return hasWayOut(child, breakCounts && !inner); });
}

}  // namespace

std::set<const clang::Stmt*> targetsOutside(const clang::Stmt* statement) {
  Jumps jumps(statement);
  std::erase_if(jumps.targets, [&](const clang::Stmt* label) { return jumps.labels.contains(label); });
  return std::move(jumps.targets);
}

bool leavesByKeyword(const clang::Stmt* statement, bool breaks, bool continues) {
  if (!statement || isExpressionOnly(statement) || llvm::isa<clang::LambdaExpr>(statement)) return false;
  if (llvm::isa<clang::ReturnStmt>(statement)) return true;
  if (llvm::isa<clang::BreakStmt>(statement)) return breaks;
  if (llvm::isa<clang::ContinueStmt>(statement)) return continues;
  if (isLoop(statement)) breaks = continues = false;
  if (llvm::isa<clang::SwitchStmt>(statement)) breaks = false;
  return std::any_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return leavesByKeyword(child, breaks, continues); });
}

bool jumpsOut(const clang::Stmt* statement) { return !targetsOutside(statement).empty(); }

bool leavesEarly(const clang::Stmt* statement) { return leavesByKeyword(statement, true, true) || jumpsOut(statement); }

bool runsOnce(const clang::Stmt* loop) {
  const auto* block = llvm::dyn_cast<clang::DoStmt>(loop);
  if (!block) return false;
  const clang::Expr* condition = block->getCond()->IgnoreParenImpCasts();
  if (const auto* literal = llvm::dyn_cast<clang::IntegerLiteral>(condition)) return literal->getValue() == 0;
  const auto* literal = llvm::dyn_cast<clang::CXXBoolLiteralExpr>(condition);
  return literal && !literal->getValue();
}

bool mayBeLeft(const clang::Stmt* loop) { return hasWayOut(bodyOf(loop), true) || jumpsOut(bodyOf(loop)); }

}  // namespace clustrix::compiler

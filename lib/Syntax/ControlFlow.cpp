#include "Syntax/ControlFlow.h"

#include "Syntax/BodyContents.h"
#include "Syntax/LoopParts.h"
#include "Syntax/Nesting.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Builtins.h"

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

/// `stderr`, `std::cerr`, `std::clog`
bool namesError(const clang::Expr* stream) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(stream->IgnoreParenImpCasts());
  const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  if (!variable || !variable->getIdentifier() || !variable->hasGlobalStorage()) return false;
  const llvm::StringRef word = variable->getName();
  return variable->isExternC() ? word == "stderr" : variable->isInStdNamespace() && (word == "cerr" || word == "clog");
}

bool endsInCall(const clang::FunctionDecl& function, int depth);

bool neverComesBack(const clang::Stmt* statement, int depth) {
  statement = bareStatement(statement);
  if (llvm::isa<clang::CXXThrowExpr>(statement)) return true;
  const auto* call = llvm::dyn_cast<clang::CallExpr>(statement);
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  return callee && endsInCall(*callee, depth);
}

/// By its declaration, or since its body ends so and has no other end.
bool endsInCall(const clang::FunctionDecl& function, int depth) {
  constexpr int deep = 8;
  const unsigned builtin = function.getBuiltinID();
  if (builtin == clang::Builtin::BI__builtin_unreachable || builtin == clang::Builtin::BI__builtin_trap) return false;
  if (function.isExternC() && function.getIdentifier() && function.getName() == "__assert_fail") return false;
  if (function.isNoReturn()) return true;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  const bool isKnown = depth < deep && !function.isDependentContext() && !(method && method->isVirtual());
  const clang::Stmt* body = isKnown ? function.getBody() : nullptr;
  const auto* block = llvm::dyn_cast_or_null<clang::CompoundStmt>(body);
  return block && !block->body_empty() && neverComesBack(block->body_back(), depth + 1) &&
         !leavesByKeyword(block, false, false) && !jumpsOut(block);
}

bool hasWayOut(const clang::Stmt* statement, bool breakCounts) {
  if (!statement || llvm::isa<clang::LambdaExpr>(statement)) return false;
  if (llvm::isa<clang::ReturnStmt>(statement)) return true;
  if (llvm::isa<clang::BreakStmt>(statement)) return breakCounts;
  const bool inner = isLoop(statement) || llvm::isa<clang::SwitchStmt>(statement);
  return std::any_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return hasWayOut(child, breakCounts && !inner); });
}

/// Whether something in a statement never comes back, or complains.
bool mayFail(const clang::Stmt* statement) {
  if (!statement || llvm::isa<clang::LambdaExpr>(statement)) return false;
  return neverComesBack(statement, 0) || complains(statement) ||
         std::any_of(statement->child_begin(), statement->child_end(), mayFail);
}

/// The same, of the functions of the program's that are called, too.
bool mayFailWithin(const clang::Stmt* statement, std::set<const clang::FunctionDecl*>& seen) {
  if (!statement || llvm::isa<clang::LambdaExpr>(statement)) return false;
  if (neverComesBack(statement, 0) || complains(statement)) return true;
  const auto* call = llvm::dyn_cast<clang::CallExpr>(statement);
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  const clang::FunctionDecl* definition = nullptr;
  if (callee && callee->hasBody(definition) && seen.insert(definition).second &&
      !callee->getASTContext().getSourceManager().isInSystemHeader(definition->getLocation()) &&
      mayFailWithin(definition->getBody(), seen))
    return true;
  return std::any_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return mayFailWithin(child, seen); });
}

}  // namespace

const clang::Stmt* bareStatement(const clang::Stmt* statement) {
  if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(statement))
    return bareStatement(attributed->getSubStmt());
  if (const auto* full = llvm::dyn_cast<clang::FullExpr>(statement)) return bareStatement(full->getSubExpr());
  const auto* expression = llvm::dyn_cast<clang::Expr>(statement);
  return expression ? expression->IgnoreParenCasts() : statement;
}

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

bool neverComesBack(const clang::Stmt* statement) { return neverComesBack(statement, 0); }

bool complains(const clang::Stmt* statement) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(bareStatement(statement));
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (!callee) return false;
  if (const auto* output = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call))
    return output->getOperator() == clang::OO_LessLess &&
           (namesError(output->getArg(0)) || complains(output->getArg(0)));
  if (!callee->getIdentifier() || !callee->isExternC()) return false;
  if (callee->getName() == "perror") return true;
  const bool first = callee->getName() == "fprintf",
             last = callee->getName() == "fputs" || callee->getName() == "fputc";
  return (first || last) && call->getNumArgs() > 0 && namesError(call->getArg(first ? 0 : call->getNumArgs() - 1));
}

bool mayBeLeft(const clang::Stmt* loop) {
  return hasWayOut(bodyOf(loop), true) || jumpsOut(bodyOf(loop)) || mayFail(bodyOf(loop));
}

bool onlyFails(const clang::Stmt* loop) {
  std::set<const clang::FunctionDecl*> seen;
  return mayFailWithin(bodyOf(loop), seen) && !hasWayOut(bodyOf(loop), true) && !jumpsOut(bodyOf(loop));
}

}  // namespace clustrix::compiler

#include "Liveness.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/StmtCXX.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// What a statement does first with the variable; Killed: overwrites it, or never comes to its end.
enum class Use { None, Read, Killed };

bool contains(const clang::Stmt* statement, const auto& matches) {
  if (!statement) return false;
  if (matches(statement)) return true;
  return std::any_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return contains(child, matches); });
}

class FirstUse {
 public:
  explicit FirstUse(const clang::VarDecl& variable) : variable_(variable) {}

  bool mentions(const clang::Stmt* statement) const {
    return contains(statement, [&](const clang::Stmt* s) {
      const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(s);
      if (reference && reference->getDecl() == &variable_) return true;
      if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(s))
        for (const clang::LambdaCapture& capture : lambda->captures())
          if (capture.capturesVariable() && capture.getCapturedVar() == &variable_) return true;
      const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(s);
      return declaration && std::any_of(declaration->decl_begin(), declaration->decl_end(), [&](const clang::Decl* d) {
               const auto* v = llvm::dyn_cast<clang::VarDecl>(d);
               return v && v->getInit() && mentions(v->getInit());
             });
    });
  }

  Use of(const clang::Stmt* statement) const {
    if (!statement) return Use::None;
    if (llvm::isa<clang::ReturnStmt>(statement)) return mentions(statement) ? Use::Read : Use::Killed;
    if (!mentions(statement)) return Use::None;
    if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(statement)) return of(attributed->getSubStmt());
    if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
      for (const clang::Stmt* one : block->body()) {
        if (const Use use = of(one); use != Use::None) return use;
        if (jumps(one)) return mentions(block) ? Use::Read : Use::None;
      }
      return Use::None;
    }
    if (const auto* for_ = llvm::dyn_cast<clang::ForStmt>(statement)) {
      if (const Use use = of(for_->getInit()); use != Use::None) return use;
      if (mentions(for_->getCond())) return Use::Read;
      const Use body = of(for_->getBody());
      if (body == Use::Read || (body == Use::None && mentions(for_->getInc()))) return Use::Read;
      return Use::None;  // perhaps no iteration at all
    }
    if (const auto* while_ = llvm::dyn_cast<clang::WhileStmt>(statement))
      return mentions(while_->getCond()) || of(while_->getBody()) == Use::Read ? Use::Read : Use::None;
    if (const auto* range = llvm::dyn_cast<clang::CXXForRangeStmt>(statement))
      return mentions(range->getRangeInit()) || of(range->getBody()) == Use::Read ? Use::Read : Use::None;
    if (const auto* if_ = llvm::dyn_cast<clang::IfStmt>(statement)) {
      if (mentions(if_->getInit()) || mentions(if_->getCond())) return Use::Read;
      const Use yes = of(if_->getThen()), no = of(if_->getElse());
      if (yes == Use::Read || no == Use::Read) return Use::Read;
      return yes == Use::Killed && no == Use::Killed ? Use::Killed : Use::None;
    }
    const auto* expression = llvm::dyn_cast<clang::Expr>(statement);
    return expression ? ofExpression(expression) : Use::Read;
  }

  /// `break`, `continue` and the like, which skip what comes next.
  static bool jumps(const clang::Stmt* statement) {
    return contains(statement, [](const clang::Stmt* s) {
      return llvm::isa<clang::BreakStmt, clang::ContinueStmt, clang::GotoStmt, clang::CXXThrowExpr, clang::LabelStmt>(
          s);
    });
  }

 private:
  Use ofExpression(const clang::Expr* expression) const {
    expression = expression->IgnoreParens();
    if (const auto* full = llvm::dyn_cast<clang::FullExpr>(expression)) return ofExpression(full->getSubExpr());
    const auto* op = llvm::dyn_cast<clang::BinaryOperator>(expression);
    if (op && op->getOpcode() == clang::BO_Comma) {
      const Use left = of(op->getLHS());
      return left == Use::None ? of(op->getRHS()) : left;
    }
    if (!op || op->getOpcode() != clang::BO_Assign || mentions(op->getRHS())) return Use::Read;
    const auto* target = llvm::dyn_cast<clang::DeclRefExpr>(op->getLHS()->IgnoreParens());
    return target && target->getDecl() == &variable_ ? Use::Killed : Use::Read;
  }

  const clang::VarDecl& variable_;
};

bool isJumpTarget(const clang::Stmt* statement) {
  return contains(statement, [](const clang::Stmt* s) {
    return llvm::isa<clang::LabelStmt, clang::GotoStmt, clang::IndirectGotoStmt, clang::CXXTryStmt>(s);
  });
}

}  // namespace

bool mayBeReadAfter(clang::ASTContext& context, const clang::FunctionDecl& function, const clang::Stmt& loop,
                    const clang::VarDecl& variable) {
  if (isJumpTarget(function.getBody())) return true;
  const FirstUse first(variable);
  const clang::Stmt* child = &loop;
  bool jumped = FirstUse::jumps(&loop);
  for (;;) {
    const auto parents = context.getParents(*child);
    if (parents.empty()) return true;
    const auto* parent = parents[0].get<clang::Stmt>();
    if (!parent) return false;  // the end of the function
    if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(parent)) {
      bool behind = false;
      for (const clang::Stmt* one : block->body()) {
        if (one == child) {
          behind = true;
          continue;
        }
        if (!behind) continue;
        const Use use = first.of(one);
        if (use == Use::Read) return true;
        if (use == Use::Killed && !jumped) return false;
        jumped = jumped || FirstUse::jumps(one);
      }
    } else if (const auto* for_ = llvm::dyn_cast<clang::ForStmt>(parent)) {
      if (first.mentions(for_->getInc()) || first.mentions(for_->getCond()) || first.of(for_->getBody()) == Use::Read)
        return true;
    } else if (const auto* while_ = llvm::dyn_cast<clang::WhileStmt>(parent)) {
      if (first.mentions(while_->getCond()) || first.of(while_->getBody()) == Use::Read) return true;
    } else if (const auto* do_ = llvm::dyn_cast<clang::DoStmt>(parent)) {
      if (first.mentions(do_->getCond()) || first.of(do_->getBody()) == Use::Read) return true;
    } else if (const auto* range = llvm::dyn_cast<clang::CXXForRangeStmt>(parent)) {
      if (first.of(range->getBody()) == Use::Read) return true;
    } else if (!llvm::isa<clang::IfStmt, clang::AttributedStmt>(parent)) {
      return true;
    }
    child = parent;
  }
}

}  // namespace clustrix::compiler

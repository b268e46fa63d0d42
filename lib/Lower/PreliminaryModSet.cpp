#include "Lower/PreliminaryModSet.h"

#include "Lower/WalkInput.h"
#include "Syntax/ControlFlow.h"
#include "Syntax/InitialValue.h"
#include "Syntax/LoopParts.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

class Supposition {
 public:
  explicit Supposition(const clang::Stmt& loop) : loop_(loop) {}

  WrittenSets made() {
    statements_ = {bodyOf(&loop_)};
    visit(bodyOf(&loop_));
    return std::move(writes_);
  }

 private:
  void visit(const clang::Stmt* statement) {
    if (!statement || llvm::isa<clang::LambdaExpr>(statement)) return;
    if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(statement) && !runsOnce(statement))
      return visitLoop(statement);
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) noteDeclared(declaration);
    if (const clang::Expr* target = targetOf(statement)) noteWritten(target->IgnoreParens());
    for (const clang::Stmt* child : statement->children()) visit(child);
  }

  void visitLoop(const clang::Stmt* loop) {
    const auto* counted = llvm::dyn_cast<clang::ForStmt>(loop);
    if (counted) visit(counted->getInit());
    statements_.push_back(loop);
    visit(conditionVariableOf(loop));
    visit(conditionOf(loop));
    const clang::Stmt* const step = trailingStepOf(loop);
    statements_.push_back(bodyOf(loop));
    if (const auto* block = llvm::dyn_cast_or_null<clang::CompoundStmt>(bodyOf(loop)); step && block) {
      for (const clang::Stmt* one : block->body())
        if (one != step) visit(one);
    } else if (step != bodyOf(loop)) {
      visit(bodyOf(loop));
    }
    statements_.pop_back();
    visit(counted ? counted->getInc() : step);
    statements_.pop_back();
  }

  static const clang::Expr* targetOf(const clang::Stmt* statement) {
    if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(statement); op && op->isAssignmentOp())
      return op->getLHS();
    const auto* step = llvm::dyn_cast<clang::UnaryOperator>(statement);
    return step && step->isIncrementDecrementOp() ? step->getSubExpr() : nullptr;
  }

  void noteDeclared(const clang::DeclStmt* declaration) {
    for (const clang::Decl* one : declaration->decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(one);
      if (!variable || !initialiserOf(*variable) || variable->isStaticLocal() || variable->getType()->isReferenceType())
        continue;
      for (const clang::Stmt* around : statements_) writes_.inStatement[around].insert({variable, ""});
    }
  }

  bool isOwn(const clang::VarDecl* variable) const {
    const clang::SourceRange range = loop_.getSourceRange();
    const auto at = variable->getLocation().getRawEncoding();
    return at >= range.getBegin().getRawEncoding() && at <= range.getEnd().getRawEncoding();
  }

  void noteWritten(const clang::Expr* target) {
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(target);
    const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    const bool plain = variable && !variable->getType()->isReferenceType();
    if (!plain || !variable->hasLocalStorage()) writes_.memory = writes_.memory || !isPartOfOwn(target);
    if (!plain) return;
    const Key key{isOwn(variable) ? variable : variable->getCanonicalDecl(), ""};
    if (!isOwn(variable)) writes_.inLoop.insert(key);
    for (const clang::Stmt* around : statements_) writes_.inStatement[around].insert(key);
  }

  /// `t[k].x` of a `t` that the iteration declares.
  bool isPartOfOwn(const clang::Expr* place) const {
    for (place = place->IgnoreParens();;) {
      if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(place)) {
        place = element->getBase()->IgnoreParenImpCasts();
        if (place->getType()->isPointerType()) return false;
      } else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(place); member && !member->isArrow()) {
        place = member->getBase()->IgnoreParens();
      } else {
        const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(place);
        const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
        return variable && !variable->getType()->isReferenceType() && isOwn(variable);
      }
    }
  }

  const clang::Stmt& loop_;
  std::vector<const clang::Stmt*> statements_;
  WrittenSets writes_;
};

}  // namespace

WrittenSets preliminaryModSet(const clang::Stmt& loop) { return Supposition(loop).made(); }

bool confirms(const WrittenSets& found, const WrittenSets& preliminary) {
  const auto holds = [](const std::set<Key>& all, const std::set<Key>& some) {
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
  };
  if (!holds(found.inLoop, preliminary.inLoop) || (preliminary.memory && !found.memory)) return false;
  return std::all_of(preliminary.inStatement.begin(), preliminary.inStatement.end(), [&](const auto& one) {
    const auto written = found.inStatement.find(one.first);
    return written != found.inStatement.end() && holds(written->second, one.second);
  });
}

}  // namespace clustrix::compiler

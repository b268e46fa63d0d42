#include "Syntax/Mentions.h"

#include "Library/LibraryTypes.h"
#include "Syntax/InitialValue.h"
#include "Syntax/TreeVisitor.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMap.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

class Collector : public TreeVisitor {
 public:
  explicit Collector(Mentions& into) : into_(into) {}
  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) override {
    into_.references.push_back(reference);
    return true;
  }
  bool VisitVarDecl(clang::VarDecl* variable) override {
    into_.declared.push_back(variable);
    return true;
  }
  bool TraverseLambdaExpr(clang::LambdaExpr*, Queue*) override { return into_.hidden = true; }
  bool TraverseStmtExpr(clang::StmtExpr*, Queue*) override { return into_.hidden = true; }

 private:
  Mentions& into_;
};

/// Whether nothing takes `++i` for a name of the variable.
bool isReadOrDiscarded(const clang::Stmt* step, const clang::ParentMap& parents) {
  const clang::Stmt* parent = parents.getParent(step);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(step); unary && unary->isPostfix()) return true;
  if (const auto* cast = llvm::dyn_cast_or_null<clang::CastExpr>(parent))
    return cast->getCastKind() == clang::CK_LValueToRValue || cast->getCastKind() == clang::CK_ToVoid;
  if (const auto* comma = llvm::dyn_cast_or_null<clang::BinaryOperator>(parent))
    return comma->getOpcode() == clang::BO_Comma && (comma->getLHS() == step || isReadOrDiscarded(comma, parents));
  return llvm::isa_and_nonnull<clang::CompoundStmt, clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::IfStmt,
                               clang::SwitchCase, clang::LabelStmt, clang::CXXForRangeStmt>(parent);
}

/// The same of `++it`, an iterator's name for itself.
bool isFollowedOrDiscarded(const clang::Stmt* step, const clang::ParentMap& parents) {
  const clang::Stmt* parent = parents.getParent(step);
  while (llvm::isa_and_nonnull<clang::ParenExpr, clang::ImplicitCastExpr, clang::ExprWithCleanups>(parent))
    parent = parents.getParent(parent);
  if (const auto* call = llvm::dyn_cast_or_null<clang::CXXOperatorCallExpr>(parent))
    return call->getOperator() == clang::OO_Star || call->getOperator() == clang::OO_Arrow;
  if (const auto* comma = llvm::dyn_cast_or_null<clang::BinaryOperator>(parent))
    return comma->getOpcode() == clang::BO_Comma && (comma->getLHS() == step || isFollowedOrDiscarded(comma, parents));
  if (const auto* cast = llvm::dyn_cast_or_null<clang::ExplicitCastExpr>(parent))
    return cast->getCastKind() == clang::CK_ToVoid;
  return parent && !llvm::isa<clang::Expr, clang::DeclStmt, clang::ReturnStmt>(parent);
}

bool isOnlyAName(const clang::DeclRefExpr* name, const clang::ParentMap& parents) {
  const bool iterator = isIteratorType(name->getType());
  const clang::Stmt* parent = parents.getParent(name);
  while (llvm::isa_and_nonnull<clang::ParenExpr>(parent)) parent = parents.getParent(parent);
  if (const auto* cast = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(parent)) {
    if (cast->getCastKind() == clang::CK_LValueToRValue) return true;
    parent = cast->getCastKind() == clang::CK_NoOp ? parents.getParent(cast) : nullptr;
  }
  // Operators of iterators, and their copies.
  if (llvm::isa_and_nonnull<clang::CXXConstructExpr>(parent)) return iterator;
  if (const auto* call = llvm::dyn_cast_or_null<clang::CXXOperatorCallExpr>(parent))
    return iterator && (!call->isGLValue() || !isIteratorType(call->getType()) || isFollowedOrDiscarded(call, parents));
  const auto* unary = llvm::dyn_cast_or_null<clang::UnaryOperator>(parent);
  const auto* op = llvm::dyn_cast_or_null<clang::BinaryOperator>(parent);
  return ((unary && unary->isIncrementDecrementOp()) || (op && op->isAssignmentOp())) &&
         isReadOrDiscarded(parent, parents);
}

}  // namespace

Mentions mentionsIn(const clang::Stmt* statement) {
  Mentions all;
  Collector(all).TraverseStmt(const_cast<clang::Stmt*>(statement));
  return all;
}

bool isAddressNotTaken(const clang::Stmt& function, const clang::VarDecl* variable) {
  if (!variable->hasLocalStorage() || variable->getType()->isReferenceType()) return false;
  const Mentions all = mentionsIn(&function);
  const clang::ParentMap parents(const_cast<clang::Stmt*>(&function));
  return !all.hidden && std::all_of(all.references.begin(), all.references.end(), [&](const clang::DeclRefExpr* name) {
    return name->getDecl() != variable || isOnlyAName(name, parents);
  });
}

bool mentions(const clang::Stmt* statement, const clang::VarDecl* variable) {
  if (!statement) return false;
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement);
  if (reference && reference->getDecl()->getCanonicalDecl() == variable->getCanonicalDecl()) return true;
  if (llvm::isa<clang::LambdaExpr>(statement)) return true;
  return std::any_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return mentions(child, variable); });
}

bool steps(const clang::Stmt* expression) {
  if (!expression) return false;
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
  const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
  if ((unary && unary->isIncrementDecrementOp()) || (binary && binary->isAssignmentOp())) return true;
  return std::any_of(expression->child_begin(), expression->child_end(), steps);
}

bool dependsOnTemplate(const clang::Stmt* expression) {
  if (!expression) return false;
  if (llvm::isa<clang::SubstNonTypeTemplateParmExpr>(expression)) return true;
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression))
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
      return dependsOnTemplate(initialiserOf(*variable));
  return std::any_of(expression->child_begin(), expression->child_end(), dependsOnTemplate);
}

}  // namespace clustrix::compiler

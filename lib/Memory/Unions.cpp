#include "Memory/Unions.h"

#include "clang/AST/Decl.h"

namespace clustrix::compiler {

bool sharesStorage(const clang::Expr* member) {
  const auto* access = llvm::dyn_cast<clang::MemberExpr>(member->IgnoreParenImpCasts());
  if (!access) return false;
  const auto* field = llvm::dyn_cast<clang::FieldDecl>(access->getMemberDecl());
  if (field && (field->isBitField() || field->getParent()->isUnion())) return true;
  return !access->isArrow() && sharesStorage(access->getBase());
}

}  // namespace clustrix::compiler

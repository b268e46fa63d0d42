#include "WholeArrays.h"

#include "clang/AST/RecursiveASTVisitor.h"

namespace clustrix::compiler {

namespace {

class Uses : public clang::RecursiveASTVisitor<Uses> {
 public:
  using Parent = clang::RecursiveASTVisitor<Uses>;

  explicit Uses(const std::function<bool(const clang::VarDecl*)>& declares) : declares_(declares) {}

  bool TraverseImplicitCastExpr(clang::ImplicitCastExpr* cast) {
    // Its elements, by a pointer: that is what a kernel has.
    if (cast->getCastKind() == clang::CK_ArrayToPointerDecay &&
        llvm::isa<clang::DeclRefExpr>(cast->getSubExpr()->IgnoreParens()))
      return true;
    return Parent::TraverseImplicitCastExpr(cast);
  }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr*) { return true; }  // a type stands there
  bool TraverseDecltypeTypeLoc(clang::DecltypeTypeLoc) { return true; }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr*) { return true; }

  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    const bool whole = variable && variable->getType().getNonReferenceType()->isArrayType() && !declares_(variable);
    if (whole && !found) found = reference;
    return true;
  }
  const clang::DeclRefExpr* found = nullptr;

 private:
  const std::function<bool(const clang::VarDecl*)>& declares_;
};

}  // namespace

const clang::DeclRefExpr* wholeArrayIn(const clang::Stmt* text,
                                       const std::function<bool(const clang::VarDecl*)>& declares) {
  Uses uses(declares);
  uses.TraverseStmt(const_cast<clang::Stmt*>(text));
  return uses.found;
}

}  // namespace clustrix::compiler

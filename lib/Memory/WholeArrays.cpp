#include "Memory/WholeArrays.h"

#include "Library/LibraryTypes.h"
#include "Syntax/TreeVisitor.h"

#include <set>

namespace clustrix::compiler {

namespace {

class Uses : public TreeVisitor {
 public:
  explicit Uses(const std::function<bool(const clang::VarDecl*)>& declares) : declares_(declares) {}

  bool TraverseImplicitCastExpr(clang::ImplicitCastExpr* cast, Queue*) override {
    // Its elements, by a pointer: that is what a kernel has.
    if (cast->getCastKind() == clang::CK_ArrayToPointerDecay &&
        llvm::isa<clang::DeclRefExpr>(cast->getSubExpr()->IgnoreParens()))
      return true;
    return TreeVisitor::TraverseImplicitCastExpr(cast);
  }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr*, Queue*) override {
    return true;
  }  // a type stands there
  bool TraverseDecltypeTypeLoc(clang::DecltypeTypeLoc) override { return true; }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr*, Queue*) override { return true; }

  bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) override {
    // A view of it has said how many they are.
    if (isViewType(made->getType()) && made->getNumArgs() == 1) viewed_.insert(made->getArg(0)->IgnoreParenImpCasts());
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) override {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    const bool whole = variable && variable->getType().getNonReferenceType()->isArrayType() && !declares_(variable) &&
                       !viewed_.contains(reference);
    if (whole && !found) found = reference;
    return true;
  }
  const clang::DeclRefExpr* found = nullptr;

 private:
  const std::function<bool(const clang::VarDecl*)>& declares_;
  std::set<const clang::Expr*> viewed_;
};

}  // namespace

const clang::DeclRefExpr* wholeArrayIn(const clang::Stmt* text,
                                       const std::function<bool(const clang::VarDecl*)>& declares) {
  Uses uses(declares);
  uses.TraverseStmt(const_cast<clang::Stmt*>(text));
  return uses.found;
}

}  // namespace clustrix::compiler

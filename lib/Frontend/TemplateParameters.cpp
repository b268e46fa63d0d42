// Template parameters with a value: constants in one instantiation, and parameters of the loop where the same text has
// to do for several.
//
//     template <int N> void clear(double (&a)[N]) { for (int i = 0; i < N; ++i) a[i] = 0; }
//     clear<10>, clear<20>:   trip 10 and 20, or trip N
#include "Walker.h"

#include <algorithm>

namespace clustrix::compiler {

bool dependsOnTemplate(const clang::Stmt* expression) {
  if (!expression) return false;
  if (llvm::isa<clang::SubstNonTypeTemplateParmExpr>(expression)) return true;
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression))
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
      return variable->getInit() && dependsOnTemplate(variable->getInit());
  return std::any_of(expression->child_begin(), expression->child_end(), dependsOnTemplate);
}

Value Walker::templateParameter(const clang::SubstNonTypeTemplateParmExpr* expression) {
  const clang::NonTypeTemplateParmDecl* declared = expression->getParameter();
  const clang::QualType type = expression->getType();
  // A function that is called has parameters of its own, which mean nothing here.
  if (!input_.parametric || !frames_.empty() || !declared || !declared->getIdentifier() ||
      declared->isParameterPack() || !type->isIntegerType() || type->isBooleanType())
    return evaluate(expression->getReplacement());
  const std::string name = declared->getNameAsString();
  return IntegerValue{Polynomial::symbol(parameterOf(name, name, type)), {}};
}

}  // namespace clustrix::compiler

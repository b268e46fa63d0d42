#include "Syntax/LoopVariables.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"

#include <vector>

namespace clustrix::compiler {
namespace {

/// Whether a constant expression may name it: the size of an array, the argument of a template.
bool isConstant(const clang::VarDecl& variable) {
  return !llvm::isa<clang::ParmVarDecl>(variable) && (variable.getType().isConstQualified() || variable.isConstexpr());
}

void add(const clang::Decl& declared, VariablesInFront& to, std::set<std::string>& constants) {
  const auto* named = llvm::dyn_cast<clang::NamedDecl>(&declared);
  if (!named || !named->getIdentifier()) return;
  const std::string name = named->getName().str();
  if (llvm::isa<clang::BindingDecl>(named)) to.bindings.insert(name);
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(named);
  if (!variable) return;
  if (isConstant(*variable))
    constants.insert(name);
  else if (!variable->getType()->isReferenceType())
    to.variables.insert(name);
}

bool wantsValue(const clang::ImplicitCastExpr& cast) {
  return cast.getCastKind() == clang::CK_LValueToRValue ||
         (cast.getCastKind() == clang::CK_NoOp && cast.getType().isConstQualified());
}

}  // namespace

VariablesInFront variablesInFront(const clang::FunctionDecl& function, const clang::Stmt& loop) {
  VariablesInFront result;
  std::set<std::string> constants;
  const clang::SourceManager& manager = function.getASTContext().getSourceManager();
  const clang::SourceLocation begin = loop.getBeginLoc();
  for (const clang::DeclContext* scope = &function; scope; scope = scope->getParent()) {
    if (!scope->isFunctionOrMethod()) continue;
    if (const auto* around = llvm::dyn_cast<clang::FunctionDecl>(scope))
      for (const clang::ParmVarDecl* parameter : around->parameters()) add(*parameter, result, constants);
    for (const clang::Decl* declared : scope->decls())
      if (manager.isBeforeInTranslationUnit(declared->getLocation(), begin)) add(*declared, result, constants);
  }
  for (const std::string& name : constants) result.variables.erase(name);
  return result;
}

std::set<std::string> variablesChanged(const clang::Stmt& statement) {
  std::set<std::string> changed;
  std::vector<std::pair<const clang::Stmt*, bool>> left{{&statement, false}};  // whether only the value is wanted
  while (!left.empty()) {
    const auto [one, value] = left.back();
    left.pop_back();
    if (!one) continue;
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(one)) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
      if (variable && !value) changed.insert(variable->getNameAsString());
    } else if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(one)) {
      left.emplace_back(cast->getSubExpr(), wantsValue(*cast));
    } else if (const auto* parentheses = llvm::dyn_cast<clang::ParenExpr>(one)) {
      left.emplace_back(parentheses->getSubExpr(), value);
    } else if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(one)) {
      left.emplace_back(choice->getCond(), false);
      left.emplace_back(choice->getTrueExpr(), value);
      left.emplace_back(choice->getFalseExpr(), value);
    } else {
      for (const clang::Stmt* child : one->children()) left.emplace_back(child, false);
    }
  }
  return changed;
}

}  // namespace clustrix::compiler

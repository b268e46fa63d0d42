#include "Syntax/LoopVariables.h"

#include "Library/Standard.h"
#include "Syntax/LoopParts.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace clustrix::compiler {
namespace {

/// Whether a constant expression may name it: the size of an array, the argument of a template.
bool isConstant(const clang::VarDecl& variable) {
  return !llvm::isa<clang::ParmVarDecl>(variable) && (variable.getType().isConstQualified() || variable.isConstexpr());
}

bool hasAddress(const clang::VarDecl& variable) {
  return variable.hasLocalStorage() && variable.getIdentifier() && !variable.isConstexpr() &&
         !variable.getType()->isVariablyModifiedType() && variable.getStorageClass() != clang::SC_Register;
}

bool wantsValue(const clang::ImplicitCastExpr& cast) {
  return cast.getCastKind() == clang::CK_LValueToRValue ||
         (cast.getCastKind() == clang::CK_NoOp && cast.getType().isConstQualified());
}

/// What becomes of an expression's value.
enum class Use { Nothing, Value, Object };

bool swaps(const clang::CallExpr& call) { return does(call.getDirectCallee(), Does::Swap); }

Use useOf(const clang::Stmt& child, const clang::Stmt& parent, Use parentUse) {
  if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(&parent))
    return cast->getCastKind() == clang::CK_LValueToRValue ? Use::Value : Use::Object;
  if (llvm::isa<clang::ParenExpr, clang::ExprWithCleanups>(parent)) return parentUse;
  if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(&parent); operation && operation->isAssignmentOp())
    return operation->getLHS() == &child ? parentUse : Use::Object;
  if (const auto* step = llvm::dyn_cast<clang::UnaryOperator>(&parent); step && step->isIncrementDecrementOp())
    return step->isPostfix() ? Use::Value : parentUse;
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(&parent)) return swaps(*call) ? Use::Value : Use::Object;
  const bool isDropped = llvm::isa<clang::CompoundStmt, clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::IfStmt,
                                   clang::LabelStmt, clang::SwitchCase, clang::SwitchStmt>(parent);
  return isDropped ? Use::Nothing : Use::Object;
}

}  // namespace

FunctionVariables::FunctionVariables(const clang::FunctionDecl& function)
    : function_(function), manager_(function.getASTContext().getSourceManager()) {
  for (const clang::DeclContext* scope = &function; scope; scope = scope->getParent()) {
    if (!scope->isFunctionOrMethod()) continue;
    if (const auto* around = llvm::dyn_cast<clang::FunctionDecl>(scope))
      for (const clang::ParmVarDecl* parameter : around->parameters()) add(*parameter);
    for (const clang::Decl* declared : scope->decls()) add(*declared);
  }
  if (const clang::Stmt* body = function.getBody()) referenced_ = variablesReferenced(*body);
  if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&function))
    for (const clang::CXXCtorInitializer* one : constructor->inits())
      referenced_.merge(variablesReferenced(*one->getInit()));
}

/// What an included file declares stands in front of all.
unsigned FunctionVariables::offsetOf(clang::SourceLocation at) const {
  const auto [file, offset] = manager_.getDecomposedExpansionLoc(at);
  return file == manager_.getMainFileID() ? offset : 0;
}

void FunctionVariables::add(const clang::Decl& declared) {
  const auto* named = llvm::dyn_cast<clang::NamedDecl>(&declared);
  const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(named);
  const bool binds = llvm::isa_and_nonnull<clang::BindingDecl>(named);
  if (!named || !named->getIdentifier() || !(variable || binds)) return;
  if (variable && !isConstant(*variable) && variable->getType()->isReferenceType()) return;
  First& first = names_[named->getName().str()];
  unsigned& where = binds ? first.binding : isConstant(*variable) ? first.constant : first.variable;
  where = std::min(where, offsetOf(declared.getLocation()));
}

VariablesInFront FunctionVariables::inFrontOf(const clang::Stmt& loop, bool withVariables) const {
  VariablesInFront result;
  const unsigned begin = offsetOf(loop.getBeginLoc());
  for (const auto& [name, first] : names_) {
    if (withVariables && first.variable < begin && first.constant >= begin) result.variables.insert(name);
    if (first.binding < begin) result.bindings.insert(name);
  }
  return result;
}

bool FunctionVariables::isOnlyAssigned(const clang::VarDecl& variable) const {
  return variable.getDeclContext() == &function_ && !variable.getType()->isReferenceType() &&
         !variable.getType()->isDependentType() && !referenced_.contains(variable.getNameAsString());
}

VariablesNamed FunctionVariables::namedIn(const clang::Stmt& loop) const {
  VariablesNamed named;
  std::set<const clang::VarDecl*> own;
  std::vector<const clang::VarDecl*> all;
  std::vector<const clang::Stmt*> left{&loop};
  while (!left.empty()) {
    const clang::Stmt* one = left.back();
    left.pop_back();
    if (!one) continue;
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(one))
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl())) all.push_back(variable);
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(one))
      for (const clang::Decl* declared : declaration->decls())
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declared)) own.insert(variable);
    left.insert(left.end(), one->child_begin(), one->child_end());
  }
  const unsigned begin = loop.getBeginLoc().getRawEncoding();
  const std::set<std::string> changed = variablesChanged(loop);
  for (const clang::VarDecl* variable : all) {
    const bool inFront = !own.contains(variable) && variable->getLocation().getRawEncoding() < begin;
    if (!inFront || !hasAddress(*variable)) continue;
    const std::string name = variable->getNameAsString();
    const bool isUnchanged = isOnlyAssigned(*variable) && !changed.contains(name);
    (isUnchanged ? named.unchanged : named.changing).insert(name);
  }
  return named;
}

std::set<std::string> variablesStepped(const clang::Stmt& loop) {
  std::set<std::string> names;
  if (const clang::Expr* condition = conditionOf(&loop)) names = variablesChanged(*condition);
  const auto* counted = llvm::dyn_cast<clang::ForStmt>(&loop);
  if (counted && counted->getInc()) names.merge(variablesChanged(*counted->getInc()));
  return names;
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

std::set<std::string> variablesReferenced(const clang::Stmt& statement) {
  std::set<std::string> referenced;
  std::vector<std::pair<const clang::Stmt*, Use>> left{{&statement, Use::Nothing}};
  while (!left.empty()) {
    const auto [one, use] = left.back();
    left.pop_back();
    if (!one) continue;
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(one);
    const auto* variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
    if (variable && use == Use::Object) referenced.insert(variable->getNameAsString());
    for (const clang::Stmt* child : one->children())
      if (child) left.emplace_back(child, useOf(*child, *one, use));
  }
  return referenced;
}

}  // namespace clustrix::compiler

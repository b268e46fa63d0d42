// A net under the walk: a part of the loop's text that it has not looked at makes the loop serial.
//
//     while (int left = next[i]) { ... }        `next[i]` is a part of its own, wherever Clang's tree hangs it
//
// The walk knows statements and expressions by their kinds, and what hangs at an unexpected place of a kind that it
// knows would go by unnoticed: the reads and writes in it would be no dependences. So each mention of a variable and
// each call in what an iteration evaluates must have been evaluated, taken for a place, or named as a part of an idiom.
#include "Lower/Overlooked.h"
#include "KernelText/HostText.h"
#include "Library/LibraryFunctions.h"
#include "Lower/Expressions.h"
#include "Lower/Recorder.h"
#include "Memory/WrittenSizes.h"
#include "Syntax/InitialValue.h"
#include "Syntax/LoopParts.h"
#include "Syntax/Types.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// Whether its value is the same everywhere, so that nothing needs to look at it.
bool isConstantName(const clang::Expr* expression, const clang::ASTContext& context) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression);
  const auto* variable = name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
  return variable && variable->isUsableInConstantExpressions(context);
}

/// What the text can do something with.
bool isPart(const clang::Expr* expression) {
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression))
    return llvm::isa<clang::VarDecl, clang::BindingDecl>(name->getDecl());
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(expression))
    return !made->getConstructor()->isTrivial();
  return llvm::isa<clang::CallExpr, clang::LambdaExpr, clang::StmtExpr>(expression);
}

}  // namespace

void Overlooked::lookAtAll(const clang::Stmt* statement) {
  if (!statement) return;
  lookedAt_.insert(statement);
  for (const clang::Stmt* child : statement->children()) lookAtAll(child);
}

void Overlooked::lookAtUnused(const clang::Expr* object) {
  if (!object->HasSideEffects(context_)) lookAtAll(object);
}

void Overlooked::lookAtNames(const clang::Stmt* statement, const clang::VarDecl* variable) {
  if (!statement) return;
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement); name && name->getDecl() == variable)
    lookAt(name);
  for (const clang::Stmt* child : statement->children()) lookAtNames(child, variable);
}

const clang::Expr* Overlooked::overlookedIn(const clang::Stmt* statement) const {
  if (!statement) return nullptr;
  const auto inAll = [this](const auto& parts) {
    const clang::Expr* found = nullptr;
    for (const clang::Stmt* part : parts)
      if (!found) found = overlookedIn(part);
    return found;
  };
  // It runs on the host alone, or leads nowhere.
  if (std::find(walk_.leaves.begin(), walk_.leaves.end(), statement) != walk_.leaves.end()) return nullptr;
  if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(statement); branch && branch->isConstexpr())
    if (const auto taken = branch->getNondiscardedCase(context_))
      return inAll(
          std::initializer_list<const clang::Stmt*>{branch->getInit(), branch->getConditionVariableDeclStmt(), *taken});
  if (const auto* range = llvm::dyn_cast<clang::CXXForRangeStmt>(statement))
    return inAll(std::initializer_list<const clang::Stmt*>{range->getInit(), range->getBody()});
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
    const clang::Expr* found = nullptr;
    for (const clang::Decl* one : declaration->decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(one);
      const auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(one);
      const bool isComputed = variable && !variable->isStaticLocal() && !isConstantReal(*variable);
      if (!found && isComputed) found = overlookedIn(initialiserOf(*variable));
      if (!found && (variable || alias))
        found = inAll(sizesWrittenIn(variable ? variable->getType() : alias->getUnderlyingType(), context_).sizes);
    }
    return found;
  }
  const auto* expression = llvm::dyn_cast<clang::Expr>(statement);
  if (!expression) return inAll(statement->children());
  // Not evaluated.
  if (const auto* trait = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(statement))
    return trait->isArgumentType() ? inAll(sizesWrittenIn(trait->getArgumentType(), context_).sizes) : nullptr;
  if (llvm::isa<clang::ConstantExpr, clang::CXXNoexceptExpr, clang::RequiresExpr, clang::ConceptSpecializationExpr,
                clang::TypeTraitExpr>(expression) ||
      isConstantName(expression, context_))
    return nullptr;
  const auto* call = llvm::dyn_cast<clang::CallExpr>(expression);
  if (call && walk_.expressions.constantOf(call)) return nullptr;
  if (isPart(expression) && !(call && isNamingCall(call)) && !lookedAt_.contains(expression)) return expression;
  // What it does is looked at where it is called.
  if (llvm::isa<clang::LambdaExpr>(expression)) return nullptr;
  return inAll(expression->children());
}

void Overlooked::refuseOverlooked() {
  if (!model_.effects.empty()) return;  // the loop is serial as it is
  const clang::Expr* found = overlookedIn(bodyOf(&input_.loop));
  for (const clang::FunctionDecl* function : walk_.walked) {
    if (!found) found = overlookedIn(function->getBody());
    if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(function))
      for (const clang::CXXCtorInitializer* one : constructor->inits())
        if (!found) found = overlookedIn(one->getInit());
  }
  if (found)
    walk_.record.effect(
        "effect.unknown-construct", found->getBeginLoc(),
        "'" + walk_.host.sourceText(found->getSourceRange()) + "' stands where nothing of its kind is expected",
        "compute it in a statement of its own");
}

}  // namespace clustrix::compiler

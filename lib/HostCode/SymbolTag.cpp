#include "HostCode/SymbolTag.h"

#include "Syntax/StatementVisitor.h"
#include "Syntax/Types.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

namespace clustrix::compiler {
namespace {

/// The outermost function around `function`, or itself: its symbol is part of those of all that stands in it.
const clang::FunctionDecl& outermost(const clang::FunctionDecl& function) {
  const clang::FunctionDecl* owner = &function;
  for (const clang::DeclContext* scope = function.getDeclContext(); scope; scope = scope->getParent())
    if (const auto* around = llvm::dyn_cast<clang::FunctionDecl>(scope)) owner = around;
  return *owner;
}

/// A lambda that initialises a variable which several files share.
bool isOfSharedVariable(const clang::FunctionDecl& function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  return method && method->getParent()->isLambda() && method->getParent()->getLambdaContextDecl() != nullptr;
}

const clang::FunctionDecl& firstDeclaration(const clang::FunctionDecl& function) {
  if (const clang::FunctionTemplateDecl* described = function.getDescribedFunctionTemplate())
    return *described->getCanonicalDecl()->getTemplatedDecl();
  return *function.getCanonicalDecl();
}

/// Whether its value is the same in all files.
bool isConstant(const clang::VarDecl& variable) {
  return variable.isConstexpr() || (variable.getType().isConstQualified() && variable.hasConstantInitialization() &&
                                    !variable.getType().isDestructedType());
}

class StaticFinder : public StatementVisitor {
 public:
  bool VisitVarDecl(clang::VarDecl* variable) override {
    if (variable->isStaticLocal() && !isConstant(*variable) && !found) found = variable;
    return true;
  }
  const clang::VarDecl* found = nullptr;
};

bool isExplicit(const clang::FunctionDecl* instance) {
  const auto kind = instance->getTemplateSpecializationKind();
  return kind == clang::TSK_ExplicitInstantiationDeclaration || kind == clang::TSK_ExplicitInstantiationDefinition;
}

/// Another file may define them, under a symbol without a tag.
bool hasSpecialisations(const clang::FunctionDecl& owner) {
  const auto isSpecialised = [](const clang::FunctionDecl* one) {
    return one->getTemplateSpecializationKind() == clang::TSK_ExplicitSpecialization;
  };
  if (const clang::FunctionTemplateDecl* described = owner.getDescribedFunctionTemplate())
    return llvm::any_of(described->specializations(), isSpecialised);
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&owner);
  const clang::ClassTemplateDecl* around = method ? method->getParent()->getDescribedClassTemplate() : nullptr;
  return around && llvm::any_of(around->specializations(), [&](const clang::CXXRecordDecl* record) {
           return llvm::any_of(record->methods(), [&](const clang::CXXMethodDecl* one) {
             return isSpecialised(one) && one->getDeclName() == method->getDeclName();
           });
         });
}

std::string problemOf(const clang::FunctionDecl& owner, llvm::ArrayRef<const clang::FunctionDecl*> instances) {
  const std::string name = "'" + owner.getNameAsString() + "'";
  const std::string each = "each source that includes the header would have its own, and ";
  if (owner.isExternC()) return each + name + " is extern \"C\"";
  if (llvm::any_of(instances, [](const auto* one) { return isExplicit(&outermost(*one)); }))
    return each + name + " is instantiated explicitly, for all of them";
  if (hasSpecialisations(owner)) return each + name + " has specialisations of its own name";
  StaticFinder finder;
  finder.TraverseStmt(owner.getBody());
  if (finder.found) return each + "'" + finder.found->getNameAsString() + "' is one static variable for all of them";
  return "";
}

}  // namespace

SymbolTag symbolTag(const clang::FunctionDecl& function, llvm::ArrayRef<const clang::FunctionDecl*> instances,
                    const FilePlaces& places) {
  if (isOfSharedVariable(function)) return {{}, "it is part of a variable that the sources may share"};
  const clang::FunctionDecl& owner = outermost(function);
  const bool isShared = owner.isInlined() || owner.isTemplated();
  if (!isShared || !owner.isExternallyVisible()) return {};
  if (std::string problem = problemOf(owner, instances); !problem.empty()) return {{}, std::move(problem)};
  const clang::SourceLocation begin = firstDeclaration(owner).getInnerLocStart();
  if (!begin.isFileID() || !owner.getASTContext().getSourceManager().isWrittenInMainFile(begin))
    return {{}, "'" + owner.getNameAsString() + "' is declared first in a macro, or a header that is not rewritten"};
  return {places.offset(begin), ""};
}

}  // namespace clustrix::compiler

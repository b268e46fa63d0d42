#include "Splice/Meanings.h"

#include "Splice/Fingerprint.h"
#include "Syntax/InitialValue.h"
#include "Syntax/TreeVisitor.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>
#include <vector>

namespace clustrix::compiler {
namespace {

class MeaningReader : public TreeVisitor {
 public:
  MeaningReader(clang::ASTContext& context, const std::function<bool(int)>& leftOut)
      : context_(context), manager_(context.getSourceManager()), leftOut_(leftOut) {}

  Meanings all() {
    read(*context_.getTranslationUnitDecl());
    while (!definitions_.empty()) {
      const clang::FunctionDecl* const definition = definitions_.back();
      definitions_.pop_back();
      meanings_.emplace("function " + symbolOf(*definition), meaningOf(*definition));
      if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(definition))
        for (const clang::CXXCtorInitializer* one : constructor->inits()) TraverseStmt(one->getInit());
      TraverseStmt(definition->getBody());
    }
    return std::move(meanings_);
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr* name) override { return see(name->getDecl()); }
  bool VisitMemberExpr(clang::MemberExpr* member) override { return see(member->getMemberDecl()); }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) override { return see(made->getConstructor()); }

 private:
  void read(const clang::DeclContext& scope) {
    for (clang::Decl* declaration : scope.decls()) {
      if (!isInMainFile(*declaration) ||
          leftOut_(static_cast<int>(manager_.getExpansionLineNumber(declaration->getLocation()))))
        continue;
      if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) see(function);
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) readVariable(*variable);
      if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration)) readRecord(*record);
      if (const auto* described = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration))
        for (const clang::FunctionDecl* one : described->specializations()) see(one);
      if (const auto* inner = llvm::dyn_cast<clang::DeclContext>(declaration);
          inner && !inner->isFunctionOrMethod() && !inner->isDependentContext())
        read(*inner);
    }
  }
  void readVariable(const clang::VarDecl& variable) {
    const clang::Expr* const value = initialiserOf(variable);
    if (!value || variable.isTemplated()) return;
    meanings_.emplace("variable " + variable.getQualifiedNameAsString(), meaningOf(*value, context_));
    TraverseStmt(const_cast<clang::Expr*>(value));
  }
  void readRecord(const clang::CXXRecordDecl& record) {
    if (!record.isThisDeclarationADefinition() || record.isDependentContext()) return;
    std::string fields;
    for (const clang::FieldDecl* field : record.fields())
      fields += field->getNameAsString() + " " + field->getType().getCanonicalType().getAsString() + "\n";
    meanings_.emplace("type " + record.getQualifiedNameAsString(), fields);
  }

  bool see(const clang::ValueDecl* declaration) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    const clang::FunctionDecl* definition = nullptr;
    if (function && function->hasBody(definition) && !definition->isDependentContext() &&
        seen_.insert(definition).second)
      definitions_.push_back(definition);
    return true;
  }

  clang::ASTContext& context_;
  const clang::SourceManager& manager_;
  const std::function<bool(int)>& leftOut_;
  Meanings meanings_;
  std::set<const clang::FunctionDecl*> seen_;
  std::vector<const clang::FunctionDecl*> definitions_;  // that are still to be read
};

}  // namespace

Meanings meaningsOf(clang::ASTContext& context, const std::function<bool(int line)>& leftOut) {
  return MeaningReader(context, leftOut).all();
}

bool areKept(const Meanings& before, const Meanings& now) {
  return std::all_of(before.begin(), before.end(), [&](const auto& one) {
    const auto found = now.find(one.first);
    return found != now.end() && found->second == one.second;
  });
}

}  // namespace clustrix::compiler

#include "HostCode/LibraryUsings.h"

#include "Library/DeviceBuiltins.h"
#include "Source/FilePlaces.h"
#include "Syntax/TreeVisitor.h"
#include "Syntax/Types.h"

#include "clang/AST/ExprCXX.h"

#include <set>

namespace clustrix::compiler {
namespace {

/// What names mean in a function's body.
class Meanings : public TreeVisitor {
 public:
  bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
    if (!name->hasQualifier()) add(*name->getDecl());
    return true;
  }
  /// In a template: which of them is called is known once it is instantiated.
  bool VisitExpr(clang::Expr* expression) override {
    const auto* name = llvm::dyn_cast<clang::UnresolvedLookupExpr>(expression);
    if (name && !name->getQualifier())
      for (const clang::NamedDecl* one : name->decls()) add(*one->getUnderlyingDecl());
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr* member) override {
    if (member->isImplicitAccess()) others.insert(plainName(*member->getMemberDecl()).str());
    return true;
  }
  bool VisitNamedDecl(clang::NamedDecl* declared) override {
    others.insert(plainName(*declared).str());
    return true;
  }
  std::set<std::string> ofLibrary, others;

 private:
  void add(const clang::NamedDecl& meant) {
    (hasNamesakeOfNvcc(meant) ? ofLibrary : others).insert(plainName(meant).str());
  }
};

std::string usingsOf(const clang::FunctionDecl& function) {
  Meanings meanings;
  meanings.TraverseStmt(function.getBody());
  for (clang::ParmVarDecl* parameter : function.parameters()) meanings.VisitNamedDecl(parameter);
  std::string text;
  for (const std::string& name : meanings.ofLibrary)
    if (!meanings.others.contains(name)) text += " using std::" + name + ";";
  return text;
}

/// Functions that stand in no other one, as they are written.
class Bodies : public TreeVisitor {
 public:
  explicit Bodies(clang::ASTContext& context) : places_(context), manager_(context.getSourceManager()) {}

  bool VisitFunctionDecl(clang::FunctionDecl* function) override {
    if (!function->doesThisDeclarationHaveABody() || function->getParentFunctionOrMethod()) return true;
    const auto* body = llvm::dyn_cast_or_null<clang::CompoundStmt>(function->getBody());
    if (!body || !body->getLBracLoc().isFileID() || !manager_.isWrittenInMainFile(body->getLBracLoc())) return true;
    if (std::string text = usingsOf(*function); !text.empty())
      found.push_back({places_.offset(body->getLBracLoc()) + 1, std::move(text)});
    return true;
  }
  std::vector<LibraryUsing> found;

 private:
  FilePlaces places_;
  const clang::SourceManager& manager_;
};

}  // namespace

std::vector<LibraryUsing> libraryUsings(clang::ASTContext& context) {
  const auto& manager = context.getSourceManager();
  Bodies bodies(context);
  for (clang::Decl* declaration : context.getTranslationUnitDecl()->decls())
    if (manager.isInMainFile(manager.getExpansionLoc(declaration->getLocation()))) bodies.TraverseDecl(declaration);
  return std::move(bodies.found);
}

}  // namespace clustrix::compiler

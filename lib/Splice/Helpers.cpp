#include "Splice/Helpers.h"

#include "Source/Attributes.h"
#include "Splice/Fingerprint.h"
#include "Syntax/InitialValue.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>

namespace clustrix::compiler {
namespace {

/// Attributes that say nothing of what a function does, or nothing that its body does not say.
bool isHarmless(const clang::Attr* attribute) {
  return llvm::isa<clang::NoThrowAttr, clang::WarnUnusedResultAttr, clang::UnusedAttr, clang::PureAttr,
                   clang::ConstAttr>(attribute) ||
         attribute->isImplicit() || attribute->isInherited();
}

std::string problemOf(const clang::FunctionDecl& function) {
  if (function.isMain()) return "it is the program's main";
  if (function.isVariadic()) return "it takes any arguments";
  if (function.isConsteval() || (function.isConstexpr() && function.isExternallyVisible()))
    return "it is constexpr; define it in a header";
  if (function.isInlined() && function.isExternallyVisible()) return "it is inline; define it in a header";
  if (llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl, clang::CXXConversionDecl>(function))
    return "it is a constructor, a destructor or a conversion";
  // A copy is called in loops, and not rewritten.
  const clang::Attr* const cluster = clusterAttribute(&function);
  if (!llvm::all_of(function.attrs(), [&](const clang::Attr* one) { return one == cluster || isHarmless(one); }))
    return "it has attributes";
  if (!function.doesThisDeclarationHaveABody() || function.isDefaulted()) return "its body is no block";
  return "";
}

class HelperReader {
 public:
  HelperReader(clang::ASTContext& context, const TextUses& uses)
      : context_(context),
        uses_(uses),
        manager_(context.getSourceManager()),
        text_(manager_.getBufferData(manager_.getMainFileID())) {}

  std::vector<Helper> all() {
    read(*context_.getTranslationUnitDecl());
    if (!startsWith_.empty())
      for (Helper& helper : helpers_)
        if (helper.problem.empty())
          helper.problem =
              "its source has to run '" + startsWith_ + "' when the program starts, and might be left out of it";
    for (const clang::VarDecl* constant : constants_) helpers_.push_back(ofConstant(*constant));
    std::stable_sort(helpers_.begin(), helpers_.end(),
                     [](const Helper& a, const Helper& b) { return a.begin < b.begin; });
    return std::move(helpers_);
  }

 private:
  void read(const clang::DeclContext& scope) {
    for (clang::Decl* declaration : scope.decls()) {
      if (!isInMainFile(*declaration)) continue;
      if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(declaration)) {
        read(*space);
      } else if (const auto* language = llvm::dyn_cast<clang::LinkageSpecDecl>(declaration)) {
        read(*language);
      } else if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) {
        if (function->hasAttr<clang::ConstructorAttr>()) startsWith_ = function->getNameAsString();
        if (function->isThisDeclarationADefinition() &&
            function->getTemplatedKind() == clang::FunctionDecl::TK_NonTemplate)
          helpers_.push_back(ofFunction(*function));
      } else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) {
        if (initialiserOf(*variable) && !variable->isTemplated() &&
            (!variable->hasConstantInitialization() || variable->needsDestruction(context_)))
          startsWith_ = variable->getNameAsString();
      } else if (const auto* directive = llvm::dyn_cast<clang::UsingDirectiveDecl>(declaration)) {
        usings_.push_back(
            {declaration, "using namespace ::" + directive->getNominatedNamespace()->getQualifiedNameAsString() + ";"});
      } else if (const auto* one = llvm::dyn_cast<clang::UsingDecl>(declaration)) {
        if (one->shadow_size() > 0)
          usings_.push_back(
              {declaration, "using ::" + one->shadow_begin()->getTargetDecl()->getQualifiedNameAsString() + ";"});
      }
    }
  }

  Helper ofFunction(const clang::FunctionDecl& function) {
    Helper helper = named(function);
    helper.problem = problemOf(function);
    const clang::SourceLocation from = function.getBeginLoc(), to = function.getEndLoc();
    if (from.isMacroID() || to.isMacroID() || function.getLocation().isMacroID())
      helper.problem = "a macro stands for a part of its head";
    if (!helper.problem.empty()) return helper;
    Fingerprint print = fingerprintOf(function);
    helper.problem = std::move(print.problem);
    helper.fingerprint = std::move(print.text);
    helper.end = offset(to) + 1;
    helper.body = offset(function.getBody()->getBeginLoc()) + 1;
    helper.text = text_.slice(helper.begin, helper.end).str();
    if (helper.text.find("clustrix::cluster") != std::string::npos)
      helper.problem = "its attribute stands inside of its declaration; put it in front";
    for (const auto& [declaration, text] : usings_)
      if (declaration->getDeclContext()->getRedeclContext()->Encloses(function.getLexicalDeclContext()))
        helper.usings.push_back(text);
    helper.includes = uses_.includes;
    addMacros(helper);
    for (const clang::NamedDecl* one : print.named) {
      helper.needs.push_back(symbolOf(*one));
      if (const auto* constant = llvm::dyn_cast<clang::VarDecl>(one))
        if (std::find(constants_.begin(), constants_.end(), constant) == constants_.end())
          constants_.push_back(constant);
    }
    return helper;
  }

  void addMacros(Helper& helper) const {
    std::map<std::string, std::string> texts;
    for (const OwnMacro& macro : uses_.macros) {
      if (macro.at < helper.begin || macro.at >= helper.end) continue;
      const auto [known, isNew] = texts.emplace(macro.name, macro.text);
      if (isNew)
        helper.macros.push_back(macro.text);
      else if (known->second != macro.text)
        helper.problem = "the macro '" + macro.name + "' means two things in it";
    }
  }

  Helper ofConstant(const clang::VarDecl& constant) {
    Helper helper = named(constant);
    helper.kind = Helper::Kind::Constant;
    helper.isInternal = true;
    if (!constant.getDeclContext()->isFileContext() || constant.isExternallyVisible()) {
      helper.problem = "it is more than a constant of the file's";
      return helper;
    }
    const std::string type = constant.getType().getCanonicalType().getUnqualifiedType().getAsString(
        clang::PrintingPolicy(context_.getLangOpts()));
    helper.text = "static const " + type + " " + constant.getNameAsString() + " = " + constantText(constant) + ";";
    return helper;
  }

  Helper named(const clang::DeclaratorDecl& declaration) const {
    Helper helper;
    helper.symbol = symbolOf(declaration);
    helper.name = declaration.getQualifiedNameAsString();
    helper.isInternal = !declaration.isExternallyVisible();
    helper.begin = offset(declaration.getBeginLoc());
    helper.line = static_cast<int>(manager_.getExpansionLineNumber(declaration.getBeginLoc()));
    for (const clang::DeclContext* scope = declaration.getLexicalDeclContext(); scope;
         scope = scope->getLexicalParent()) {
      if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope))
        helper.scopes.push_back(std::string(space->isInline() ? "inline " : "") + "namespace" +
                                (space->isAnonymousNamespace() ? "" : " " + space->getNameAsString()));
      if (const auto* language = llvm::dyn_cast<clang::LinkageSpecDecl>(scope))
        helper.scopes.emplace_back(language->getLanguage() == clang::LinkageSpecLanguageIDs::C ? "extern \"C\""
                                                                                               : "extern \"C++\"");
    }
    std::reverse(helper.scopes.begin(), helper.scopes.end());
    return helper;
  }

  std::size_t offset(clang::SourceLocation at) const { return manager_.getFileOffset(manager_.getExpansionLoc(at)); }

  struct Using {
    const clang::Decl* declaration;
    std::string text;
  };

  clang::ASTContext& context_;
  const TextUses& uses_;
  const clang::SourceManager& manager_;
  const llvm::StringRef text_;
  std::vector<Using> usings_;  // so far
  std::string startsWith_;     // something that the source does before main
  std::vector<const clang::VarDecl*> constants_;
  std::vector<Helper> helpers_;
};

}  // namespace

std::vector<Helper> definedHelpers(clang::ASTContext& context, const TextUses& uses) {
  return HelperReader(context, uses).all();
}

}  // namespace clustrix::compiler

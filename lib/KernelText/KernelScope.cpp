#include "KernelText/KernelScope.h"

#include "Syntax/TreeVisitor.h"

#include "Support/Identifiers.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace clustrix::compiler {

namespace {

/// Members that every kernel has or may have: see the contract in docs/generated-code.md.
constexpr std::array<llvm::StringLiteral, 8> wordsOfKernels = {"Partial",  "Combined", "PointedTo", "order",
                                                               "identity", "combine",  "iterate",   "clustrix"};

bool declaresIn(const clang::DeclContext& scope, clang::DeclarationName name) {
  const auto isFound = [](const clang::NamedDecl* found) {
    return found->isInIdentifierNamespace(clang::Decl::IDNS_Ordinary | clang::Decl::IDNS_Tag |
                                          clang::Decl::IDNS_Namespace | clang::Decl::IDNS_Using);
  };
  const auto found = scope.lookup(name);
  return std::any_of(found.begin(), found.end(), isFound);
}

/// Whether a namespace around the function, but for the file's own scope, has the name, itself or by `using namespace`.
bool inNamespaces(const clang::FunctionDecl& function, clang::DeclarationName name) {
  for (const clang::DeclContext* scope = function.getDeclContext(); scope && !scope->isTranslationUnit();
       scope = scope->getParent()) {
    if (!scope->isNamespace()) continue;
    if (declaresIn(*scope, name)) return true;
    for (const clang::UsingDirectiveDecl* other : scope->using_directives())
      if (declaresIn(*other->getNominatedNamespace(), name)) return true;
  }
  return false;
}

bool hasParameter(const clang::TemplateParameterList* list, llvm::StringRef name) {
  return std::any_of(list->begin(), list->end(), [&](const clang::NamedDecl* one) { return one->getName() == name; });
}

}  // namespace

std::vector<const clang::TemplateParameterList*> KernelScope::templates() const {
  std::vector<const clang::TemplateParameterList*> lists;
  const clang::FunctionDecl* pattern = function_.getTemplateInstantiationPattern();
  if (!pattern) pattern = &function_;
  if (const auto* described = pattern->getDescribedFunctionTemplate())
    lists.push_back(described->getTemplateParameters());
  for (const clang::DeclContext* scope = pattern->getDeclContext(); scope; scope = scope->getParent())
    if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(scope))
      if (const auto* described = record->getDescribedClassTemplate())
        lists.push_back(described->getTemplateParameters());
  return lists;
}

bool KernelScope::hides(llvm::StringRef name) const {
  const auto isParameter = [this](llvm::StringRef word) {
    const auto lists = templates();
    return std::any_of(lists.begin(), lists.end(), [&](const auto* list) { return hasParameter(list, word); });
  };
  const auto& identifiers = function_.getASTContext().Idents;
  const auto known = identifiers.find(name);
  return std::find(wordsOfKernels.begin(), wordsOfKernels.end(), name) != wordsOfKernels.end() || isParameter(name) ||
         (known != identifiers.end() && inNamespaces(function_, known->second));
}

bool KernelScope::declares(llvm::StringRef name) const { return texts_.namesOf(function_).declares(name); }

bool KernelScope::hidesInside(llvm::StringRef name) const {
  const auto& identifiers = function_.getASTContext().Idents;
  const auto known = identifiers.find(name);
  if (known == identifiers.end()) return false;
  for (const clang::DeclContext* scope = &function_; scope; scope = scope->getParent()) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(scope);
    if (function && texts_.namesOf(*function).declares(name)) return true;
    const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(scope);
    if (record && record->hasDefinition() && record->hasMemberName(known->second)) return true;
  }
  return hides(name);
}

std::string KernelScope::rooted(const std::string& text) const {
  std::string made;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && isWord(text[end])) ++end;
    const bool isFirst =
        end > i && !std::isdigit(static_cast<unsigned char>(text[i])) && (i < 2 || text.compare(i - 2, 2, "::") != 0);
    const std::string word = text.substr(i, std::max<std::size_t>(end - i, 1));
    made += isFirst && word != "clustrix" && hides(word) ? "::" + word : word;
    i += word.size();
  }
  return made;
}

bool KernelScope::knows(const clang::Decl& declaration) const {
  const auto& manager = function_.getASTContext().getSourceManager();
  const auto begin = manager.getExpansionLoc(declaration.getCanonicalDecl()->getLocation());
  return begin.isInvalid() || !manager.isInMainFile(begin) || manager.getFileOffset(begin) < at_;
}

bool KernelScope::knows(clang::QualType type) const {
  type = type.getCanonicalType();
  while (type->isReferenceType() || type->isAnyPointerType() || type->isArrayType())
    type = type->isArrayType() ? clang::QualType(type->getArrayElementTypeNoTypeQual(), 0) : type->getPointeeType();
  const clang::TagDecl* tag = type->getAsTagDecl();
  const clang::TagDecl* definition = tag ? tag->getDefinition() : nullptr;
  if (!definition) return true;
  const auto& manager = function_.getASTContext().getSourceManager();
  const auto end = manager.getExpansionLoc(definition->getEndLoc());
  return end.isInvalid() || !manager.isInMainFile(end) || manager.getFileOffset(end) < at_;
}

bool KernelScope::overloads(clang::DeclarationName name) const { return inNamespaces(function_, name); }

clang::SourceLocation KernelScope::location() const {
  const auto& manager = function_.getASTContext().getSourceManager();
  return manager.getLocForStartOfFile(manager.getMainFileID()).getLocWithOffset(static_cast<int>(at_));
}

std::string withoutUnnamed(std::string text) {
  const std::string unwritten = "(anonymous namespace)::";
  for (auto at = text.find(unwritten); at != std::string::npos; at = text.find(unwritten))
    text.erase(at, unwritten.size());
  return text;
}

bool isPrivate(const clang::Decl& declaration) {
  const clang::Decl* written = &declaration;
  if (const auto* type = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(written))
    written = type->getSpecializedTemplate();
  else if (const auto* variable = llvm::dyn_cast<clang::VarTemplateSpecializationDecl>(written))
    written = variable->getSpecializedTemplate();
  return written->getAccess() == clang::AS_private || written->getAccess() == clang::AS_protected;
}

bool isHidden(const clang::Decl& declaration) {
  if (isPrivate(declaration)) return true;
  for (const clang::DeclContext* scope = declaration.getDeclContext(); scope; scope = scope->getParent())
    if (const auto* tag = llvm::dyn_cast<clang::TagDecl>(scope); tag && isPrivate(*tag)) return true;
  return false;
}

namespace {

class LocalNames : public TreeVisitor {
 public:
  bool VisitTypedefType(clang::TypedefType* alias) override {
    found = found || isLocal(*alias->getDecl());
    ++depth_;  // what it stands for is not written
    if (!found) TraverseType(alias->desugar());
    --depth_;
    return !found;
  }
  bool VisitTemplateSpecializationType(clang::TemplateSpecializationType* type) override {
    const clang::TemplateDecl* alias = type->isTypeAlias() ? type->getTemplateName().getAsTemplateDecl() : nullptr;
    found = found || (alias && isLocal(*alias));
    return !found;
  }
  /// `std::array<int, kWidth>`
  bool VisitDeclRefExpr(clang::DeclRefExpr*) override {
    found = true;
    return false;
  }
  bool found = false;

 private:
  bool isLocal(const clang::NamedDecl& alias) const {
    const clang::DeclContext* scope = alias.getDeclContext();
    if (scope->isFunctionOrMethod()) return true;
    const auto* record = depth_ == 0 ? llvm::dyn_cast<clang::RecordDecl>(scope) : nullptr;
    return record && !record->isInStdNamespace();
  }

  int depth_ = 0;
};

}  // namespace

bool usesLocalNames(clang::QualType type) {
  LocalNames names;
  names.TraverseType(type);
  return names.found;
}

}  // namespace clustrix::compiler

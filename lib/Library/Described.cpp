#include "Library/Described.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

#include <algorithm>
#include <vector>

namespace clustrix::compiler {

std::string nameInModels(const clang::NamedDecl& declaration) {
  std::string name = declaration.getNameAsString();
  for (const clang::DeclContext* scope = declaration.getDeclContext(); scope; scope = scope->getParent()) {
    if (llvm::isa<clang::TranslationUnitDecl>(scope)) return name;
    if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope)) {
      if (space->isAnonymousNamespace()) return "";
      if (!space->isInline()) name = space->getNameAsString() + "::" + name;
    } else if (const auto* record = llvm::dyn_cast<clang::RecordDecl>(scope)) {
      if (!record->getIdentifier()) return "";
      name = record->getNameAsString() + "::" + name;
    } else if (!llvm::isa<clang::LinkageSpecDecl, clang::ExternCContextDecl>(scope)) {
      return "";  // of a function
    }
  }
  return "";
}

namespace {

/// Those of the name, in a list that is sorted by names.
template <class Entry>
auto entriesOf(const std::vector<Entry>& all, const std::string& name) {
  struct ByName {
    bool operator()(const Entry& entry, const std::string& other) const { return entry.name < other; }
    bool operator()(const std::string& other, const Entry& entry) const { return other < entry.name; }
  };
  return std::equal_range(all.begin(), all.end(), name, ByName{});
}

/// Whether any name in the list begins like that of the declaration, with the outermost scope around it: nearly all
/// that a loop calls is told from what models describe without putting its name together.
template <class Entry>
bool mayBeIn(const std::vector<Entry>& all, const clang::NamedDecl& declaration) {
  const clang::NamedDecl* outermost = &declaration;
  for (const clang::DeclContext* scope = declaration.getDeclContext(); scope; scope = scope->getParent())
    if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(scope))
      if (!llvm::isa<clang::NamespaceDecl>(named) || !llvm::cast<clang::NamespaceDecl>(named)->isInline())
        outermost = named;
  if (!outermost->getIdentifier()) return outermost == &declaration;  // an operator of the global namespace
  const llvm::StringRef name = outermost->getName();
  const auto found = std::lower_bound(all.begin(), all.end(), name,
                                      [](const Entry& entry, llvm::StringRef other) { return entry.name < other; });
  return found != all.end() && llvm::StringRef(found->name).starts_with(name);
}

/// The first one of the name that `fits`; none of any name: the first one that stands for all of a scope around it.
template <class Entry, class Fits>
const Entry* nearest(const std::vector<Entry>& all, std::string name, const Fits& fits) {
  if (name.empty()) return nullptr;
  const auto [begin, end] = entriesOf(all, name);
  if (const auto found = std::find_if(begin, end, fits); found != end) return &*found;
  for (std::size_t colons = name.rfind("::"); colons != std::string::npos; colons = name.rfind("::")) {
    name.resize(colons);
    const auto [first, last] = entriesOf(all, name + "::*");
    if (first != last) return &*first;
  }
  return nullptr;
}

/// Whether it is none of the program's own that has such a name.
bool mayBeLibrarys(const clang::FunctionDecl& callee) {
  const clang::SourceManager& manager = callee.getASTContext().getSourceManager();
  return manager.isInSystemHeader(manager.getExpansionLoc(callee.getLocation())) ||
         (callee.isExternC() && !callee.hasBody());
}

}  // namespace

const LibraryFunction* describedIn(const Library* library, const clang::FunctionDecl* callee) {
  if (!library || !callee || callee->hasBody()) return nullptr;
  const auto [begin, end] = entriesOf(library->functions, callee->getQualifiedNameAsString());
  const auto found = std::find_if(begin, end, [&](const LibraryFunction& function) {
    return function.objects == LibraryResult::Unknown &&
           (!function.parameters || *function.parameters == static_cast<int>(callee->getNumParams()));
  });
  return found == end ? nullptr : &*found;
}

const LibraryFunction* entryOf(const Library* library, const clang::FunctionDecl* callee) {
  if (!library || !callee || !mayBeIn(library->functions, *callee)) return nullptr;
  const auto* said = nearest(library->functions, nameInModels(*callee), [&](const LibraryFunction& function) {
    return !function.parameters || *function.parameters == static_cast<int>(callee->getNumParams());
  });
  return said && said->onDevices && !mayBeLibrarys(*callee) ? nullptr : said;
}

const LibraryFunction* objectFunction(const Library* library, const clang::FunctionDecl* callee) {
  const LibraryFunction* said = entryOf(library, callee);
  const bool works = said && (said->objects == LibraryResult::Shown || said->objects == LibraryResult::New);
  return works ? said : nullptr;
}

bool isGiven(const Library* library, const clang::Expr* address, const clang::ParentMap& parents) {
  const auto* call = llvm::dyn_cast_or_null<clang::CallExpr>(parents.getParentIgnoreParenCasts(address));
  const LibraryFunction* said = call ? entryOf(library, call->getDirectCallee()) : nullptr;
  return said && std::any_of(said->gives.begin(), said->gives.end(), [&](int parameter) {
           const auto index = static_cast<unsigned>(parameter);
           return index < call->getNumArgs() && call->getArg(index)->IgnoreParenCasts() == address;
         });
}

const LibraryClass* objectClass(const Library* library, clang::QualType type) {
  if (!library || type.isNull()) return nullptr;
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->getIdentifier() || !mayBeIn(library->classes, *record)) return nullptr;
  return nearest(library->classes, nameInModels(*record), [](const LibraryClass&) { return true; });
}

}  // namespace clustrix::compiler

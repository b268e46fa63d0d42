#include "UsingsInFront.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

bool isUsing(const clang::DeclStmt& statement) {
  return std::any_of(statement.decl_begin(), statement.decl_end(), [](const clang::Decl* declaration) {
    return llvm::isa<clang::UsingDecl, clang::UsingDirectiveDecl, clang::UsingEnumDecl, clang::NamespaceAliasDecl>(
        declaration);
  });
}

/// Follows the statements around a place of the source.
class Way {
 public:
  Way(const clang::SourceManager& manager, clang::SourceLocation to) : manager_(manager), to_(expanded(to)) {}

  void follow(const clang::Stmt* statement) {
    for (const clang::Stmt* child : statement->children()) {
      if (!child) continue;
      if (leadsOn(*child)) return follow(child);
      const auto* declared = llvm::dyn_cast<clang::DeclStmt>(child);
      if (declared && llvm::isa<clang::CompoundStmt>(statement) && isInFront(*child) && isUsing(*declared))
        found.push_back(declared);
    }
  }
  std::vector<const clang::DeclStmt*> found;

 private:
  clang::SourceLocation expanded(clang::SourceLocation at) const { return manager_.getExpansionLoc(at); }
  bool isInFront(const clang::Stmt& statement) const {
    return manager_.isBeforeInTranslationUnit(expanded(statement.getBeginLoc()), to_);
  }
  bool leadsOn(const clang::Stmt& statement) const {
    const auto end = manager_.getExpansionRange(statement.getEndLoc()).getEnd();
    return !manager_.isBeforeInTranslationUnit(to_, expanded(statement.getBeginLoc())) &&
           !manager_.isBeforeInTranslationUnit(end, to_);
  }

  const clang::SourceManager& manager_;
  const clang::SourceLocation to_;
};

}  // namespace

std::vector<const clang::DeclStmt*> usingsInFront(const clang::FunctionDecl& function, const clang::Stmt& loop) {
  std::vector<const clang::DeclStmt*> all;
  for (const clang::DeclContext* scope = &function; scope; scope = scope->getParent()) {
    const auto* around = llvm::dyn_cast<clang::FunctionDecl>(scope);
    if (!around || !around->getBody()) continue;
    Way way(function.getASTContext().getSourceManager(), loop.getBeginLoc());
    way.follow(around->getBody());
    // Functions around this one reach the same statements of its body once more.
    std::erase_if(way.found, [&](const auto* one) { return std::find(all.begin(), all.end(), one) != all.end(); });
    all.insert(all.begin(), way.found.begin(), way.found.end());
  }
  return all;
}

}  // namespace clustrix::compiler

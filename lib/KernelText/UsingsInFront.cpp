#include "KernelText/UsingsInFront.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// What stands around a place of the source, as the text has it: the function may be a lambda in another one.
class Around {
 public:
  Around(const clang::SourceManager& manager, clang::SourceLocation to) : manager_(manager), to_(expanded(to)) {}

  bool isInPreheader(const clang::Stmt& statement) const {
    return manager_.isBeforeInTranslationUnit(expanded(statement.getBeginLoc()), to_);
  }
  bool isIn(const clang::Stmt* block) const {
    const auto end = manager_.getExpansionRange(block->getEndLoc()).getEnd();
    return !manager_.isBeforeInTranslationUnit(to_, expanded(block->getBeginLoc())) &&
           !manager_.isBeforeInTranslationUnit(end, to_);
  }

 private:
  clang::SourceLocation expanded(clang::SourceLocation at) const { return manager_.getExpansionLoc(at); }

  const clang::SourceManager& manager_;
  const clang::SourceLocation to_;
};

}  // namespace

std::vector<const clang::DeclStmt*> usingsInFront(const clang::FunctionDecl& function, const clang::Stmt& loop,
                                                  FunctionTexts& texts) {
  std::vector<const clang::DeclStmt*> all;
  const Around around(function.getASTContext().getSourceManager(), loop.getBeginLoc());
  for (const clang::DeclContext* scope = &function; scope; scope = scope->getParent()) {
    const auto* one = llvm::dyn_cast<clang::FunctionDecl>(scope);
    if (!one || !one->getBody()) continue;
    const FunctionText& text = texts.of(one);
    std::vector<const clang::DeclStmt*> found;
    for (const clang::DeclStmt* statement : text.order().usings()) {
      if (around.isInPreheader(*statement) && around.isIn(text.parents().getParent(statement)))
        found.push_back(statement);
    }
    // Functions around this one reach the same statements of its body once more.
    std::erase_if(found, [&](const auto* known) { return std::find(all.begin(), all.end(), known) != all.end(); });
    all.insert(all.begin(), found.begin(), found.end());
  }
  return all;
}

}  // namespace clustrix::compiler

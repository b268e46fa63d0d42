#include "Syntax/DeclaredNames.h"

#include "Syntax/TreeVisitor.h"

#include "clang/AST/ASTContext.h"

namespace clustrix::compiler {

namespace {

class Collector : public TreeVisitor {
 public:
  explicit Collector(llvm::DenseSet<const clang::IdentifierInfo*>& into) : into_(into) {}
  bool VisitNamedDecl(clang::NamedDecl* declaration) override {
    if (const clang::IdentifierInfo* name = declaration->getIdentifier()) into_.insert(name);
    return true;
  }

 private:
  llvm::DenseSet<const clang::IdentifierInfo*>& into_;
};

}  // namespace

bool DeclaredNames::declares(llvm::StringRef name) const {
  if (!all_) Collector(all_.emplace()).TraverseDecl(const_cast<clang::FunctionDecl*>(&function_));
  const auto& identifiers = function_.getASTContext().Idents;
  const auto known = identifiers.find(name);
  return known != identifiers.end() && all_->contains(known->second);
}

bool DeclaredNames::isOnly(const clang::NamedDecl& declared) const {
  if (!own_) {
    own_.emplace();
    for (const clang::Decl* one : function_.decls()) {
      const auto* named = llvm::dyn_cast<clang::NamedDecl>(one);
      if (!named) continue;
      const auto [known, isNew] = own_->try_emplace(named->getDeclName(), named->getCanonicalDecl());
      if (!isNew && known->second != named->getCanonicalDecl()) known->second = nullptr;
    }
  }
  const auto found = own_->find(declared.getDeclName());
  return found == own_->end() || found->second == declared.getCanonicalDecl();
}

}  // namespace clustrix::compiler

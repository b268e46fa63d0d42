// Variables that an iteration sets and reads under the same condition.
#pragma once

#include "Lower/Walk.h"
#include "Syntax/Conjuncts.h"

namespace clustrix::compiler {

class SameConditions : public WalkPart {
 public:
  using WalkPart::WalkPart;

  bool setUnderSameCondition(const OuterName& name, const clang::Expr* read);

 private:
  bool givesTheSame(const clang::Stmt* test, const std::set<const clang::VarDecl*>& changed, bool memory);
  bool setWhere(const std::vector<Conjunct>& guards, const clang::CompoundStmt* block,
                const std::vector<const clang::Stmt*>& path, const clang::VarDecl* variable);
};

}  // namespace clustrix::compiler

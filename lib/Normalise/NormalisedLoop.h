// A normalised loop: which test ends it, which steps belong to its head, what its body says instead.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clustrix::compiler {

struct NormalisedLoop {
  const clang::Stmt* statement = nullptr;
  const clang::CompoundStmt* body = nullptr;  // null: one statement without braces
  const clang::Expr* test = nullptr;          // ends the loop where it holds; null: the head says it
  bool testedLast = false;
  std::vector<const clang::Expr*> steps;                             // of the head, in front of those it has
  std::vector<const clang::Expr*> lastSteps;                         // at the end of the body
  std::vector<const clang::Stmt*> dropped;                           // from the body
  std::vector<std::pair<clang::SourceRange, std::string>> replaced;  // in it
};

/// Nothing where it is best said as it is. `function`: the body of the function around it.
std::optional<NormalisedLoop> normalisedLoop(clang::ASTContext& context, const clang::Stmt& function,
                                             const clang::Stmt* loop);

}  // namespace clustrix::compiler

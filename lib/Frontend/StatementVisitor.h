// A visitor of statements and of what they declare: expressions in which no statement stands are left out whole.
#pragma once

#include "BodyContents.h"

#include "clang/AST/RecursiveASTVisitor.h"

namespace clustrix::compiler {

template <class Derived>
class StatementVisitor : public clang::RecursiveASTVisitor<Derived> {
 public:
  bool TraverseStmt(clang::Stmt* statement) {
    return !statement || isExpressionOnly(statement) || clang::RecursiveASTVisitor<Derived>::TraverseStmt(statement);
  }
};

}  // namespace clustrix::compiler

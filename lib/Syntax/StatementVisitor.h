// A visitor of statements and of what they declare: expressions in which no statement stands are left out whole.
#pragma once

#include "Syntax/BodyContents.h"
#include "Syntax/TreeVisitor.h"

namespace clustrix::compiler {

class StatementVisitor : public TreeVisitor {
 public:
  bool dataTraverseStmtPre(clang::Stmt* statement) override { return !isExpressionOnly(statement); }
};

}  // namespace clustrix::compiler

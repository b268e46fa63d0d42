// The sizes of arrays of variable length that are expressions of a type, computed where that is written.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <vector>

namespace clustrix::compiler {

struct WrittenSizes {
  std::vector<const clang::Expr*> sizes;
  bool complete = true;  // else a part of the type is of a kind that is not known
};

WrittenSizes sizesWrittenIn(clang::QualType type, const clang::ASTContext& context);

}  // namespace clustrix::compiler

// Fixes: changes of the source that lift a refusal and leave the program's meaning as it is, with the proof of that.
//
//     double* t = new double[8];  ──►  double t[8];           memory of the iteration's own, of a known size; and its
//                                                             `delete[] t;` is left out
//     double& s = sum; s += x;    ──►  sum += x;              a second name for a variable
//     static double t; t = x;     ──►  double t; t = x;       every execution assigns before it reads
//
// Each returns no edits where any use of the variable could tell the difference: where its text stands in a macro, a
// template or a lambda, or where it is used in a way that is not listed. `clustrix-rewrite --fix` applies what is left.
#pragma once

#include "clustrix/LoopModel.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <vector>

namespace clustrix::compiler {

/// `variable` is a pointer that `new` initialises: all that is made of it becomes an array.
std::vector<Edit> arrayInstead(clang::ASTContext& context, const clang::VarDecl& variable);

/// `variable` is a reference: what it was bound to is named instead.
std::vector<Edit> objectInstead(clang::ASTContext& context, const clang::VarDecl& variable);

/// `variable` is a static local: it becomes one of each execution of its block.
std::vector<Edit> automaticInstead(clang::ASTContext& context, const clang::VarDecl& variable);

}  // namespace clustrix::compiler

// Alias propagation: what a loop names by a reference, a pointer or a span from before it is named by the object's own
// name.
//
//     auto& w = v;                 w[i] = v[i - 1]        v[i] = v[i - 1]
//     double* p = v.data() + 2;    p[i] = v[i]            (v.data() + 2)[i] = v[i]
//     std::span s(v);              s[i] = 2 * v[i]        v[i] = 2 * v[i]
//
// In the text that the frontend models, and nowhere else, and only where the loop has more than one name for the object
// and the two mean the same for as long as it runs.
#pragma once

#include "Source/ChangedText.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <vector>

namespace clustrix::compiler {

/// Adds the changes for the loops of the function. Names in text that has changed already stay as they are.
void propagateAliases(clang::ASTContext& context, const clang::FunctionDecl* function,
                      std::vector<TextChange>& changes);

}  // namespace clustrix::compiler

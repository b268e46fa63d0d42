// Hoisted vectors: a vector of numbers that each iteration makes for itself is one in front of the loop, which each
// iteration fills as the constructor would.
//
//     for (i) {                               { std::vector<double> w(m);
//       std::vector<double> w(m, x[i]);         for (i) { { const double w_value = x[i];
//       ... w[j] ...                                        for (k = 0; k < w.size(); ++k) w[k] = w_value; }
//     }                                                   ... w[j] ... } }
//
// In the text that the frontend models, and nowhere else: it then sees a work array of which each iteration has its
// own. A launch has no such vector either, but workspaces of its size: see clustrix/WorkVector.h.
#pragma once

#include "Source/ChangedText.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <vector>

namespace clustrix::compiler {

/// Adds the changes for the vectors that keep their size, and of which nothing else gets hold. A loop of which a part
/// has changed already keeps its own.
void hoistVectors(clang::ASTContext& context, const clang::FunctionDecl* function, std::vector<TextChange>& changes);

}  // namespace clustrix::compiler

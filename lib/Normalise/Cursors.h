// Cursors: pointers and iterators that some iterations move on become counters, so that what they write is packed.
//
//     for (...) if (keep(x[i])) *p++ = x[i];
//     { decltype(p - p) p_moved = 0; for (...) if (keep(x[i])) p[p_moved++] = x[i]; p += p_moved; }
//
// In the text that the frontend models, and nowhere else: a launch declares the counter and moves the pointer on behind
// it; the loop as it is written does that itself.
#pragma once

#include "Source/ChangedText.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <vector>

namespace clustrix::compiler {

/// Adds the changes for those loops of the function in which a cursor is used for nothing but its element and its
/// place. A loop of which a part has changed already stays as it is.
void countCursors(clang::ASTContext& context, const clang::FunctionDecl* function, std::vector<TextChange>& changes);

}  // namespace clustrix::compiler

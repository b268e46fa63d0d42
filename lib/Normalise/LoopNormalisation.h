// Loop normalisation: the same loop, said so that its head counts, before the frontend models it.
//
//     while (true) { if (i >= n) break; ...; ++i; }     while (!(i >= n)) { ...; ++i; }
//     for (;;) { ...; if (++i >= n) break; }            do { ... } while (!(++i >= n));
//     while (lo < hi) { ...; ++lo; --hi; }              for (; lo < hi; ++lo, --hi) { ... }
//     while (i > 0) { --i; a[i] = 0; }                  for (; i > 0; --i) { a[(i - 1)] = 0; }
//     while (lo < hi) swap(a[lo++], a[hi--]);           for (; lo < hi; lo++, hi--) swap(a[lo], a[hi]);
//
// Each is exact for whatever values the program computes with: both do the same in the same order.
#pragma once

#include "Source/ChangedText.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <vector>

namespace clustrix::compiler {

/// Adds the changes for those loops of the function that are said better in other words. A loop of which a part has
/// changed already stays as it is.
void normaliseLoops(clang::ASTContext& context, const clang::FunctionDecl* function, std::vector<TextChange>& changes);

}  // namespace clustrix::compiler

// The heads of loops inside the body, which a kernel may say otherwise: threads can run along them.
//
//     for (int j = 0; j < n; ++j) work(j);   ──►   HeadBegin  "for (int j = 0; j < n; ++j)"  HeadEnd  " work(j);"
#pragma once

#include "Lower/Walk.h"

#include "clang/AST/Stmt.h"

namespace clustrix::compiler {

/// Marks the head of `loop`, which is LoopModel::loops[index] and about to be walked, where it is one of the main file's
/// text, and a number alone steps in it.
void markHead(Walk& walk, const clang::ForStmt& loop, int index);

}  // namespace clustrix::compiler

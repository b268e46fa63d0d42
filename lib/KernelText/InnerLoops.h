// What of the body a kernel may say otherwise where threads share an iteration: the heads of loops, and statements that
// only one of them is to run.
//
//     for (int j = 0; j < n; ++j) sum += a[j];      HeadBegin "for (int j = 0; j < n; ++j)" HeadEnd " sum += a[j];"
//     LoopEnd y[i] = sum;                                   OnceBegin "y[i] = sum;" OnceEnd
#pragma once

#include "Lower/Walk.h"

#include "clang/AST/Stmt.h"

namespace clustrix::compiler {

/// Marks the head of `loop`, which is LoopModel::loops[index] and about to be walked, where it is one of the main
/// file's text, and a number alone steps in it that nobody asks for behind the loop. An index of
/// KernelText::innerLoops, or nothing.
std::optional<int> markHead(Walk& walk, const clang::ForStmt& loop, int index);
/// Marks its end, once it has been walked.
void markEnd(Walk& walk, const clang::ForStmt& loop, int mark);

/// Marks a statement of a block that has been walked and has the accesses from `firstAccess` on, where it writes memory
/// outside of all inner loops.
void markOnce(Walk& walk, const clang::Expr& statement, std::size_t firstAccess);

}  // namespace clustrix::compiler

// Nesting: how deep statements and expressions stand in each other.
//
//     for (...) if (x) a = b + c;       for ─ if ─ = ─ + ─ c: 5
//
// Questions about a statement go through all that stands in it, and are asked for those in it, too: what nests a
// thousand deep would be looked through a thousand times. No person writes such a loop; generators do.
#pragma once

#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"

namespace clustrix::compiler {

/// A `for`, `while`, `do` or range-for statement.
inline bool isLoop(const clang::Stmt* statement) {
  return llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(statement);
}

/// Deeper loops, and loops that call deeper functions, are not looked into.
inline constexpr int kDeepest = 1000;
/// Loops in loops: each of them is analysed with all that are in it.
inline constexpr int kDeepestLoops = 24;

/// Whether statements in `statement` nest deeper than kDeepest, or loops in it deeper than kDeepestLoops. Takes no
/// stack of its own.
bool nestsTooDeep(const clang::Stmt* statement);

}  // namespace clustrix::compiler

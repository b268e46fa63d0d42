// Control flow: where `break`, `continue`, `return`, `throw` and `goto` lead from a statement.
#pragma once

#include "clang/AST/Stmt.h"

#include <set>

namespace clustrix::compiler {

/// `do { ... } while (0)`: a block with a way out.
bool runsOnce(const clang::Stmt* loop);
/// Whether a `break`, `continue` or `return` in `statement` leads out of it.
bool leavesByKeyword(const clang::Stmt* statement, bool breaks, bool continues);
/// Whether a `break`, `continue`, `return` or `goto` leads out of `statement`; what throws does not count.
bool leavesEarly(const clang::Stmt* statement);
/// Whether a `goto` in `statement` leads to a label outside of it.
bool jumpsOut(const clang::Stmt* statement);
/// Where the jumps of a statement lead that leave it; null: a computed one.
std::set<const clang::Stmt*> targetsOutside(const clang::Stmt* statement);
/// Whether a `break`, `return`, `throw` or `goto` in its body, or what never comes back, leaves the loop.
bool mayBeLeft(const clang::Stmt* loop);
/// Without attributes, parentheses, casts and what else its value is wrapped in.
const clang::Stmt* bareStatement(const clang::Stmt* statement);
/// `throw`, and calls of functions that never come back: `exit(1)`, `abort()`, `fail("no volume")`. Not those of which
/// kernels have their own: assertions, and what stands where nothing comes.
bool neverComesBack(const clang::Stmt* statement);
/// A message on the standard error stream: `fprintf(stderr, ...);`, `std::cerr << "..." << x;`.
bool complains(const clang::Stmt* statement);
/// Whether nothing else leaves the loop than what never comes back, and something does, or complains, in the loop or in
/// the program's functions that it calls.
bool onlyFails(const clang::Stmt* loop);

}  // namespace clustrix::compiler

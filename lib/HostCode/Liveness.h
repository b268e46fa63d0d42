// Liveness: may a variable's value be read after a loop? Structural and conservative: jumps and labels mean yes.
#pragma once

#include "Syntax/FunctionText.h"

#include "clang/AST/Decl.h"

namespace clustrix::compiler {

/// Whether jumps around the loop could lead elsewhere than the nesting of statements tells. `text`: of the function.
bool jumpsAround(const FunctionText& text, const clang::Stmt& loop);

bool mayBeReadAfter(const clang::FunctionDecl& function, const FunctionText& text, const clang::Stmt& loop,
                    const clang::VarDecl& variable);
/// The same where no jumps are around the loop.
bool mayBeReadBehind(const clang::FunctionDecl& function, const FunctionText& text, const clang::Stmt& loop,
                     const clang::VarDecl& variable);

/// The same of the elements of an array or container: false only for a local one whose elements are all that is ever
/// named of it (`t[i]`, `t.size()`, no pointer and no reference to it, but what a function names elements of), and none
/// of them behind the loop. `jumps`: those around it.
bool elementsMayBeReadAfter(const clang::FunctionDecl& function, const FunctionText& text, const clang::Stmt& loop,
                            bool jumps, const clang::VarDecl& variable);

}  // namespace clustrix::compiler

// Liveness: may a variable's value be read after a loop? Structural and conservative: jumps and labels mean yes.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

namespace clustrix::compiler {

bool mayBeReadAfter(clang::ASTContext& context, const clang::FunctionDecl& function, const clang::Stmt& loop,
                    const clang::VarDecl& variable);

}  // namespace clustrix::compiler

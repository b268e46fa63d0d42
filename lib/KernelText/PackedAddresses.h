// Addresses of members that stand where their types forbid: those of packed structures.
//
//     struct __attribute__((packed)) Record { char tag; short values[500]; };
//
//     r.values[i] += 1;                  a device's compiler sees where the member stands, and takes it apart
//     for (short& v : r.values) ...      behind a pointer or a reference it does not: the GPU's context ends
#pragma once

#include "clang/AST/ASTContext.h"

namespace clustrix::compiler {

/// An expression of `text` that makes a pointer or a reference to such a member; null where there is none.
const clang::Expr* packedAddress(const clang::Stmt* text, const clang::ASTContext& context);

}  // namespace clustrix::compiler

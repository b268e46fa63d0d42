// Speculation safety: evaluating what the program might not have come to.
//
//     ok = ok && a[i] < limit     behind the first that fails, a chunk of its own still looks at a[i]
//     100 / a[i], a[index[i]]     may fail there
#pragma once

#include "clang/AST/Stmt.h"

namespace clustrix::compiler {

/// Whether an expression has no effect and surely a value also where the program does not evaluate it: no division by
/// what may be zero, no element that another one leads to.
bool isSafeToSpeculate(const clang::Stmt* expression, bool inSubscript = false);

}  // namespace clustrix::compiler

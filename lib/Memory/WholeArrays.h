// Arrays whose type matters: a kernel has a pointer to the elements by the array's name, which is no array.
//
//     table[i], *table, table + i     the elements, through a pointer in C++ too
//     for (int x : table)             all of them: their number is in the type
//     std::size(table), last(table)   a reference to the array
#pragma once

#include "clang/AST/Expr.h"

#include <functional>

namespace clustrix::compiler {

/// A mention in `text` of an array that it does not declare, for more than its elements; null where there is none.
const clang::DeclRefExpr* wholeArrayIn(const clang::Stmt* text,
                                       const std::function<bool(const clang::VarDecl*)>& declares);

}  // namespace clustrix::compiler

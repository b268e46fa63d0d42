// Members that share their bytes: bit-fields, and whatever stands in a union, named or not.
//
//     union { double v[3]; struct { double x, y, z; }; };       v[1] and y are the same number
#pragma once

#include "clang/AST/Expr.h"

namespace clustrix::compiler {

/// Whether a write of `member` may change another member of the object: it is a bit-field, or stands in a union.
bool sharesStorage(const clang::Expr* member);

}  // namespace clustrix::compiler

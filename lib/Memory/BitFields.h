// Bit-fields of objects from outside the loop. What is computed with one depends on its width, and nobody has its
// address: the kernel has a member of the same width, and guards ask for the bytes around it.
//
//     struct Z { unsigned bf : 5; };     a[i] = z.bf * k;       int * int, and not unsigned * int
//     struct kernel { unsigned int z_bf : 5; ... };             a[i] = z_bf * k;
#pragma once

#include "clustrix/Polynomial.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <string>
#include <utility>

namespace clustrix::compiler {

/// The bit-field that an lvalue of the source names, or null.
const clang::FieldDecl* bitFieldOf(const clang::Expr* lvalue);

/// Whether compilers disagree about the expression's type: where `c ? z.bf : k` chooses between a bit-field that is
/// promoted and something else, GCC has the field's declared type for it, and where `z.bf++` gives the old value, GCC
/// promotes it and Clang does not.
bool isTypedDifferently(const clang::Expr& expression);

/// `unsigned int : 5`, the type of a member as wide as the field, of the type's own text.
std::string memberType(const clang::FieldDecl& field, const std::string& type);
/// Whether a type's text is such a one.
bool isBitFieldType(const std::string& type);

/// The least and the greatest of its values.
std::pair<Int128, Int128> rangeOfBits(const clang::FieldDecl& field);

/// A C++ lvalue of the bytes that hold the field, which the source calls `lvalue` and the host `name`: `z.bf`. The
/// whole object where the field is one of a class that the object's own is derived from.
std::string bytesAround(const clang::FieldDecl& field, const std::string& name, const clang::Expr* lvalue);

}  // namespace clustrix::compiler

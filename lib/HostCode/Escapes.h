// Escapes: the local variables of a function that something else than their names may reach.
//
//     double x = 0, y = 0;
//     double* p = &x;        x escapes: what p points to may be an array of a loop
//     std::swap(a, b);       a and b do not: the call keeps no reference
#pragma once

#include "Library/Standard.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <set>

namespace clustrix::compiler {

/// The variables whose address the body may take, bind or hand out. Elements of an array count as the array.
std::set<const clang::VarDecl*> escapingVariables(const clang::Stmt* body);

/// Library functions that neither keep a reference to an argument nor touch other memory than their arguments.
bool keepsNoReference(const clang::FunctionDecl* callee);

/// Members of std::chrono: they know of no array.
bool isClockFunction(const clang::FunctionDecl* callee);
/// `std::swap`, `std::exchange`.
bool isExchange(const clang::FunctionDecl* callee, Does which);
/// What leads to elements, or has them: containers but strings, views, and pointers that free. Null of other types.
const StandardClass* ownerClass(clang::QualType type);
/// A `std::vector` of numbers.
bool isNumberVector(clang::QualType type);
/// `std::vector` of elements that need no destructor, from the usual allocator.
bool isPlainVector(clang::QualType type);

}  // namespace clustrix::compiler

// Functions of the standard library that the compiler knows by name.
#pragma once

#include "clustrix/StandardLibrary.h"

#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"

namespace clustrix::compiler {

/// What is known of a function of the standard library or of C's that has a name and is no member; null of others.
const StandardFunction* numberFunction(const clang::FunctionDecl* function);
/// Of the compiler's builtin, `__builtin_sqrt`, what is known of the function without those words.
const StandardFunction* builtinFunction(const clang::FunctionDecl* function);
/// Whether `function` is one of those that read their arguments, and leave at most a MathState.
bool isPureFunction(const clang::FunctionDecl* function);
/// Of those, `std::sqrt(x)`, `std::abs(x)` and the like: what they return is at least 0, or not a number.
bool isNeverNegative(const clang::FunctionDecl* function);
/// `std::frexp(x, &exponent)`, `std::modf(x, &whole)`: of a number, with a second result where the last argument
/// points.
bool writesThroughLast(const clang::FunctionDecl* function);
/// `std::div(a, b)`, of integers.
bool isDivisionOfLibrary(const clang::FunctionDecl* function);
/// `std::sort(first, last)` of numbers, or `std::sort(first, last, comparison)` of what copies as bytes, behind
/// pointers and iterators of contiguous elements.
bool isSortOfElements(const clang::FunctionDecl* function);
/// `std::lower_bound(first, last, x)`, `std::upper_bound` and `std::binary_search` of numbers by `<`.
bool isBisectionOfNumbers(const clang::FunctionDecl* function);
/// `std::minmax(a, b)` of two numbers: a pair of references to them.
bool isMinmaxOfNumbers(const clang::FunctionDecl* function);
/// `++it`, `it--`, `it += n`.
bool movesIterator(const clang::CXXOperatorCallExpr* call);
/// `first < last`, `last - first`: what iterators are to each other.
bool relatesIterators(const clang::CXXOperatorCallExpr* call);
/// `std::move(x)`, `std::as_const(x)` and the like: names for the object that is their argument.
bool isNamingCall(const clang::CallExpr* call);
/// `out.push_back(x)`, `out.emplace_back(x)` of a container of the library; null for other expressions.
const clang::CXXMemberCallExpr* growthIn(const clang::Expr* expression);

}  // namespace clustrix::compiler

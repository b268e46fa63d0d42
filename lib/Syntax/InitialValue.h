// What the declaration of a variable says of its value. Clang keeps two more things where it keeps initialisers: the
// default argument of a parameter, which is the value in some calls alone, and what a range-for loop gives its variable
// in each iteration.
//
//     int m = 2 * k;              2 * k, once control has come by
//     static int m = 2 * k;       2 * k in the first call alone: what is evaluated, and not what the variable holds
//     void f(int m = 2)           nothing: a call says what m is
//     for (int m : list)          *begin, another value in each iteration
//
// No other file asks a variable itself: see test/structure/initialisers.py.
#pragma once

#include "clang/AST/Decl.h"

namespace clustrix::compiler {

/// What the variable's own declaration evaluates where control comes by; null: nothing.
inline const clang::Expr* initialiserOf(const clang::VarDecl& variable) {
  return llvm::isa<clang::ParmVarDecl>(variable) ? nullptr : variable.getInit();
}

/// What the variable holds, or a reference is bound to, each time when control has come by its declaration; null: that
/// is not known.
inline const clang::Expr* initialValueOf(const clang::VarDecl& variable) {
  const bool once = !variable.hasLocalStorage();
  return once || variable.isCXXForRangeDecl() || variable.isExceptionVariable() ? nullptr : initialiserOf(variable);
}

}  // namespace clustrix::compiler

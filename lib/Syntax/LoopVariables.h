// Loop variables: what a lambda around the launch of a loop can have of the function's variables.
//
//     void f(double* a, int n, double s) {
//       const int m = 8;
//       auto [x, y] = both();
//       for (int i = 0; i < n; ++i) a[i] = s += x;      variables a, n and s, bindings x and y; it changes s
//     }
#pragma once

#include "clustrix/Source.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include <set>
#include <string>

namespace clustrix::compiler {

/// Those declared in front of the loop, in whatever block, of the function and of those that it is in.
VariablesInFront variablesInFront(const clang::FunctionDecl& function, const clang::Stmt& loop);

/// Names of variables of which the statement may do more than read the value: it assigns them, steps them, binds a
/// reference to them or takes their address.
std::set<std::string> variablesChanged(const clang::Stmt& statement);

}  // namespace clustrix::compiler

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
#include "clang/Basic/SourceManager.h"

#include <map>
#include <set>
#include <string>

namespace clustrix::compiler {

/// What a function declares, in whatever block, and those that it is in. Asked for each loop: by its names, since a
/// function may have thousands of loops that all count with `i`.
class FunctionVariables {
 public:
  explicit FunctionVariables(const clang::FunctionDecl& function);
  /// `withVariables`: not the bindings alone.
  VariablesInFront inFrontOf(const clang::Stmt& loop, bool withVariables) const;
  /// From in front of the loop, those that stand in it.
  VariablesNamed namedIn(const clang::Stmt& loop) const;

 private:
  static constexpr unsigned nowhere = ~0u;
  /// Where the first of each kind is declared, as bytes of the main file.
  struct First {
    unsigned variable = nowhere, constant = nowhere, binding = nowhere;
  };
  void add(const clang::Decl& declared);
  unsigned offsetOf(clang::SourceLocation at) const;

  bool isOnlyAssigned(const clang::VarDecl& variable) const;

  const clang::FunctionDecl& function_;
  const clang::SourceManager& manager_;
  std::map<std::string, First> names_;
  std::set<std::string> referenced_;  // anywhere in the function, see variablesReferenced
};

/// Names of variables that the loop's head may change, from iteration to iteration.
std::set<std::string> variablesStepped(const clang::Stmt& loop);

/// Names of variables of which the statement may do more than read the value: it assigns them, steps them, binds a
/// reference to them or takes their address.
std::set<std::string> variablesChanged(const clang::Stmt& statement);

/// Names of variables to which somebody may hold a reference or a pointer behind what the statement does with them: it
/// does more than to read, assign, step and swap them.
std::set<std::string> variablesReferenced(const clang::Stmt& statement);

}  // namespace clustrix::compiler

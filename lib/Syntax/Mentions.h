// Mentions: where the text of a statement names variables, and whether a name is all that leads to one.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

#include <vector>

namespace clustrix::compiler {

struct Mentions {
  std::vector<const clang::DeclRefExpr*> references;
  std::vector<const clang::VarDecl*> declared;
  bool hidden = false;  // a lambda or a statement in an expression may hold any number of others
};

Mentions mentionsIn(const clang::Stmt* statement);

/// Whether nothing but its name leads to a variable of the function with this body: no pointer, reference or lambda.
bool isAddressNotTaken(const clang::Stmt& function, const clang::VarDecl* variable);

bool mentions(const clang::Stmt* statement, const clang::VarDecl* variable);
/// Whether evaluating the expression moves a variable, as `*p++` does: twice is not once.
bool steps(const clang::Stmt* expression);
/// Whether the expression's value comes from a template parameter.
bool dependsOnTemplate(const clang::Stmt* expression);

}  // namespace clustrix::compiler

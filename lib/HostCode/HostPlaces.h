// Host places: lvalues of host code whose text can be repeated just in front of the statement that they stand in.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <optional>
#include <set>
#include <string>

namespace clustrix::compiler {

struct NamedPlace {
  std::string text;                           // `a[k]`, on one line
  std::set<const clang::VarDecl*> variables;  // that it mentions
};

/// The place that `lvalue` designates, where its text stands in the file and its evaluation has no effect.
std::optional<NamedPlace> namedPlace(const clang::ASTContext& context, const clang::Expr* lvalue);

/// `p` of `p`, `p.x` and `p.x.y`; null where it is no part of one object, or of one with a name.
const clang::VarDecl* variableOf(const clang::Expr* lvalue);

/// Whether `lvalue` is a part of an object that nothing ever writes: a constant, a string literal.
bool isConstantObject(const clang::Expr* lvalue);

/// Expressions that evaluate nothing at all: literals, names, `sizeof`, `this`.
bool isPlainName(const clang::Expr* expression);

}  // namespace clustrix::compiler

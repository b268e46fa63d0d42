// Hoisted values: numbers that the program computes once in front of a loop, and names in it.
//
//     const int plane = h * w;                       plane: h*w, exactly: it cannot have overflowed
//     const std::size_t n2 = n * n;                  n2: n*n, unless it wraps around
//     for (...) a[2 * plane + y * w + x] = ...
//
// Subscripts that mix such a number with what it is made of are rows of an array only for who knows both.
#pragma once

#include "Syntax/FunctionText.h"

#include "clustrix/Polynomial.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

#include <functional>
#include <optional>
#include <set>
#include <vector>

namespace clustrix::compiler {

/// What of the program has a symbol in the loop's model. `make`: a symbol of its own where it has none.
struct HoistedNames {
  std::function<std::optional<SymbolId>(const clang::VarDecl*, bool make)> variable;
  std::function<std::optional<SymbolId>(const clang::MemberExpr*, bool make)> member;
  std::function<bool(const clang::VarDecl*)> addressTaken;
};

struct HoistedValue {
  SymbolId symbol;
  Polynomial value;  // over symbols for what the variable was computed from
  bool exact =
      false;  // else: unless that is no value of the variable's type, as where an unsigned product wraps around
};

/// The variables among `used` whose value at the loop is a polynomial of others that are still what they were, where
/// the loop names some of these as well, or two variables share them.
std::vector<HoistedValue> hoistedValues(const clang::ASTContext& context, const clang::FunctionDecl& function,
                                        const FunctionText& text, const clang::Stmt& loop,
                                        const std::vector<const clang::VarDecl*>& used, const HoistedNames& names);

}  // namespace clustrix::compiler

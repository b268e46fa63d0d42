// [[clustrix::reduction(identity)]]: what it says of a function, in terms that a kernel can use.
//
//     T combine(T, T)         T T::combine(T) const        T operator+(T, T)        x = combine(x, y)
//     void into(T&, T)        void T::take(T)              T& operator+=(T&, T)     into(x, y)
//
// T may be passed by value or by const reference everywhere.
#pragma once

#include "Source/Attributes.h"

#include "clustrix/LoopModel.h"

#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"

#include <optional>

namespace clustrix::compiler {

/// The expression under conversions to const, temporaries and copies that are the same value.
const clang::Expr* withoutCopies(const clang::Expr* expression);

/// The two arguments of a function that combines, or its object and its argument.
struct CombinationShape {
  clang::QualType type;  // of what is combined
  bool inPlace = false;  // into its first argument or its object
};

/// Nothing where the function has no such shape.
std::optional<CombinationShape> combinationShape(const clang::FunctionDecl& function);

struct DeclaredReduction {
  clang::QualType type;  // of what is combined
  bool inPlace = false;  // into its first argument or its object
  DeclaredOperation operation;
  bool leftOnly = false;  // `s = s - x`: what is combined into is the left one
};

/// A function of such a shape whose value `identity`, C++ at namespace scope, leaves the other as it is.
std::optional<DeclaredReduction> combination(const clang::FunctionDecl& function, const std::string& identity);

/// The constructor that makes an object of its fields' values and does nothing else, wherever it is called; null where
/// there is none, or none that makes one of nothing, as partial results are.
const clang::CXXConstructorDecl* constructorOfFields(const clang::CXXRecordDecl* record);

/// A function whose body adds all fields of two objects, which are numbers, and does nothing else. Nothing for others.
std::optional<DeclaredReduction> sumOfFields(const clang::FunctionDecl& function);

/// `{c.x + a, c.y - b}`: a value whose every field is that of one variable and what is added to it.
struct FieldwiseSum {
  const clang::VarDecl* variable = nullptr;
  std::vector<const clang::Expr*> mentions;  // of the variable
  std::vector<const clang::Expr*> summands;
  DeclaredOperation operation;
};
/// Nothing where the value is no such sum.
std::optional<FieldwiseSum> fieldwiseSum(const clang::Expr* value);

/// What the attribute of `function`, or of another declaration of it, says. Nothing without one.
std::optional<DeclaredReduction> declaredReduction(const clang::FunctionDecl& function);

/// What is wrong with the shape of a function that is to combine two values; "" when nothing is.
std::string shapeProblem(const clang::FunctionDecl& function);

/// The expression of the attribute's `tokens` as it can be said at namespace scope: `::geo::Stats{}`. Where a name in
/// it means nothing there, `problem` says so, and `at` where.
std::string identityText(const clang::FunctionDecl& function, const std::vector<AttributeTokens::Argument>& tokens,
                         std::string& problem, clang::SourceLocation& at);

}  // namespace clustrix::compiler

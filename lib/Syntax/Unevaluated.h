// Names in the loop's text that nothing evaluates: `decltype(n)`, `sizeof(table)`. The walk has nothing to say of them,
// so that the kernel has no such variable; but it needs no more of one than its type, which can be spelled.
//
//     decltype(n) j = i;      ──►  int j = i;
//     sizeof(table)           ──►  sizeof(int[8])      in the kernel, `table` is a pointer
//     decltype(v[0]) x = v[i] ──►  std::add_lvalue_reference_t<double> x = v[i]
//     COUNT(table)            ──►  static_cast<unsigned long>(8)       where a macro makes a constant of it
//     noexcept(v[i])          ──►  true
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace clustrix::compiler {

/// The tokens of `range` become `text`; nothing where no text can be found for them.
struct UnevaluatedName {
  clang::SourceRange range;
  std::optional<std::string> text;
  std::vector<const clang::VarDecl*> names;  // what the text does not declare; none where types alone are asked about
  bool isNumber = false;                     // a variable of the kernel would tell the same: neither array nor object
};

struct TextScope {
  std::function<bool(const clang::VarDecl*)> declares;                 // what the text itself declares
  std::function<std::optional<std::string>(clang::QualType)> spelled;  // a type without a reference, for the kernel
  const clang::ASTContext* context = nullptr;                          // nothing: macros are left as they are
};

/// The operands in `text`, outer ones before what they hold, that name what the text does not declare.
std::vector<UnevaluatedName> unevaluatedNames(const clang::Stmt* text, const TextScope& scope);

/// `decltype(...)` that stands for `type`, as a text that any declarator may follow.
std::optional<std::string> specifierFor(clang::QualType type, const TextScope& scope);

/// Whether `decltype` of some expression stands in the type as it is written.
bool isToldByExpression(clang::QualType type);

/// What `noexcept(...)`, `requires { ... }` or a concept says; nothing of other expressions, and in a template's own
/// text.
std::optional<bool> answerTo(const clang::Expr* question);

/// Whether `text` names a variable or a member of an object that it does not declare.
bool namesOthers(const clang::Stmt* text, const TextScope& scope);

}  // namespace clustrix::compiler

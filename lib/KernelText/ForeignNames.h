// The names in a function's text that would mean something else, or nothing, in the kernel that repeats it.
//
//     template <int R, int C> double Mat<R, C>::at(int r, int c) const { return m_[r * C + c] * kScale; }
//
//     return m_[r * C + c] * kScale;      of a Mat<5, 4> becomes    return a_m[r * 4 + c] * linear::kScale;
//
// Template parameters become what they stand for, and all else its full name. What cannot be said is a problem, and the
// text is not repeated.
#pragma once

#include "KernelText/KernelScope.h"
#include "KernelText/TextEdit.h"

#include "clang/AST/ExprCXX.h"

namespace clustrix::compiler {

struct RepeatedText {
  const clang::ASTContext& context;
  const clang::FunctionDecl& function;  // whose body is the text
  KernelScope scope;
  const DeclaredNames& names;  // that the function itself declares
  /// A type as the kernel can write it; nothing where it cannot.
  std::function<std::optional<std::string>(clang::QualType)> spelled;
  /// The parameter of the kernel's own template that one of the function's templates stands for, or null.
  std::function<const clang::NonTypeTemplateParmDecl*(const clang::SubstNonTypeTemplateParmExpr*)> own;
};

/// Adds what has to be changed to `edits`, whatever they change already left out. "" or why the text cannot be
/// repeated.
std::string spellForeignNames(const RepeatedText& text, std::vector<TextEdit>& edits);

}  // namespace clustrix::compiler

// What names mean where the kernel of a function stands: in the function's namespace, in front of the outermost
// declaration around it, below the template parameters that it has from the function.
//
//     int scale(int x);  struct Grid { int at(int i) const { return scale(values_[i]); } ... };
//     namespace half {
//     int scale(int x);
//                            the kernel stands here: what Grid::at calls is `::scale`
//     void run(const Grid& g, int* out, int n) { for (...) out[i] = g.at(i); }
#pragma once

#include "Syntax/FunctionText.h"

#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace clustrix::compiler {

class KernelScope {
 public:
  /// Of `function`, as it is instantiated; `at`: the kernel's offset in the main file.
  KernelScope(const clang::FunctionDecl& function, std::size_t at, FunctionTexts& texts)
      : function_(function), at_(at), texts_(texts) {}

  /// Whether what stands at file scope by this name is hidden by a namespace, a template parameter or a word of the
  /// kernel's own.
  bool hides(llvm::StringRef name) const;
  /// Whether the function declares something by this name, which may be a member of the kernel.
  bool declares(llvm::StringRef name) const;
  /// Whether the name means something else inside the function than at file scope: the kernel's scopes hide it, or the
  /// function, one around it or a class that has it declares it.
  bool hidesInside(llvm::StringRef name) const;
  /// A text of names from the outermost scope, types or others, with `::` in front of those that something hides.
  std::string rooted(const std::string& text) const;
  /// Whether the declaration stands in front of the kernel, as far as it stands in the main file.
  bool knows(const clang::Decl& declaration) const;
  /// Whether the classes and enumerations in the type are complete in front of the kernel.
  bool knows(clang::QualType type) const;
  /// Whether operators or functions by this name in the function's namespaces, the file's own scope left out, may take
  /// part in the choice between overloads.
  bool overloads(clang::DeclarationName name) const;
  clang::SourceLocation location() const;
  /// The parameters of the kernel's template, of which each list may be one of a class around the function.
  std::vector<const clang::TemplateParameterList*> templates() const;

 private:
  const clang::FunctionDecl& function_;
  std::size_t at_;
  FunctionTexts& texts_;
};

/// A text of names as C++ can write them: Clang says `(anonymous namespace)::` for what has no name.
std::string withoutUnnamed(std::string text);

/// Whether the declaration is private or protected: also objects do not give it to others.
bool isPrivate(const clang::Decl& declaration);

/// Whether the declaration, or a class around it, is private or protected: its name is of no use to others.
bool isHidden(const clang::Decl& declaration);
/// Whether the type is written with an alias of the function, or of a class, which may stand behind the kernel, or with
/// a constant in place of a number.
bool usesLocalNames(clang::QualType type);

}  // namespace clustrix::compiler

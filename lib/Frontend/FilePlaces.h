// Where things stand in the main file: offsets of statements, with what belongs to them in the text.
#pragma once

#include "clustrix/LoopModel.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"

#include <optional>

namespace clustrix::compiler {

class FilePlaces {
 public:
  explicit FilePlaces(clang::ASTContext& context) : context_(context), manager_(context.getSourceManager()) {}

  std::size_t offset(clang::SourceLocation location) const;
  SourcePoint point(clang::SourceLocation location) const;
  llvm::StringRef text() const { return manager_.getBufferData(manager_.getMainFileID()); }

  /// Behind the last character of a statement, its semicolon included.
  std::size_t endOf(const clang::Stmt* statement) const;
  /// Before `begin`, and before the attributes that stand right in front of it.
  std::size_t beforeAttributes(std::size_t begin) const;
  /// Before `begin`, and before the pragmas on the lines above it. Nothing when some of them may be left out.
  std::optional<std::size_t> beforePragmas(std::size_t begin) const;
  /// Where a kernel of `function` can be declared: before its outermost declaration at namespace scope.
  std::size_t kernelPlace(const clang::FunctionDecl* function, const clang::AnnotateAttr* attribute) const;

 private:
  std::size_t beginOf(const clang::Decl* declaration) const;
  std::size_t openingOf(std::size_t name) const;

  clang::ASTContext& context_;
  const clang::SourceManager& manager_;
};

}  // namespace clustrix::compiler

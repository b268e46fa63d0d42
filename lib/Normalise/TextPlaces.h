// Text places: where statements begin and end in the main file, for those that change its text, and words that it does
// not have yet.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"

#include <optional>
#include <string>

namespace clustrix::compiler {

/// Each place is nothing in a macro or in another file.
class TextPlaces {
 public:
  explicit TextPlaces(const clang::ASTContext& context) : context_(context), manager_(context.getSourceManager()) {}

  llvm::StringRef text() const { return manager_.getBufferData(manager_.getMainFileID()); }
  std::optional<std::size_t> at(clang::SourceLocation location) const;
  /// Behind the token at `last`.
  std::optional<std::size_t> behind(clang::SourceLocation last) const;
  /// Behind the semicolon that follows a statement.
  std::optional<std::size_t> behindSemicolon(const clang::Stmt* statement) const;
  /// Behind a loop, with the semicolon that its body may end with.
  std::optional<std::size_t> behindLoop(const clang::Stmt* loop) const;
  /// `wish`, or that with a number behind it.
  std::string fresh(const std::string& wish) const;

 private:
  const clang::ASTContext& context_;
  const clang::SourceManager& manager_;
};

}  // namespace clustrix::compiler

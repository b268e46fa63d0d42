// Where things stand in the main file: offsets of statements, with what belongs to them in the text.
#pragma once

#include "Source/FileTokens.h"
#include "Source/SilentMacros.h"

#include "clustrix/LoopModel.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"

#include <map>
#include <optional>

namespace clustrix::compiler {

class FilePlaces {
 public:
  /// `silent`: without it, a macro in front of a statement is taken for one that says something.
  explicit FilePlaces(clang::ASTContext& context, const SilentText* silent = nullptr)
      : context_(context), manager_(context.getSourceManager()), silent_(silent) {}

  std::size_t offset(clang::SourceLocation location) const;
  SourcePoint point(clang::SourceLocation location) const;
  llvm::StringRef text() const { return manager_.getBufferData(manager_.getMainFileID()); }

  /// Behind the last character of a statement, its semicolon included.
  std::size_t endOf(const clang::Stmt* statement) const;
  /// In front of the statement whose first token stands at `first`, and of what belongs to it: attributes, pragmas, and
  /// macros of such. Nothing where these cannot be told apart from what is not the statement's.
  std::optional<std::size_t> beginOfStatement(std::size_t first) const;
  /// The pragmas among that, from the last one to the first one.
  std::vector<std::string> pragmasOf(std::size_t first) const;
  /// Where a kernel of `function` can be declared: before its outermost declaration at namespace scope.
  std::size_t kernelPlace(const clang::FunctionDecl* function, const clang::AnnotateAttr* attribute) const;

 private:
  /// The declarations of a scope as ranges of the file, for places that are asked for function by function.
  struct Declared {
    struct Range {
      std::size_t begin = 0, last = 0, furthest = 0;  // the last token's begin: its own, and of all up to this one
    };
    std::vector<Range> ranges;      // by their begins; those that stand in the main file
    std::vector<std::size_t> ends;  // behind them, and behind what opens the scope; sorted
  };
  /// What stands in front of a statement.
  struct Front {
    std::size_t begin = 0;             // of the statement, with attributes, pragmas and macros of such
    bool unclear = false;              // a macro in front of it holds a pragma, and more
    std::size_t behind = 0;            // the token in front of all that
    std::vector<std::string> pragmas;  // from the last one to the first one
  };
  Front frontOf(std::size_t first) const;
  const SilentText::Macro* macroBefore(std::size_t end) const;
  /// The directives that begin in [begin, end).
  llvm::ArrayRef<FileDirective> directivesIn(std::size_t begin, std::size_t end) const;
  std::size_t beginOfSilent(std::size_t at) const;
  const FileTokens& tokens() const;
  /// Those that this compiler reads.
  const std::vector<FileToken>& active() const;
  std::size_t beginOf(const clang::Decl* declaration) const;
  std::size_t openingOf(std::size_t name) const;
  std::size_t beginOfDeclaration(std::size_t begin, std::size_t behind) const;
  const Declared& declaredIn(const clang::DeclContext* scope) const;
  std::size_t endOfLast(const clang::DeclContext* scope, std::size_t before) const;
  std::size_t outermostAt(const clang::DeclContext* scope, std::size_t begin) const;

  clang::ASTContext& context_;
  const clang::SourceManager& manager_;
  const SilentText* silent_;
  mutable std::optional<FileTokens> tokens_;
  mutable std::optional<std::vector<FileToken>> active_;
  mutable std::optional<std::map<std::size_t, const SilentText::Macro*>> macros_;  // by their ends
  mutable std::map<const clang::DeclContext*, Declared> declared_;
};

}  // namespace clustrix::compiler

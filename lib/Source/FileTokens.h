// The tokens of a file as they stand in it: what is in front of a loop or a function, also in branches of #if that this
// compiler leaves out and another one does not.
//
//     #pragma omp parallel for        a directive
//     [[likely]] for (...) ...        tokens
#pragma once

#include "clang/Basic/TokenKinds.h"
#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace clustrix::compiler {

/// Bytes [begin, end) of the file.
struct FileToken {
  clang::tok::TokenKind kind = clang::tok::unknown;
  std::size_t begin = 0, end = 0;
};

/// A line that begins with `#`, with those that backslashes make part of it.
struct FileDirective {
  std::size_t begin = 0, end = 0;  // from the line's begin where nothing stands in front of the `#`
  std::string words;               // `pragma omp parallel for`, white space as one blank
};

struct FileTokens {
  std::vector<FileToken> tokens;  // neither those of directives nor comments
  std::vector<FileDirective> directives;
};

FileTokens fileTokens(llvm::StringRef text);

/// Without the tokens in any of the ranges, which are sorted and do not overlap.
std::vector<FileToken> outsideOf(const std::vector<std::pair<std::size_t, std::size_t>>& ranges,
                                 const std::vector<FileToken>& tokens);

/// The index of the bracket that token `close` closes; npos where there is none.
std::size_t openingBracket(const std::vector<FileToken>& tokens, std::size_t close, clang::tok::TokenKind opening);

}  // namespace clustrix::compiler

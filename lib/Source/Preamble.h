// The preamble: the headers that a source begins with, precompiled once for many readings of what stands behind them.
//
//     #include "grid.h"
//     #include <vector>                 read once, kept as a precompiled header
//     ─────────────────────────────
//     [[clustrix::cluster]] ...         read again each time that somebody types
//
// A model must not depend on how its source was read. So a preamble is made of includes alone, and of none whose files
// say what the frontend looks for in the stream of tokens and macros, which a precompiled header no longer has.
#pragma once

#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/PrecompiledPreamble.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clustrix::compiler {

using FileSystem = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

/// Behind the includes that `text` begins with, with the end of the last one's line; 0 where there are none.
std::size_t preambleEnd(const std::string& text);

class Preamble {
 public:
  /// Whose body the frontend leaves out when it reads a source: a preamble must not have more.
  using Skips = std::function<bool(const clang::Decl& function)>;

  /// Reads what `text` begins with, as Clang called by `line` would.
  static std::shared_ptr<const Preamble> build(const std::vector<std::string>& line, const std::string& text,
                                               const FileSystem& files, const Skips& skips);

  /// Whether there is one: not where the beginning has errors, or files that say what is looked for.
  bool isThere() const { return compiled_.has_value(); }
  /// Whether building it again from `text` would give the same. Where it is not there, headers are not looked at.
  bool holds(const std::vector<std::string>& line, const std::string& text, const FileSystem& files) const;
  /// Whether it is there and `text`, of a source of which it holds, begins with it.
  bool begins(const std::string& text) const;
  /// `files` with the precompiled header, for a reading of `text` that is told by `apply`.
  FileSystem with(const FileSystem& files) const;
  void apply(clang::CompilerInvocation& invocation) const;
  /// Whether this is the name of a precompiled header, which is none of the source's files.
  static bool isOwnFile(const std::string& file);

 private:
  Preamble(std::vector<std::string> line, std::string text) : line_(std::move(line)), text_(std::move(text)) {}

  std::vector<std::string> line_;
  std::string text_;  // of the includes
  std::optional<clang::PrecompiledPreamble> compiled_;
};

}  // namespace clustrix::compiler

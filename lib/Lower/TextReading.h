// One text of a source, read: Clang's frontend over it, then the functions out of its syntax tree.
//
//     text ──plain spellings, attributes where Clang takes them──► Clang ──► changes? ──► the changed text, once more
//
// Calls of algorithms that are loops are written as loops first, and macros that stand in the way of a model are
// written out. Which text that is, the source's own or one with parts of other files, is Read.cpp's.
#pragma once

#include "Source/ChangedText.h"
#include "Source/Preamble.h"
#include "Splice/HeaderSplice.h"
#include "Splice/HelperImports.h"
#include "Splice/Meanings.h"
#include "Splice/SplicedText.h"

#include "clustrix/Frontend.h"

#include "clang/AST/DeclBase.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace clustrix::compiler {

/// What is looked for in a text that is then read again with the changes, in this order.
enum class SearchFor { Headers, AssigningMacros, Algorithms, MacrosInTheWay, Nothing };

/// What a run finds, and what it is told of its text.
struct TextSearch {
  SearchFor stage = SearchFor::Nothing;            // the first one to look for; then the one that has found the changes
  std::vector<TextChange> changes{};               // where there are any, the unit has no functions yet
  FunctionListener* listener = nullptr;            // where none is found
  std::vector<std::size_t> promised{};             // where those loops of the text begin that promise
  const SplicedText* spliced = nullptr;            // the text, before it was changed, where it has headers in it
  const std::string* written = nullptr;            // the main file as it is on disk, for SearchFor::Headers
  const WrittenHeaders* writtenHeaders = nullptr;  // where any are read otherwise than they are on disk
  const HelperIndex* index = nullptr;              // of other sources' helpers, for SearchFor::Headers
  HeaderSplice headers{};                          // what that has found
  Helpers wanted{};                                // which of them
  int wantedAt = 0;                                // in front of this line of the source; 0: behind all of it
  std::string refused{};                           // remarks on others
  const HelperCopies* copies = nullptr;            // that the text has, of these
  Helpers misread{};                               // of them; where there are any, the unit has no functions
  Meanings meanings{};                             // of the source without those copies
  const Meanings* before = nullptr;                // the same, where copies are
  bool isKept = true;                              // the source means that still; if not, the unit has no functions
  std::vector<Helper>* defined = nullptr;          // where the source's own are asked for, and nothing else
};

/// How Clang is called.
struct ClangCall {
  std::vector<std::string> line;
  std::shared_ptr<const Preamble> preamble;

  /// What `text` begins with, where that is read already.
  const Preamble* preambleOf(const std::string& text) const;
};

/// What a source is read with, whatever its text.
struct Reading {
  FileSystem files;
  ClangCall call;
  const Library& library;
};

/// A function of namespace `std::__detail`, which programs may not name: its body is not read.
bool isInnerOfLibrary(const clang::Decl& function);

/// Clang's words for reading the source with these flags.
std::vector<std::string> commandLine(const std::string& source, const std::vector<std::string>& flags);

/// `files` with these texts in place of files.
FileSystem with(const FileSystem& files, const std::map<std::string, std::string>& texts);
/// `files` with `text` in place of the source.
FileSystem with(const FileSystem& files, const std::string& source, const std::string& text);

/// Clang's run over the source as `files` has it: `text`.
bool parse(SourceUnit& unit, const FileSystem& files, const ClangCall& call, const Library& library,
           const std::string& text, std::string& diagnostics, TextSearch& search);

/// The unit as found in `text`, which may be another one than the source's on disk.
bool readText(SourceUnit& unit, const Reading& reading, const std::string& text, bool isOnDisk, TextSearch& search,
              std::string& diagnostics);

}  // namespace clustrix::compiler

// Macro texts: what stands in a macro is written out, where the frontend has to cut it into pieces.
//
//     #define A(i, j) a[(i) * n + (j)]
//     A(i, j) += b[k];                          a[(i) * n + (j)] += b[k];
//
// In the text that the frontend models, and nowhere else. Only what the program itself defines is written out.
#pragma once

#include "Source/ChangedText.h"

#include "clang/AST/ASTContext.h"
#include "clang/Lex/Preprocessor.h"

#include <map>
#include <set>
#include <vector>

namespace clustrix::compiler {

class MacroTexts {
 public:
  void attachTo(clang::Preprocessor& preprocessor);
  /// What `preprocessor` gives, token by token, outside of system headers.
  void see(const clang::Token& token, clang::Preprocessor& preprocessor);

  /// Whether `__COUNTER__` stands in bytes [begin, end) of the main file. Read once more, it says something else.
  bool countIn(std::size_t begin, std::size_t end) const;
  /// Whether any could be written out.
  bool standAnywhere() const;
  /// The outermost macro around the byte of the main file, written out. Nothing where its text would not mean the same
  /// once more, or holds a loop, whose place would be lost.
  std::optional<TextChange> writtenOut(std::size_t offset) const;

 private:
  struct Expansion {
    std::size_t end = 0;  // of the name and its arguments
    std::string text;
    std::size_t lines = 0;  // that the name and its arguments end
    bool stays = false;     // as it is: of the library, with loops or words that are macros themselves
    enum class Block { None, Open, Closed } block = Block::None;  // that is all of it
    clang::Token last, beforeLast;

    bool mayHave(const clang::Token& loopWord);
  };
  class CounterWatch;

  std::map<std::size_t, Expansion> expansions_;  // by where they begin
  std::set<std::size_t> counters_;               // where `__COUNTER__` stands, or a macro that uses it
  bool counts_ = false;                          // it is used, in whichever file
};

/// The changes for macros in loops of annotated functions that assign: what an iteration leaves behind.
std::vector<TextChange> assigningMacros(clang::ASTContext& context, const MacroTexts& macros);
/// For those in the way of the loops' models: `effect.macro`.
std::vector<TextChange> macrosInTheWay(const SourceUnit& unit, const MacroTexts& macros);

}  // namespace clustrix::compiler

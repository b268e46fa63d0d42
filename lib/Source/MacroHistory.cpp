#include "Source/MacroHistory.h"

#include "Syntax/LoopParts.h"

#include "Support/Identifiers.h"

#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace clustrix::compiler {

namespace {

/// What the word means at `place`, where it is a macro; null elsewhere.
const clang::MacroInfo* macroAt(const clang::IdentifierInfo* name, clang::SourceLocation place,
                                const clang::Preprocessor& preprocessor) {
  const clang::MacroDirective* history = preprocessor.getLocalMacroDirectiveHistory(name);
  if (!history) return nullptr;
  const auto found = history->findDirectiveAtLoc(place, preprocessor.getSourceManager());
  return found ? found.getMacroInfo() : nullptr;
}

class PlaceComparison {
 public:
  PlaceComparison(clang::SourceLocation from, clang::SourceLocation to, const clang::Preprocessor& preprocessor)
      : from_(from), to_(to), preprocessor_(preprocessor) {}

  /// Whether `word` means the same in both places, with all that it is expanded to.
  bool isSame(llvm::StringRef word) {
    const clang::IdentifierInfo* name = preprocessor_.getIdentifierInfo(word);
    if (!name->hadMacroDefinition() || !seen_.insert(name).second) return true;
    const clang::MacroInfo* const macro = macroAt(name, from_, preprocessor_);
    if (macro != macroAt(name, to_, preprocessor_)) return false;
    // Where a check stands in the text says nothing of what it computes.
    if (!macro || word == "assert") return true;
    if (macro->isBuiltinMacro()) return word.starts_with("__has_") || word.starts_with("__is_");
    for (const clang::Token& token : macro->tokens())
      if (const auto* part = token.getIdentifierInfo(); part && !isSame(part->getName())) return false;
    return true;
  }

 private:
  clang::SourceLocation from_, to_;
  const clang::Preprocessor& preprocessor_;
  std::set<const clang::IdentifierInfo*> seen_;
};

}  // namespace

std::string changedMacro(const clang::Stmt* body, clang::SourceLocation place,
                         const clang::Preprocessor& preprocessor) {
  const clang::SourceManager& manager = preprocessor.getSourceManager();
  const clang::SourceLocation first = manager.getFileLoc(body->getBeginLoc());
  const llvm::StringRef file = manager.getBufferData(manager.getFileID(first));
  const char* const end = file.data() + manager.getFileOffset(manager.getFileLoc(body->getEndLoc()));
  clang::Lexer lexer(first, preprocessor.getLangOpts(), file.data(), file.data() + manager.getFileOffset(first),
                     file.data() + file.size());
  PlaceComparison comparison(first, place, preprocessor);
  clang::Token token;
  for (bool last = false; !last && lexer.getBufferLocation() < end;) {
    last = lexer.LexFromRawLexer(token);
    if (token.is(clang::tok::raw_identifier) && !comparison.isSame(token.getRawIdentifier()))
      return token.getRawIdentifier().str();
  }
  return "";
}

std::string expandedWord(const std::string& text, clang::SourceLocation place,
                         const clang::Preprocessor& preprocessor) {
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && isWord(text[end])) ++end;
    const std::string word = text.substr(i, end - i);
    i = std::max(end, i + 1);
    if (word.empty() || std::isdigit(static_cast<unsigned char>(word.front()))) continue;
    const clang::IdentifierInfo* name = preprocessor.getIdentifierInfo(word);
    const clang::MacroInfo* macro = name->hadMacroDefinition() ? macroAt(name, place, preprocessor) : nullptr;
    const bool isItself = macro && macro->isObjectLike() && macro->getNumTokens() == 1 &&
                          macro->getReplacementToken(0).getIdentifierInfo() == name;
    const std::size_t next = text.find_first_not_of(' ', end);
    const bool isCalled = next != std::string::npos && text[next] == '(';
    if (macro && !isItself && (macro->isObjectLike() || isCalled)) return word;
  }
  return "";
}

}  // namespace clustrix::compiler

#include "Source/SilentMacros.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "llvm/ADT/STLExtras.h"

#include <optional>

namespace clustrix::compiler {

namespace {

using Tokens = llvm::ArrayRef<clang::Token>;

/// A definition that leads to itself, or too deep for anybody to read, is none of a pragma.
constexpr int deepest = 16;

/// Behind the bracket that closes the one which `tokens` begins with.
std::optional<Tokens> behindBrackets(Tokens tokens, clang::tok::TokenKind open, clang::tok::TokenKind close) {
  int depth = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].is(open)) ++depth;
    if (tokens[i].is(close) && --depth == 0) return tokens.drop_front(i + 1);
    if (depth == 0) return std::nullopt;
  }
  return std::nullopt;
}

class Watch : public clang::PPCallbacks {
 public:
  Watch(std::shared_ptr<SilentText> text, clang::Preprocessor& preprocessor)
      : text_(std::move(text)), preprocessor_(preprocessor), manager_(preprocessor.getSourceManager()) {}

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition& macro, clang::SourceRange range,
                    const clang::MacroArgs*) override {
    if (!name.getLocation().isFileID() || !manager_.isWrittenInMainFile(name.getLocation()) || !macro.getMacroInfo())
      return;
    std::string words;
    const bool saysMore = !isSilent(*macro.getMacroInfo(), words, 0);
    if (saysMore && !hasPragma(*macro.getMacroInfo(), 0)) return;
    const std::size_t begin = offset(range.getBegin());
    const std::size_t end = offset(clang::Lexer::getLocForEndOfToken(manager_.getExpansionLoc(range.getEnd()), 0,
                                                                     manager_, preprocessor_.getLangOpts()));
    const llvm::StringRef file = manager_.getBufferData(manager_.getMainFileID());
    if (begin < end) text_->macros.push_back({begin, end, words + " " + file.slice(begin, end).str(), saysMore});
  }
  void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation) override {
    if (range.getBegin().isFileID() && manager_.isWrittenInMainFile(range.getBegin()))
      text_->skipped.emplace_back(offset(range.getBegin()), offset(range.getEnd()));
  }

 private:
  std::size_t offset(clang::SourceLocation at) const { return manager_.getFileOffset(at); }

  bool isSilent(const clang::MacroInfo& macro, std::string& words, int depth) const {
    if (macro.isBuiltinMacro() || depth > deepest) return false;
    Tokens left = macro.tokens();
    while (!left.empty()) {
      const auto rest = behindOne(left, words, depth);
      if (!rest) return false;
      left = *rest;
    }
    return true;
  }
  bool hasPragma(const clang::MacroInfo& macro, int depth) const {
    if (macro.isBuiltinMacro() || depth > deepest) return false;
    return llvm::any_of(macro.tokens(), [&](const clang::Token& token) {
      const clang::IdentifierInfo* name = token.getIdentifierInfo();
      if (!name) return false;
      const clang::MacroInfo* inner = preprocessor_.getMacroInfo(name);
      return name->isStr("_Pragma") || (inner && inner != &macro && hasPragma(*inner, depth + 1));
    });
  }
  /// Behind the pragma, the attribute or the macro of such that `tokens` begins with.
  std::optional<Tokens> behindOne(Tokens tokens, std::string& words, int depth) const {
    const clang::Token& first = tokens.front();
    if (first.is(clang::tok::l_square) && tokens.size() > 1 && tokens[1].is(clang::tok::l_square))
      return said(tokens, behindBrackets(tokens, clang::tok::l_square, clang::tok::r_square), words);
    const clang::IdentifierInfo* name = first.getIdentifierInfo();
    if (!name) return std::nullopt;
    const Tokens behind = tokens.drop_front();
    const bool called = !behind.empty() && behind.front().is(clang::tok::l_paren);
    const auto arguments = called ? behindBrackets(behind, clang::tok::l_paren, clang::tok::r_paren) : std::nullopt;
    if (name->isStr("_Pragma")) return said(tokens, arguments, words);
    const clang::MacroInfo* macro = preprocessor_.getMacroInfo(name);
    if (!macro || !isSilent(*macro, words, depth + 1)) return std::nullopt;
    return macro->isFunctionLike() ? said(tokens, arguments, words) : behind;
  }
  std::optional<Tokens> said(Tokens all, std::optional<Tokens> rest, std::string& words) const {
    if (!rest) return std::nullopt;
    for (const clang::Token& token : all.drop_back(rest->size())) words += " " + preprocessor_.getSpelling(token);
    return rest;
  }

  const std::shared_ptr<SilentText> text_;
  clang::Preprocessor& preprocessor_;
  const clang::SourceManager& manager_;
};

}  // namespace

std::shared_ptr<const SilentText> watchSilentText(clang::Preprocessor& preprocessor) {
  auto text = std::make_shared<SilentText>();
  preprocessor.addPPCallbacks(std::make_unique<Watch>(text, preprocessor));
  return text;
}

}  // namespace clustrix::compiler

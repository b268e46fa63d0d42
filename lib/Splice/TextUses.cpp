#include "Splice/TextUses.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroArgs.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

class Watcher : public clang::PPCallbacks {
 public:
  Watcher(clang::Preprocessor& preprocessor, TextUses& uses)
      : manager_(preprocessor.getSourceManager()), language_(preprocessor.getLangOpts()), uses_(uses) {}

  void InclusionDirective(clang::SourceLocation hash, const clang::Token&, llvm::StringRef name, bool isAngled,
                          clang::CharSourceRange, clang::OptionalFileEntryRef, llvm::StringRef, llvm::StringRef,
                          const clang::Module*, bool, clang::SrcMgr::CharacteristicKind kind) override {
    const bool isNew = std::find(uses_.includes.begin(), uses_.includes.end(), name) == uses_.includes.end();
    if (isInMainFile(hash) && isAngled && clang::SrcMgr::isSystem(kind) && isNew) uses_.includes.push_back(name.str());
  }

  void MacroExpands(const clang::Token& token, const clang::MacroDefinition& definition, clang::SourceRange range,
                    const clang::MacroArgs*) override {
    const clang::MacroInfo* const macro = definition.getMacroInfo();
    const clang::SourceLocation at = manager_.getExpansionLoc(range.getBegin());
    if (!macro || macro->isBuiltinMacro() || !isInMainFile(at) || !isInMainFile(macro->getDefinitionLoc())) return;
    const auto text = clang::Lexer::getSourceText(
        clang::CharSourceRange::getTokenRange(macro->getDefinitionLoc(), macro->getDefinitionEndLoc()), manager_,
        language_);
    uses_.macros.push_back({manager_.getFileOffset(at), token.getIdentifierInfo()->getName().str(), text.str()});
  }

 private:
  bool isInMainFile(clang::SourceLocation at) const {
    return at.isFileID() && manager_.getFileID(at) == manager_.getMainFileID();
  }

  const clang::SourceManager& manager_;
  const clang::LangOptions& language_;
  TextUses& uses_;
};

}  // namespace

std::shared_ptr<const TextUses> watchTextUses(clang::Preprocessor& preprocessor) {
  auto uses = std::make_shared<TextUses>();
  preprocessor.addPPCallbacks(std::make_unique<Watcher>(preprocessor, *uses));
  return uses;
}

}  // namespace clustrix::compiler

#include "Splice/Inclusions.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/Path.h"

namespace clustrix::compiler {
namespace {

class Watch : public clang::PPCallbacks {
 public:
  Watch(const clang::SourceManager& manager, std::shared_ptr<std::vector<Inclusion>> all)
      : manager_(manager), all_(std::move(all)) {}

  void InclusionDirective(clang::SourceLocation hash, const clang::Token& word, llvm::StringRef, bool isAngled,
                          clang::CharSourceRange, clang::OptionalFileEntryRef file, llvm::StringRef folder,
                          llvm::StringRef, const clang::Module*, bool, clang::SrcMgr::CharacteristicKind) override {
    awaited_ = false;
    // Headers of the system include each other by the hundred, and whatever they include is one of them.
    if (manager_.isInSystemHeader(hash)) return;
    Inclusion inclusion;
    inclusion.in = manager_.getFileID(hash);
    inclusion.line = manager_.getSpellingLineNumber(hash);
    inclusion.isNext = word.getIdentifierInfo() && word.getIdentifierInfo()->getName() == "include_next";
    inclusion.file = file;
    const auto includer = manager_.getFileEntryRefForID(inclusion.in);
    inclusion.besideIncluder = !isAngled && includer && folder == llvm::sys::path::parent_path(includer->getName());
    all_->push_back(inclusion);
    awaited_ = true;
  }
  void FileSkipped(const clang::FileEntryRef&, const clang::Token&, clang::SrcMgr::CharacteristicKind) override {
    awaited_ = false;
  }
  void FileChanged(clang::SourceLocation at, FileChangeReason reason, clang::SrcMgr::CharacteristicKind,
                   clang::FileID) override {
    if (reason != EnterFile || !awaited_) return;
    all_->back().entered = manager_.getFileID(at);
    awaited_ = false;
  }

 private:
  const clang::SourceManager& manager_;
  std::shared_ptr<std::vector<Inclusion>> all_;
  bool awaited_ = false;  // the last one of `all_` is about to be entered or skipped
};

}  // namespace

std::shared_ptr<const std::vector<Inclusion>> watchInclusions(clang::Preprocessor& preprocessor) {
  auto all = std::make_shared<std::vector<Inclusion>>();
  preprocessor.addPPCallbacks(std::make_unique<Watch>(preprocessor.getSourceManager(), all));
  return all;
}

}  // namespace clustrix::compiler

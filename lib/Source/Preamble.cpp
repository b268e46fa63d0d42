#include "Source/Preamble.h"

#include "Source/Attributes.h"
#include "Source/FileTokens.h"

#include "Support/Identifiers.h"

#include "clang/AST/Decl.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/PCHContainerOperations.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace clustrix::compiler {
namespace {

/// What the frontend follows in tokens and macros of the program's own headers: attributes, and looks at errno.
bool saysWhatIsWatched(llvm::StringRef text) {
  static constexpr std::array<llvm::StringRef, 2> words = {"clustrix", "errno"};
  return std::any_of(words.begin(), words.end(), [&](auto word) { return hasWord(text, word); });
}

/// Whether a header outside of the system's says so, in whichever branch of #if.
bool anySaysWhatIsWatched(const clang::SourceManager& manager) {
  const clang::SrcMgr::SLocEntry& source = manager.getSLocEntry(manager.getMainFileID());
  for (unsigned i = 0; i < manager.local_sloc_entry_size(); ++i) {
    const clang::SrcMgr::SLocEntry& entry = manager.getLocalSLocEntry(i);
    if (entry.getOffset() == source.getOffset()) continue;  // includes alone
    if (!entry.isFile() || clang::SrcMgr::isSystem(entry.getFile().getFileCharacteristic())) continue;
    if (!entry.getFile().getContentCache().OrigEntry) continue;  // none of a file, such as the command line's
    const auto text = entry.getFile().getContentCache().getBufferDataIfLoaded();
    if (!text || saysWhatIsWatched(*text)) return true;
  }
  return false;
}

class HeaderWatch : public clang::PreambleCallbacks {
 public:
  explicit HeaderWatch(const Preamble::Skips& skips) : skips_(skips) {}
  bool isMissed = false;  // something, by each later reading

  void BeforeExecute(clang::CompilerInstance& compiler) override { tokens_.attachTo(compiler.getPreprocessor()); }
  void AfterExecute(clang::CompilerInstance& compiler) override {
    // Clang would keep headers with errors, which nobody would be told of again.
    isMissed = compiler.getDiagnostics().hasErrorOccurred() || compiler.getPreprocessor().getCounterValue() != 0 ||
               anySaysWhatIsWatched(compiler.getSourceManager());
  }
  bool shouldSkipFunctionBody(clang::Decl* function) override { return skips_(*function); }

 private:
  const Preamble::Skips& skips_;
  AttributeTokens tokens_;  // which tells of misspelled attributes, as errors
};

using Diagnostics = llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine>;

Diagnostics silentDiagnostics() {
  return clang::CompilerInstance::createDiagnostics(new clang::DiagnosticOptions(), new clang::IgnoringDiagConsumer());
}

std::unique_ptr<clang::CompilerInvocation> invocationOf(const std::vector<std::string>& line, const FileSystem& files,
                                                        const Diagnostics& diagnostics) {
  std::vector<const char*> words;
  for (const std::string& word : line) words.push_back(word.c_str());
  clang::CreateInvocationOptions options;
  options.Diags = diagnostics;
  options.VFS = files;
  auto invocation = clang::createInvocation(words, options);
  if (invocation) invocation->getFrontendOpts().SkipFunctionBodies = true;  // where the callbacks say so
  return invocation;
}

std::unique_ptr<llvm::MemoryBuffer> bufferOf(const std::string& text) {
  return llvm::MemoryBuffer::getMemBufferCopy(text, "preamble");
}

clang::PreambleBounds boundsOf(const std::string& text) {
  return {static_cast<unsigned>(preambleEnd(text)), /*PreambleEndsAtStartOfLine=*/true};
}

}  // namespace

std::size_t preambleEnd(const std::string& text) {
  const FileTokens all = fileTokens(text);
  const std::size_t code = all.tokens.empty() ? text.size() : all.tokens.front().begin;
  std::size_t end = 0;
  for (const FileDirective& directive : all.directives) {
    const llvm::StringRef words = directive.words;
    const bool includes = words.starts_with("include <") || words.starts_with("include \"") ||
                          words.starts_with("include<") || words.starts_with("include\"");
    if (!includes || directive.begin >= code) break;
    const std::size_t line = text.find('\n', directive.end);
    if (line == std::string::npos || line >= code) break;
    end = line + 1;
  }
  return end;
}

std::shared_ptr<const Preamble> Preamble::build(const std::vector<std::string>& line, const std::string& text,
                                                const FileSystem& files, const Skips& skips) {
  const clang::PreambleBounds bounds = boundsOf(text);
  const std::shared_ptr<Preamble> preamble(new Preamble(line, text.substr(0, bounds.Size)));
  // Clang takes one precompiled header at a time; and a macro of the command line may stand for an attribute of ours.
  const auto isInTheWay = [](const std::string& word) {
    return word == "-include-pch" || word.find("clustrix:") != std::string::npos;
  };
  if (bounds.Size == 0 || std::any_of(line.begin(), line.end(), isInTheWay)) return preamble;
  const Diagnostics diagnostics = silentDiagnostics();
  const auto invocation = invocationOf(line, files, diagnostics);
  if (!invocation) return preamble;
  // What headers instantiate is instantiated once, and not by each reading of what stands behind them.
  invocation->getLangOpts().PCHInstantiateTemplates = true;
  HeaderWatch watch(skips);
  auto compiled = clang::PrecompiledPreamble::Build(*invocation, bufferOf(text).get(), bounds, *diagnostics, files,
                                                    std::make_shared<clang::PCHContainerOperations>(),
                                                    /*StoreInMemory=*/true, "", watch);
  if (compiled && !watch.isMissed) preamble->compiled_.emplace(std::move(*compiled));
  return preamble;
}

bool Preamble::holds(const std::vector<std::string>& line, const std::string& text, const FileSystem& files) const {
  if (line != line_ || preambleEnd(text) != text_.size() || !text.starts_with(text_)) return false;
  if (!compiled_) return true;
  const auto invocation = invocationOf(line, files, silentDiagnostics());
  const auto buffer = bufferOf(text);
  return invocation && compiled_->CanReuse(*invocation, buffer->getMemBufferRef(), boundsOf(text), *files);
}

bool Preamble::begins(const std::string& text) const {
  return compiled_ && preambleEnd(text) == text_.size() && text.starts_with(text_);
}

bool Preamble::isOwnFile(const std::string& file) {
  return llvm::StringRef(file).contains("___clang_inmemory_preamble___");
}

FileSystem Preamble::with(const FileSystem& files) const {
  clang::CompilerInvocation scratch;
  scratch.getFrontendOpts().Inputs.emplace_back("scratch.cpp", clang::InputKind());
  scratch.getPreprocessorOpts().RetainRemappedFileBuffers = true;
  FileSystem both = files;
  compiled_->AddImplicitPreamble(scratch, both, nullptr);
  return both;
}

void Preamble::apply(clang::CompilerInvocation& invocation) const {
  FileSystem ignored = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  const auto remapped = invocation.getPreprocessorOpts().RemappedFileBuffers;
  compiled_->AddImplicitPreamble(invocation, ignored, nullptr);
  invocation.getPreprocessorOpts().RemappedFileBuffers = remapped;  // the file system has the text
}

}  // namespace clustrix::compiler

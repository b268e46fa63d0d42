#include "Lower/TextReading.h"

#include "HostCode/LibraryUsings.h"
#include "Library/Standard.h"
#include "Lower/Functions.h"
#include "Normalise/Algorithms.h"
#include "Source/AttributePlaces.h"
#include "Source/Attributes.h"
#include "Source/CudaLanguage.h"
#include "Source/LineChanges.h"
#include "Source/MacroTexts.h"
#include "Source/MathState.h"
#include "Source/NestBodies.h"
#include "Source/OwnAllocation.h"
#include "Source/OwnHeaders.h"
#include "Source/Preamble.h"
#include "Source/ResourceFolder.h"
#include "Source/Spellings.h"
#include "Splice/Helpers.h"
#include "Splice/Inclusions.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <atomic>
#include <ctime>
#include <functional>

namespace clustrix::compiler {

bool isInnerOfLibrary(const clang::Decl& function) {
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(function.getDeclContext());
  return space && space->getName() == "__detail" && space->getParent()->isStdNamespace() &&
         function.getASTContext().getSourceManager().isInSystemHeader(function.getLocation());
}

namespace {

/// Every file read, system headers included: a build must run again when any of them changes.
class Dependencies : public clang::DependencyCollector {
 public:
  bool needSystemDependencies() override { return true; }
};

class Consumer : public clang::ASTConsumer {
 public:
  Consumer(clang::CompilerInstance& compiler, SourceUnit& unit, const Library& library, TextSearch& search)
      : unit_(unit), library_(library), search_(search) {
    clang::Preprocessor& preprocessor = compiler.getPreprocessor();
    tokens_.promise(search.promised);
    if (search.stage == SearchFor::Headers) inclusions_ = watchInclusions(preprocessor);
    if (search.defined) uses_ = watchTextUses(preprocessor);
    if (search.stage == SearchFor::Nothing)
      tokens_.attachTo(preprocessor);
    else
      tokens_.attachTo(preprocessor, [this, &preprocessor](const clang::Token& token) {
        if (token.getLocation().isMacroID()) macros_.see(token, preprocessor);
      });
    macros_.attachTo(preprocessor);
    silent_ = watchSilentText(preprocessor);
    usesErrno_ = watchErrno(preprocessor);
  }
  // Bodies of functions in headers are needed by the analysis of calls, and no error in one may be missed; but what the
  // library keeps for itself (special functions, digits, regular expressions) takes an eighth of the time, and no loop.
  bool shouldSkipFunctionBody(clang::Decl* function) override { return isInnerOfLibrary(*function); }
  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (context.getDiagnostics().hasErrorOccurred()) return;
    describeLibrary(context, library_.standard);
    if (search_.defined) {
      *search_.defined = definedHelpers(context, *uses_);
      return;
    }
    if (!copiesFit(context) || findsBefore(context)) return;
    const bool mayChange = search_.stage != SearchFor::Nothing && search_.promised.empty() && macros_.standAnywhere();
    unit_.functions = annotatedFunctions(
        context, {tokens_, macros_, library_, mathState(context, *usesErrno_), *silent_, search_.spliced},
        mayChange ? nullptr : search_.listener);
    unit_.usings = libraryUsings(context);
    const auto& manager = context.getSourceManager();
    unit_.text = manager.getBufferData(manager.getMainFileID()).str();
    search_.stage = SearchFor::MacrosInTheWay;
    if (mayChange) search_.changes = macrosInTheWay(unit_, macros_);
  }

 private:
  /// Headers whose functions are to be rewritten.
  bool findsHeaders(clang::ASTContext& context) {
    const std::set<clang::FileID> annotated = annotatedHeaders(context, tokens_);
    if (annotated.empty()) return false;
    search_.headers = spliceHeaders(context.getSourceManager(), *inclusions_, annotated,
                                    {unit_.path, *search_.written, search_.writtenHeaders});
    return search_.headers.isAny();
  }
  /// Whether what was put into the text means what it does elsewhere, and leaves all else what it was.
  bool copiesFit(clang::ASTContext& context) {
    if (!search_.copies) return true;
    search_.misread = misread(context, *search_.copies);
    search_.isKept =
        areKept(*search_.before, meaningsOf(context, [&](int line) { return isIn(*search_.copies, line); }));
    return search_.misread.empty() && search_.isKept;
  }
  /// Functions of other sources whose bodies those that are rewritten want to see.
  bool findsHelpers(clang::ASTContext& context) {
    if (!search_.index) return false;
    const AnnotatedBodies bodies = annotatedBodies(context, *silent_);
    search_.wanted = search_.index->wantedBy(bodies.functions, search_.refused);
    search_.wantedAt = bodies.line;
    if (search_.wanted.empty()) return false;
    search_.meanings = meaningsOf(context, [](int) { return false; });
    return true;
  }
  /// Changes that need no models.
  bool findsBefore(clang::ASTContext& context) {
    if (search_.stage == SearchFor::Headers) {
      const bool hasHeaders = findsHeaders(context);
      if (findsHelpers(context) || hasHeaders) return true;
      search_.stage = SearchFor::AssigningMacros;
    }
    for (; search_.stage < SearchFor::MacrosInTheWay;
         search_.stage = static_cast<SearchFor>(static_cast<int>(search_.stage) + 1)) {
      search_.changes =
          search_.stage == SearchFor::Algorithms ? algorithmLoops(context) : assigningMacros(context, macros_);
      if (!search_.changes.empty()) return true;
    }
    return false;
  }

  SourceUnit& unit_;
  const Library& library_;
  TextSearch& search_;
  AttributeTokens tokens_;
  MacroTexts macros_;
  std::shared_ptr<const std::vector<Inclusion>> inclusions_;  // for SearchFor::Headers
  std::shared_ptr<const TextUses> uses_;                      // where helpers are asked for
  std::shared_ptr<const bool> usesErrno_;
  std::shared_ptr<const SilentText> silent_;
};

class Action : public clang::ASTFrontendAction {
 public:
  Action(SourceUnit& unit, const Library& library, TextSearch& search, const Preamble* preamble)
      : unit_(unit), library_(library), search_(search), preamble_(preamble) {}

 protected:
  bool BeginInvocation(clang::CompilerInstance& compiler) override {
    if (preamble_) preamble_->apply(compiler.getInvocation());
    return true;
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    dependencies_ = std::make_shared<Dependencies>();
    compiler.addDependencyCollector(dependencies_);
    dependencies_->attachToPreprocessor(compiler.getPreprocessor());
    return std::make_unique<Consumer>(compiler, unit_, library_, search_);
  }
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    // Most processes read one source: its tree goes away with them, and not node by node before.
    static std::atomic<bool> isFirst = true;
    compiler.getFrontendOpts().DisableFree = isFirst.exchange(false);
    compiler.getFrontendOpts().SkipFunctionBodies = true;  // where the consumer says so
    return true;
  }
  void EndSourceFileAction() override {
    for (const std::string& file : dependencies_->getDependencies()) {
      const std::string real = ownHeaderFile(file);
      if (file != unit_.path && !Preamble::isOwnFile(file) && !real.empty())
        unit_.dependencies.push_back(straight(real));
    }
  }

 private:
  /// `/usr/bin/../lib/..` names a file for Clang; build systems compare names.
  std::string straight(const std::string& file) {
    if (!llvm::StringRef(file).contains("/../")) return file;
    const llvm::StringRef folder = llvm::sys::path::parent_path(file);
    const auto [known, isNew] = folders_.try_emplace(folder);
    if (isNew && llvm::sys::fs::real_path(folder, known->second)) known->second = folder;
    llvm::SmallString<256> path = known->second;
    llvm::sys::path::append(path, llvm::sys::path::filename(file));
    return path.str().str();
  }

  SourceUnit& unit_;
  const Library& library_;
  TextSearch& search_;
  const Preamble* const preamble_;
  std::shared_ptr<Dependencies> dependencies_;
  llvm::StringMap<llvm::SmallString<256>> folders_;  // of headers, as the file system has them
};

}  // namespace

std::vector<std::string> commandLine(const std::string& source, const std::vector<std::string>& flags) {
  // The driver looks for GCC's headers relative to its own place.
  std::vector<std::string> line = {"/usr/bin/clang++",       "-fsyntax-only",           "-w",
                                   "-fno-caret-diagnostics", "-Wno-unknown-attributes", "-resource-dir",
                                   resourceFolder().string()};
  // What g++ warns of, and nvcc with it, is an error to Clang, which -w leaves one.
  line.insert(line.end(), {"-Wno-c++11-narrowing", "-Wno-enum-constexpr-conversion", "-Wno-register",
                           "-Wno-reserved-user-defined-literal"});
  line.insert(line.end(), flags.begin(), flags.end());
  line.insert(line.end(), {"-idirafter", ownHeaderFolder});
  const std::vector<std::string> language = languageFlags(source, cudaToolkit(flags));
  line.insert(line.end(), language.begin(), language.end());
  line.push_back(source);
  return line;
}

FileSystem with(const FileSystem& files, const std::map<std::string, std::string>& texts) {
  auto changed = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const auto& [name, text] : texts) {
    llvm::SmallString<256> path(name);
    files->makeAbsolute(path);
    // A time of its own for each text: who asks whether a file has changed asks for that.
    const auto time = static_cast<time_t>(std::hash<std::string>()(text) % (std::size_t{1} << 31));
    changed->addFile(path, time, llvm::MemoryBuffer::getMemBufferCopy(text, name));
  }
  if (const auto current = files->getCurrentWorkingDirectory()) changed->setCurrentWorkingDirectory(*current);
  auto both = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(files);
  both->pushOverlay(changed);
  return both;
}

FileSystem with(const FileSystem& files, const std::string& source, const std::string& text) {
  return with(files, {{source, text}});
}

const Preamble* ClangCall::preambleOf(const std::string& text) const {
  return preamble && preamble->begins(text) ? preamble.get() : nullptr;
}

bool parse(SourceUnit& unit, const FileSystem& files, const ClangCall& call, const Library& library,
           const std::string& text, std::string& diagnostics, TextSearch& search) {
  llvm::raw_string_ostream out(diagnostics);
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options(new clang::DiagnosticOptions());
  options->ShowCarets = 1;
  clang::TextDiagnosticPrinter printer(out, options.get());
  const Preamble* const preamble = call.preambleOf(text);
  llvm::IntrusiveRefCntPtr<clang::FileManager> manager(
      new clang::FileManager(clang::FileSystemOptions(), preamble ? preamble->with(files) : files));
  clang::tooling::ToolInvocation invocation(call.line, std::make_unique<Action>(unit, library, search, preamble),
                                            manager.get());
  invocation.setDiagnosticConsumer(&printer);
  return invocation.run();
}

namespace {

/// What is looked for in the text that has these changes.
SearchFor next(SearchFor found) {
  switch (found) {
    case SearchFor::AssigningMacros:
      return SearchFor::Algorithms;
    case SearchFor::Algorithms:
      return SearchFor::MacrosInTheWay;
    default:
      return SearchFor::Nothing;
  }
}

/// The unit as found in `text` with its macros and its algorithms' calls written out, where that text compiles.
bool parseWrittenOut(SourceUnit& unit, const FileSystem& files, const Reading& reading, const std::string& text,
                     TextSearch& search, std::string& diagnostics) {
  const SourceUnit empty = unit;
  const std::vector<std::size_t> promised = search.promised;
  if (!parse(unit, files, reading.call, reading.library, text, diagnostics, search)) return false;
  if (search.changes.empty()) return true;
  const ChangedText changed(text, std::move(search.changes));
  SourceUnit rewritten = empty;
  std::string ignored;
  TextSearch further{.stage = next(search.stage), .promised = changed.promises(), .spliced = search.spliced};
  if (parseWrittenOut(rewritten, with(files, empty.path, changed.text()), reading, changed.text(), further, ignored)) {
    changed.restore(rewritten);
    unit = std::move(rewritten);
    return true;
  }
  unit = empty;
  std::string again;
  TextSearch nothing{.promised = promised, .spliced = search.spliced};
  return parse(unit, files, reading.call, reading.library, text, again, nothing);
}

}  // namespace

bool readText(SourceUnit& unit, const Reading& reading, const std::string& text, bool isOnDisk, TextSearch& search,
              std::string& diagnostics) {
  const ChangedText plain(text, plainSpellings(text));
  const ChangedText placed(plain.text(), movedAttributes(plain.text()));
  const bool moved = placed.text() != text;
  if (moved) search.listener = nullptr;
  const FileSystem seen = moved || !isOnDisk ? with(reading.files, unit.path, placed.text()) : reading.files;
  if (!parseWrittenOut(unit, seen, reading, placed.text(), search, diagnostics)) return false;
  if (moved) {
    placed.restore(unit);
    plain.restore(unit);
  }
  unit.introducerAttributes = introducerAttributes(text);
  unit.allocationFunctions = ownAllocationFunctions(text);
  unit.lineChanges = lineChanges(text);
  noteNestBodies(unit);
  return true;
}

}  // namespace clustrix::compiler

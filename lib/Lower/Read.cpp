// Reading one source: Clang's frontend over the file, then the functions out of its syntax tree.
//
// Calls of algorithms that are loops are written as loops first, and macros that stand in the way of a model are
// written out; the text that they are written into is read again.
#include "HostCode/LibraryUsings.h"
#include "Lower/Functions.h"
#include "Normalise/Algorithms.h"
#include "Source/AttributePlaces.h"
#include "Source/Attributes.h"
#include "Source/ChangedText.h"
#include "Source/Flags.h"
#include "Source/HeaderSplice.h"
#include "Source/Inclusions.h"
#include "Source/LineChanges.h"
#include "Source/MacroTexts.h"
#include "Source/MathState.h"
#include "Source/NestBodies.h"
#include "Source/OwnAllocation.h"
#include "Source/OwnHeaders.h"
#include "Source/Preamble.h"
#include "Source/ResourceFolder.h"
#include "Source/Spellings.h"

#include "clustrix/Frontend.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <atomic>
#include <ctime>
#include <functional>

namespace clustrix::compiler {

namespace {

/// Every file read, system headers included: a build must run again when any of them changes.
class Dependencies : public clang::DependencyCollector {
 public:
  bool needSystemDependencies() override { return true; }
};

using Library = std::vector<LibraryFunction>;

/// What is looked for in a text that is then read again with the changes, in this order.
enum class Stage { Headers, AssigningMacros, Algorithms, MacrosInTheWay, Nothing };

/// What a run finds, and what it is told of its text.
struct Search {
  Stage stage = Stage::Nothing;                    // the first one to look for; then the one that has found the changes
  std::vector<TextChange> changes{};               // where there are any, the unit has no functions yet
  FunctionListener* listener = nullptr;            // where none is found
  std::vector<std::size_t> promised{};             // where those loops of the text begin that promise
  const SplicedText* spliced = nullptr;            // the text, before it was changed, where it has headers in it
  const std::string* written = nullptr;            // the main file as it is on disk, for Stage::Headers
  const WrittenHeaders* writtenHeaders = nullptr;  // where any are read otherwise than they are on disk
  HeaderSplice headers{};                          // what that has found
};

/// A function of namespace `std::__detail`, which programs may not name.
bool isInnerOfLibrary(const clang::Decl& function) {
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(function.getDeclContext());
  return space && space->getName() == "__detail" && space->getParent()->isStdNamespace() &&
         function.getASTContext().getSourceManager().isInSystemHeader(function.getLocation());
}

class Consumer : public clang::ASTConsumer {
 public:
  Consumer(clang::CompilerInstance& compiler, SourceUnit& unit, const Library& library, Search& search)
      : unit_(unit), library_(library), search_(search) {
    clang::Preprocessor& preprocessor = compiler.getPreprocessor();
    tokens_.promise(search.promised);
    if (search.stage == Stage::Headers) inclusions_ = watchInclusions(preprocessor);
    if (search.stage == Stage::Nothing)
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
    if (findsBefore(context)) return;
    const bool mayChange = search_.stage != Stage::Nothing && search_.promised.empty() && macros_.standAnywhere();
    unit_.functions = annotatedFunctions(
        context, {tokens_, macros_, library_, mathState(context, *usesErrno_), *silent_, search_.spliced},
        mayChange ? nullptr : search_.listener);
    unit_.usings = libraryUsings(context);
    const auto& manager = context.getSourceManager();
    unit_.text = manager.getBufferData(manager.getMainFileID()).str();
    search_.stage = Stage::MacrosInTheWay;
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
  /// Changes that need no models.
  bool findsBefore(clang::ASTContext& context) {
    if (search_.stage == Stage::Headers) {
      if (findsHeaders(context)) return true;
      search_.stage = Stage::AssigningMacros;
    }
    for (; search_.stage < Stage::MacrosInTheWay;
         search_.stage = static_cast<Stage>(static_cast<int>(search_.stage) + 1)) {
      search_.changes =
          search_.stage == Stage::Algorithms ? algorithmLoops(context) : assigningMacros(context, macros_);
      if (!search_.changes.empty()) return true;
    }
    return false;
  }

  SourceUnit& unit_;
  const Library& library_;
  Search& search_;
  AttributeTokens tokens_;
  MacroTexts macros_;
  std::shared_ptr<const std::vector<Inclusion>> inclusions_;  // for Stage::Headers
  std::shared_ptr<const bool> usesErrno_;
  std::shared_ptr<const SilentText> silent_;
};

class Action : public clang::ASTFrontendAction {
 public:
  Action(SourceUnit& unit, const Library& library, Search& search, const Preamble* preamble)
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
    for (const std::string& file : dependencies_->getDependencies())
      if (file != unit_.path && !Preamble::isOwnFile(file)) unit_.dependencies.push_back(straight(ownHeaderFile(file)));
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
  Search& search_;
  const Preamble* const preamble_;
  std::shared_ptr<Dependencies> dependencies_;
  llvm::StringMap<llvm::SmallString<256>> folders_;  // of headers, as the file system has them
};

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
  line.insert(line.end(), {"-x", "c++", source});
  return line;
}

/// `files` with these texts in place of files.
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

/// `files` with `text` in place of the source.
FileSystem with(const FileSystem& files, const std::string& source, const std::string& text) {
  return with(files, {{source, text}});
}

/// How Clang is called.
struct Call {
  std::vector<std::string> line;
  std::shared_ptr<const Preamble> preamble;

  /// What `text` begins with, where that is read already.
  const Preamble* preambleOf(const std::string& text) const {
    return preamble && preamble->begins(text) ? preamble.get() : nullptr;
  }
};

/// Clang's run over the source as `files` has it: `text`.
bool parse(SourceUnit& unit, const FileSystem& files, const Call& call, const Library& library, const std::string& text,
           std::string& diagnostics, Search& search) {
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

/// What is looked for in the text that has these changes.
Stage next(Stage found) {
  switch (found) {
    case Stage::AssigningMacros:
      return Stage::Algorithms;
    case Stage::Algorithms:
      return Stage::MacrosInTheWay;
    default:
      return Stage::Nothing;
  }
}

/// What a source is read with, whatever its text.
struct Reading {
  FileSystem files;
  Call call;
  const Library& library;
};

/// The unit as found in `text` with its macros and its algorithms' calls written out, where that text compiles.
bool parseWrittenOut(SourceUnit& unit, const FileSystem& files, const Reading& reading, const std::string& text,
                     Search& search, std::string& diagnostics) {
  const SourceUnit empty = unit;
  const std::vector<std::size_t> promised = search.promised;
  if (!parse(unit, files, reading.call, reading.library, text, diagnostics, search)) return false;
  if (search.changes.empty()) return true;
  const ChangedText changed(text, std::move(search.changes));
  SourceUnit rewritten = empty;
  std::string ignored;
  Search further{.stage = next(search.stage), .promised = changed.promises(), .spliced = search.spliced};
  if (parseWrittenOut(rewritten, with(files, empty.path, changed.text()), reading, changed.text(), further, ignored)) {
    changed.restore(rewritten);
    unit = std::move(rewritten);
    return true;
  }
  unit = empty;
  std::string again;
  Search nothing{.promised = promised, .spliced = search.spliced};
  return parse(unit, files, reading.call, reading.library, text, again, nothing);
}

/// The unit as found in `text`, which may be another one than the source's on disk.
bool readText(SourceUnit& unit, const Reading& reading, const std::string& text, bool isOnDisk, Search& search,
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

/// Puts attributes where Clang takes them, in the headers that `unit` has read, too. False where all are there.
bool placeHeaders(SourceUnit& unit, FileSystem& files, WrittenHeaders& written) {
  const std::vector<std::string> read = std::exchange(unit.dependencies, {unit.path});
  for (const std::string& header : read) {
    if (header == unit.path) continue;
    const auto buffer = files->getBufferForFile(header);
    if (!buffer || !(*buffer)->getBuffer().contains("clustrix")) continue;
    const std::string text = (*buffer)->getBuffer().str();
    const ChangedText placed(text, movedAttributes(text));
    if (placed.text() == text) continue;
    files = with(files, header, placed.text());
    written.emplace(placed.text(), text);
  }
  return !written.empty();
}

/// Without its place, which nobody finds in a text that is not on disk.
std::string firstError(llvm::StringRef diagnostics) {
  return diagnostics.split(": error: ").second.split('\n').first.str();
}

/// The unit with the headers in its text, where that compiles as they do; else without them, and a remark says so.
bool readSpliced(SourceUnit& unit, const Reading& reading, const std::string& text, const SplicedText& spliced,
                 std::string& diagnostics) {
  SourceUnit fresh;
  fresh.path = unit.path;
  SourceUnit whole = fresh;
  std::string problem;
  Search inWhole{.stage = Stage::AssigningMacros, .spliced = &spliced};
  const bool compiles = readText(whole, reading, spliced.text(), false, inWhole, problem);
  if (compiles) {
    spliced.place(whole);
  } else {
    diagnostics += unit.path +
                   ":1:1: remark: annotated functions of headers stay as they are: with the headers in its " +
                   "text the source does not compile: " + firstError(problem) + " [clustrix-header]\n";
    whole = fresh;
    Search alone{.stage = Stage::AssigningMacros};
    std::string again;
    if (!readText(whole, reading, text, true, alone, again)) return false;
  }
  whole.dependencies = std::move(unit.dependencies);
  unit = std::move(whole);
  return true;
}

/// That of the command, where nothing has changed since it was read.
std::shared_ptr<const Preamble> preambleFor(const CompileCommand& command, const std::vector<std::string>& line,
                                            const std::string& text, const FileSystem& files) {
  return command.preamble && command.preamble->holds(line, text, files) ? command.preamble : nullptr;
}

/// The files as `command` sees them.
FileSystem filesOf(const CompileCommand& command) {
  FileSystem files(llvm::vfs::createPhysicalFileSystem().release());
  if (!command.directory.empty()) files->setCurrentWorkingDirectory(command.directory);
  return command.unsaved.empty() ? files : with(files, command.unsaved);
}

}  // namespace

FrontendResult readSource(const std::string& source, const CompileCommand& command, FunctionListener* listener) {
  FrontendResult result;
  const FileSystem files = withOwnHeaders(filesOf(command));
  const auto readable = files->getBufferForFile(source);
  if (!readable) {
    result.unreadable = true;
    result.diagnostics = source + ": error: cannot read the file: " + readable.getError().message() + "\n";
    return result;
  }
  if (!hasOwnHeadersOfClang(resourceFolder())) {
    result.unreadable = true;
    result.diagnostics = resourceFolder().string() +
                         ": error: Clang's own headers are missing here; install them (Debian: apt-get install "
                         "libclang-common-19-dev)\n";
    return result;
  }
  std::vector<std::string> dropped;
  const auto flags = knownFlags(command.arguments, dropped);
  for (const std::string& flag : dropped)
    result.diagnostics += "clustrix-rewrite: note: flag '" + flag + "' is unknown to Clang and left out\n";

  SourceUnit unit;
  unit.path = source;
  unit.dependencies.push_back(source);
  const std::string text = (*readable)->getBuffer().str();
  const std::vector<std::string> line = commandLine(source, flags);
  Reading reading{files, {line, preambleFor(command, line, text, files)}, command.library};
  Search search{.stage = Stage::Headers, .listener = listener, .written = &text};
  std::string diagnostics;
  bool isRead = readText(unit, reading, text, true, search, diagnostics);
  WrittenHeaders written;
  if (!isRead && placeHeaders(unit, reading.files, written)) {
    diagnostics.clear();
    search = {.stage = Stage::Headers, .written = &text, .writtenHeaders = &written};
    isRead = readText(unit, reading, text, true, search, diagnostics);
  }
  result.diagnostics += diagnostics + search.headers.refused;
  if (isRead && search.headers.isAny())
    isRead = readSpliced(unit, reading, text, search.headers.spliced, result.diagnostics);
  if (isRead) {
    result.unit = std::move(unit);
    result.libraryUsed = true;
  }
  return result;
}

std::shared_ptr<const Preamble> precompile(const std::string& source, const CompileCommand& command) {
  const FileSystem files = withOwnHeaders(filesOf(command));
  const auto readable = files->getBufferForFile(source);
  if (!readable) return nullptr;
  std::vector<std::string> dropped;
  const auto line = commandLine(source, knownFlags(command.arguments, dropped));
  const std::string text = (*readable)->getBuffer().str();
  if (auto preamble = preambleFor(command, line, text, files)) return preamble;
  return Preamble::build(line, text, files, isInnerOfLibrary);
}

}  // namespace clustrix::compiler

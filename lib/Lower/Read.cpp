// Reading one source: its text, with parts of other files where functions of theirs are to be rewritten or known.
#include "Lower/TextReading.h"
#include "Source/AttributePlaces.h"
#include "Source/Flags.h"
#include "Source/OwnHeaders.h"
#include "Source/Preamble.h"
#include "Source/ResourceFolder.h"
#include "Source/Spellings.h"
#include "Splice/HeaderSplice.h"
#include "Splice/HelperImports.h"

#include "clustrix/Frontend.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <algorithm>
#include <map>

namespace clustrix::compiler {

namespace {

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

/// The unit as found in a text with parts of other files.
struct Spliced {
  SourceUnit unit;
  bool compiles = true;
  std::string problem;                         // Clang's first, where it does not
  std::map<const Helper*, std::string> wrong;  // helpers that have to go, and why, where that is worth telling
};

Spliced readWith(const SplicedText& text, const HelperCopies& copies, const Meanings& before, const SourceUnit& empty,
                 const Reading& reading) {
  Spliced result{empty, true, "", {}};
  TextSearch search{.stage = SearchFor::AssigningMacros, .spliced = &text};
  if (!copies.empty()) {
    search.copies = &copies;
    search.before = &before;
  }
  std::string diagnostics;
  result.compiles = readText(result.unit, reading, text.text(), false, search, diagnostics);
  if (result.compiles) {
    for (const Helper* helper : search.misread)
      result.wrong.emplace(helper, "it would mean something else in '" + empty.path + "'");
    if (!search.isKept && result.wrong.empty())
      for (const HelperCopy& copy : copies)
        result.wrong.emplace(copy.helper,
                             copy.helper->isInternal ? "" : "beside it '" + empty.path + "' would mean something else");
    text.place(result.unit);
  } else {
    result.problem = firstError(diagnostics);
    for (const auto& [helper, problem] : wrongIn(diagnostics, copies))
      result.wrong.emplace(helper, "in '" + empty.path + "': " + problem);
  }
  return result;
}

/// The unit with the text of headers and helpers in its own, as far as that compiles, and helpers mean what they do
/// where they are; remarks say what is left out.
bool readSpliced(SourceUnit& unit, const Reading& reading, const std::string& text, const TextSearch& found,
                 std::string& diagnostics) {
  SourceUnit empty;
  empty.path = unit.path;
  const ReadFile read = [&](const std::string& path) -> std::optional<std::string> {
    const auto buffer = reading.files->getBufferForFile(path);
    return buffer ? std::optional((*buffer)->getBuffer().str()) : std::nullopt;
  };
  Helpers helpers = found.wanted;
  Spliced whole;
  do {
    SplicedText spliced = found.headers.isAny() ? found.headers.spliced : SplicedText(unit.path, text);
    if (!found.headers.isAny()) spliced.keep(0, 0, text.size());
    const HelperCopies copies = addHelpers(spliced, found.wantedAt, helpers, read, diagnostics);
    whole = readWith(spliced, copies, found.meanings, empty, reading);
    helpers.clear();
    for (const HelperCopy& copy : copies) {
      const auto wrong = whole.wrong.find(copy.helper);
      if (wrong == whole.wrong.end())
        helpers.push_back(copy.helper);
      else if (!wrong->second.empty())
        diagnostics += helperRemark(*copy.helper, wrong->second);
    }
  } while (!whole.wrong.empty());
  if (!whole.compiles) {
    diagnostics += unit.path +
                   ":1:1: remark: annotated functions of headers stay as they are: with the headers in its " +
                   "text the source does not compile: " + whole.problem + " [clustrix-header]\n";
    whole.unit = empty;
    TextSearch alone{.stage = SearchFor::AssigningMacros};
    std::string again;
    if (!readText(whole.unit, reading, text, true, alone, again)) return false;
  }
  whole.unit.dependencies = std::move(unit.dependencies);
  for (const Helper* helper : helpers)
    if (!llvm::is_contained(whole.unit.dependencies, helper->file)) whole.unit.dependencies.push_back(helper->file);
  unit = std::move(whole.unit);
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

/// The source's text, or why it cannot be read.
std::optional<std::string> open(const std::string& source, const FileSystem& files, std::string& diagnostics) {
  const auto readable = files->getBufferForFile(source);
  if (!readable) {
    diagnostics = source + ": error: cannot read the file: " + readable.getError().message() + "\n";
    return std::nullopt;
  }
  if (!hasOwnHeadersOfClang(resourceFolder())) {
    diagnostics = resourceFolder().string() +
                  ": error: Clang's own headers are missing here; install them (Debian: apt-get install "
                  "libclang-common-19-dev)\n";
    return std::nullopt;
  }
  return (*readable)->getBuffer().str();
}

std::vector<std::string> flagsOf(const CompileCommand& command, std::string& diagnostics) {
  std::vector<std::string> dropped;
  std::vector<std::string> flags = knownFlags(command.arguments, dropped);
  for (const std::string& flag : dropped)
    diagnostics += "clustrix-rewrite: note: flag '" + flag + "' is unknown to Clang and left out\n";
  return flags;
}

/// Offsets in `text`, of helpers that were found in `read`: elsewhere, where attributes were put elsewhere.
void placeIn(const std::string& text, const std::string& read, std::vector<Helper>& helpers) {
  if (text == read) return;
  for (Helper& helper : helpers) {
    const std::size_t begin = text.find(helper.text);
    if (helper.text.empty() || helper.kind == Helper::Kind::Constant) continue;
    if (begin == std::string::npos || text.find(helper.text, begin + 1) != std::string::npos) {
      helper.problem = "attributes stand in it where Clang takes none";
      continue;
    }
    helper.line =
        1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n'));
    helper.body = begin + (helper.body - helper.begin);
    helper.end = begin + helper.text.size();
    helper.begin = begin;
  }
}

}  // namespace

FrontendResult readSource(const std::string& source, const CompileCommand& command, FunctionListener* listener) {
  FrontendResult result;
  const FileSystem files = withOwnHeaders(filesOf(command));
  const auto opened = open(source, files, result.diagnostics);
  result.unreadable = !opened;
  if (!opened) return result;
  const std::string& text = *opened;
  const auto flags = flagsOf(command, result.diagnostics);

  SourceUnit unit;
  unit.path = source;
  unit.dependencies.push_back(source);
  const std::vector<std::string> line = commandLine(source, flags);
  Reading reading{files, {line, preambleFor(command, line, text, files)}, command.library};
  const HelperIndex all(command.helpers);
  // Without any, nobody looks for calls of them.
  const HelperIndex* const index = command.helpers.empty() ? nullptr : &all;
  TextSearch search{.stage = SearchFor::Headers, .listener = listener, .written = &text, .index = index};
  std::string diagnostics;
  bool isRead = readText(unit, reading, text, true, search, diagnostics);
  WrittenHeaders written;
  if (!isRead && placeHeaders(unit, reading.files, written)) {
    diagnostics.clear();
    search = {.stage = SearchFor::Headers, .written = &text, .writtenHeaders = &written, .index = index};
    isRead = readText(unit, reading, text, true, search, diagnostics);
  }
  result.diagnostics += diagnostics + search.headers.refused + search.refused;
  if (isRead && (search.headers.isAny() || !search.wanted.empty()))
    isRead = readSpliced(unit, reading, text, search, result.diagnostics);
  if (isRead) {
    result.unit = std::move(unit);
  }
  return result;
}

HelpersResult readHelpers(const std::string& source, const CompileCommand& command) {
  HelpersResult result;
  const FileSystem files = withOwnHeaders(filesOf(command));
  const auto text = open(source, files, result.diagnostics);
  result.unreadable = !text;
  if (!text) return result;
  const ClangCall call{commandLine(source, flagsOf(command, result.diagnostics)), nullptr};
  SourceUnit unit;
  unit.path = source;
  unit.dependencies.push_back(source);
  const ChangedText plain(*text, plainSpellings(*text));
  const ChangedText placed(plain.text(), movedAttributes(plain.text()));
  std::vector<Helper> defined;
  TextSearch search{.defined = &defined};
  if (!parse(unit, with(files, source, placed.text()), call, command.library, placed.text(), result.diagnostics,
             search))
    return result;
  placeIn(*text, placed.text(), defined);
  for (Helper& helper : defined) helper.file = source;
  result.helpers = std::move(defined);
  result.dependencies = std::move(unit.dependencies);
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

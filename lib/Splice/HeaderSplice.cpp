#include "Splice/HeaderSplice.h"

#include "Source/FileTokens.h"
#include "Support/LineDirective.h"
#include "Support/OneLine.h"

#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <filesystem>
#include <optional>

namespace clustrix::compiler {

using File = const clang::FileEntry*;

/// A directive of a file with all of its lines, where they hold nothing else.
struct DirectiveLines {
  FileDirective directive;
  std::size_t next = 0;  // where the line behind them begins
  bool isAlone = false;
};

namespace {

/// Clang finds `./grid.h` beside `main.cpp`, and GCC `grid.h`.
std::string nameOf(const clang::FileEntryRef& file) {
  llvm::StringRef name = file.getName();
  name.consume_front("./");
  return name.str();
}

std::size_t lineEnd(std::string_view text, std::size_t offset) {
  const std::size_t newline = text.find('\n', offset);
  return newline == std::string_view::npos ? text.size() : newline;
}

/// Whether a line has nothing from `offset` on but blanks and a comment that it also ends.
bool endsThere(std::string_view text, std::size_t offset) {
  std::string_view rest = text.substr(offset, lineEnd(text, offset) - offset);
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r"), rest.size()));
  if (rest.starts_with("//")) return !rest.ends_with('\\') && !rest.ends_with("\\\r");
  if (!rest.starts_with("/*")) return rest.empty();
  const std::size_t end = rest.find("*/", 2);
  return end != std::string_view::npos && rest.find_first_not_of(" \t\r", end + 2) == std::string_view::npos;
}

/// By the lines, from 1, of their `#`.
std::map<unsigned, DirectiveLines> directivesOf(std::string_view text) {
  std::map<unsigned, DirectiveLines> all;
  std::size_t counted = 0;
  unsigned line = 1;
  for (FileDirective& directive : fileTokens(text).directives) {
    const std::size_t sign = text.find_first_not_of(" \t", directive.begin);
    line += static_cast<unsigned>(std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                                             text.begin() + static_cast<std::ptrdiff_t>(sign), '\n'));
    counted = sign;
    const bool begins = directive.begin == 0 || text[directive.begin - 1] == '\n';
    const std::size_t end = lineEnd(text, directive.end);
    const bool isAlone = begins && endsThere(text, directive.end);
    all.emplace(line, DirectiveLines{std::move(directive), std::min(end + 1, text.size()), isAlone});
  }
  return all;
}

}  // namespace

/// Decides what is put in, and does it.
class HeaderSplicer {
 public:
  HeaderSplicer(const clang::SourceManager& manager, const std::vector<Inclusion>& inclusions,
                const WrittenSource& source)
      : manager_(manager), source_(source), result_{{source.path, source.text}, ""} {
    for (const Inclusion& inclusion : inclusions) {
      const File included = inclusion.file ? &inclusion.file->getFileEntry() : nullptr;
      byPlace_[{inclusion.in, inclusion.line}] = &inclusion;
      if (included) includedBy_[included].push_back(&inclusion);
    }
    texts_.emplace(mainFile(), Text{source.path, source.text, directivesOf(source.text), 0});
  }

  HeaderSplice run(const std::set<clang::FileID>& annotated) {
    std::set<File> told;
    for (const clang::FileID id : annotated) {
      const auto header = manager_.getFileEntryRefForID(id);
      if (!header || !told.insert(&header->getFileEntry()).second) continue;
      std::set<File> needed;
      const std::string problem = need(&header->getFileEntry(), needed);
      if (problem.empty())
        putIn_.merge(needed);
      else
        result_.refused += nameOf(*header) + ":1:1: remark: its annotated functions stay as they are: " + problem +
                           " [clustrix-header]\n";
    }
    if (putIn_.empty()) return std::move(result_);
    expand(manager_.getMainFileID(), 0);
    return std::move(result_);
  }

 private:
  struct Text {
    std::string path, text;
    std::map<unsigned, DirectiveLines> directives;
    std::optional<std::size_t> file;  // of the result's, once it is one
  };

  File mainFile() const { return &manager_.getFileEntryRefForID(manager_.getMainFileID())->getFileEntry(); }

  Text& textOf(clang::FileID id) {
    const auto file = manager_.getFileEntryRefForID(id);
    const auto [known, isNew] = texts_.try_emplace(&file->getFileEntry());
    if (!isNew) return known->second;
    known->second.path = nameOf(*file);
    known->second.text = manager_.getBufferData(id).str();
    if (source_.headers)
      if (const auto written = source_.headers->find(known->second.text); written != source_.headers->end())
        known->second.text = written->second;
    known->second.directives = directivesOf(known->second.text);
    return known->second;
  }

  /// Adds to `needed` the header and all that includes it. Returns why one of them cannot be put in, or "".
  std::string need(File header, std::set<File>& needed) {
    if (header == mainFile() || !needed.insert(header).second) return "";
    for (const Inclusion* inclusion : includedBy_[header]) {
      const auto includer = manager_.getFileEntryRefForID(inclusion->in);
      if (!includer) return "a flag of the command line includes it; include it from the source itself";
      const auto& directives = textOf(inclusion->in).directives;
      const auto lines = directives.find(inclusion->line);
      if (lines == directives.end() || !lines->second.isAlone)
        return "'" + nameOf(*includer) + "' includes it on line " + std::to_string(inclusion->line) +
               ", which holds more than that; give the directive a line of its own";
      if (std::string problem = need(&includer->getFileEntry(), needed); !problem.empty()) return problem;
    }
    return problemOf(header);
  }

  /// What would mean something else in another file.
  std::string problemOf(File header) {
    for (const Inclusion* inclusion : includedBy_[header]) {
      if (inclusion->entered.isInvalid()) continue;
      const Text& of = textOf(inclusion->entered);
      if (of.text.find("__has_include") != std::string::npos)
        return "'" + of.path +
               "' asks for other headers with __has_include; move the functions to a header that does not";
      if (of.text.ends_with('\\')) return "'" + of.path + "' ends in a backslash; end it with a line";
    }
    return "";
  }

  /// Text [from, to) of the file, as it is.
  void keep(Text& of, std::size_t from, std::size_t to) {
    if (from == to) return;
    if (!of.file) of.file = result_.spliced.addFile(of.path, of.text);
    result_.spliced.keep(*of.file, from, to);
  }

  void add(const std::string& text) { result_.spliced.add(text); }

  /// The name by which the source can include what a header includes by a name of its own; "" where that does as well.
  std::string renamed(const Inclusion& inclusion) const {
    if (!inclusion.file || !(inclusion.besideIncluder || inclusion.isNext)) return "";
    namespace fs = std::filesystem;
    const std::string name = inclusion.file->getName().str();
    const fs::path folder = fs::path(source_.path).parent_path();
    const fs::path near = fs::path(name).lexically_relative(folder.empty() ? fs::path(".") : folder);
    clang::FileManager& files = manager_.getFileManager();
    const auto found =
        near.empty() ? clang::OptionalFileEntryRef() : files.getOptionalFileRef((folder / near).string());
    if (found && &found->getFileEntry() == &inclusion.file->getFileEntry()) return near.generic_string();
    llvm::SmallString<256> absolute(name);
    files.makeAbsolutePath(absolute);
    return absolute.str().str();
  }

  void expand(clang::FileID id, int depth) {
    Text& of = textOf(id);
    std::size_t at = depth > 0 && of.text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    const auto replace = [&](std::size_t begin, std::size_t end, const std::string& text) {
      keep(of, at, begin);
      add(text);
      at = end;
    };
    for (const auto& [line, lines] : of.directives) {
      const FileDirective& directive = lines.directive;
      const std::string text = of.text.substr(directive.begin, lines.next - directive.begin);
      const std::size_t count = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
      const auto found = byPlace_.find({id, line});
      const Inclusion* inclusion = found == byPlace_.end() ? nullptr : found->second;
      const bool isIn = inclusion && inclusion->file && putIn_.contains(&inclusion->file->getFileEntry());
      if (isIn && inclusion->entered.isValid()) {
        replace(directive.begin, lines.next, lineDirective(1, stringLiteral(nameOf(*inclusion->file))));
        expand(inclusion->entered, depth + 1);
        if (!result_.spliced.text().ends_with('\n')) add("\n");
        add(lineDirective(static_cast<int>(line + std::max<std::size_t>(count, 1)), stringLiteral(of.path)));
      } else if (isIn || (depth > 0 && directive.words == "pragma once" && lines.isAlone)) {
        // It has been read, or is read once since it stands in the source.
        replace(directive.begin, lines.next, count > 1 ? std::string(count, '\n') : "// " + text);
      } else if (const std::string name = inclusion && depth > 0 ? renamed(*inclusion) : ""; !name.empty()) {
        replace(directive.begin, directive.end, "#include \"" + name + "\"");
      }
    }
    keep(of, at, of.text.size());
  }

  const clang::SourceManager& manager_;
  const WrittenSource source_;
  std::map<std::pair<clang::FileID, unsigned>, const Inclusion*> byPlace_;
  std::map<File, std::vector<const Inclusion*>> includedBy_;
  std::map<File, Text> texts_;
  std::set<File> putIn_;
  HeaderSplice result_;
};

HeaderSplice spliceHeaders(const clang::SourceManager& manager, const std::vector<Inclusion>& inclusions,
                           const std::set<clang::FileID>& annotated, const WrittenSource& source) {
  return HeaderSplicer(manager, inclusions, source).run(annotated);
}

}  // namespace clustrix::compiler

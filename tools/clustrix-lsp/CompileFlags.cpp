#include "clustrix-lsp/CompileFlags.h"

#include "Driver/CompilationDatabase.h"
#include "Driver/Files.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace clustrix::lsp {
namespace {

namespace fs = std::filesystem;
using compiler::CompilationDatabase;
using compiler::CompileCommand;
using compiler::DatabaseEntry;

constexpr const char* fileName = "compile_commands.json";

/// How many folders from the root on are the same.
std::ptrdiff_t commonFolders(const fs::path& a, const fs::path& b) {
  const fs::path left = a.parent_path(), right = b.parent_path();
  return std::distance(left.begin(), std::mismatch(left.begin(), left.end(), right.begin(), right.end()).first);
}

const DatabaseEntry* bestOf(const CompilationDatabase& database, const std::string& file) {
  const auto is = [](const std::string& path) {
    return [&](const DatabaseEntry& entry) { return entry.file == path; };
  };
  const auto& all = database.entries;
  // Links are followed once: to do so for each entry takes long where there are thousands.
  const std::string canonical = compiler::canonicalPath(file);
  for (const std::string& path : {fs::path(file).lexically_normal().string(), canonical})
    if (const auto found = std::find_if(all.begin(), all.end(), is(path)); found != all.end()) return &*found;
  const auto nearer = [&](const DatabaseEntry& a, const DatabaseEntry& b) {
    return commonFolders(a.file, canonical) < commonFolders(b.file, canonical);
  };
  const auto best = std::max_element(all.begin(), all.end(), nearer);
  return best == all.end() ? nullptr : &*best;
}

}  // namespace

struct CompileFlags::Read {
  fs::file_time_type written;
  CompilationDatabase database;
  std::string problem;
};

CompileFlags::CompileFlags(std::optional<std::string> folder) : folder_(std::move(folder)) {}
CompileFlags::~CompileFlags() = default;

std::optional<std::string> nearestDatabase(const std::string& file) {
  fs::path folder = fs::path(file).lexically_normal().parent_path();
  for (;; folder = folder.parent_path()) {
    for (const fs::path& candidate : {folder, folder / "build"}) {
      std::error_code ignored;
      if (fs::is_regular_file(candidate / fileName, ignored)) return candidate.string();
    }
    if (folder == folder.parent_path()) return std::nullopt;
  }
}

CompileFlags::Found CompileFlags::find(const std::string& file) {
  const std::optional<std::string> folder = folder_ ? folder_ : nearestDatabase(file);
  if (!folder) return {};
  std::error_code ignored;
  const auto written = fs::last_write_time(fs::path(*folder) / fileName, ignored);
  std::unique_ptr<Read>& read = read_[*folder];
  if (!read || read->written != written) {
    read = std::make_unique<Read>(Read{written, {}, ""});
    auto outcome = compiler::readDatabase(*folder);
    if (const auto* why = compiler::failed(outcome))
      read->problem = why->message;
    else
      read->database = std::move(compiler::value(outcome));
  }
  if (!read->problem.empty()) return {nullptr, read->problem};
  const DatabaseEntry* entry = bestOf(read->database, file);
  return {entry ? std::make_shared<const CompileCommand>(entry->command) : nullptr, ""};
}

}  // namespace clustrix::lsp

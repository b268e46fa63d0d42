#include "clustrix-c++/HostCompiler.h"

#include <sstream>

#include "layout/Programs.h"

namespace clustrix::tools {
namespace {

namespace fs = std::filesystem;
using Command = std::vector<std::string>;

bool isSame(const fs::path& a, const fs::path& b) {
  std::error_code failed;
  return fs::equivalent(a, b, failed) && !failed;
}

// `command` where it can be called and is not ourselves, else nothing.
Command callable(Command command, const CompilerSearch& search) {
  const std::string found = command.empty() ? "" : findOnPath(command[0]);
  return found.empty() || isSame(found, search.program) ? Command() : std::move(command);
}

Command chosenCompiler(const CompilerSearch& search) {
  std::istringstream words(search.chosen);
  Command command;
  for (std::string word; words >> word;) command.push_back(word);
  return callable(command, search);
}

// Debian's says "Debian clang version 19.1.7".
bool isClang19(Command command) {
  command.emplace_back("--version");
  return outputOf(command).find("clang version 19.") != std::string::npos;
}

}  // namespace

Command hostCompiler(const CompilerSearch& search) {
  Command found = chosenCompiler(search);
  for (const char* name : {"g++", "c++", "clang++"}) {
    if (found.empty()) found = callable({name}, search);
  }
  return found;
}

Command clang19(const CompilerSearch& search) {
  std::vector<Command> candidates{chosenCompiler(search)};
  for (const fs::path& folder : {search.program.parent_path(), fs::path()}) {
    for (const char* name : {"clang++-19", "clang++"}) candidates.push_back(callable({folder / name}, search));
  }
  for (const Command& candidate : candidates) {
    if (!candidate.empty() && isClang19(candidate)) return candidate;
  }
  return {};
}

}  // namespace clustrix::tools

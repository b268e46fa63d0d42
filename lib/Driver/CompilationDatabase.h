// compile_commands.json: how the project's build compiles each source.
//
//     [ { "directory": "/b", "file": "../heat.cpp", "command": "g++ -O2 -I../inc -c ../heat.cpp -o heat.o" } ]
//       ──commandFor("heat.cpp")──► CompileCommand { "/b", { "-O2", "-I../inc" } }
#pragma once

#include "Driver/Outcome.h"
#include "clustrix/Frontend.h"

#include <string>
#include <vector>

namespace clustrix::compiler {

struct DatabaseEntry {
  std::string file;  // absolute and normal
  CompileCommand command;
};

struct CompilationDatabase {
  std::string path;
  std::vector<DatabaseEntry> entries;
};

/// Reads `directory`/compile_commands.json. Exit::FileFailed when it cannot be read, Exit::BadInput when its content is
/// no compilation database. Compiler, source, output and dependency-file arguments are left out of the commands.
Outcome<CompilationDatabase> readDatabase(const std::string& directory);

/// The first entry whose file is `source`, links followed; or is what clustrix_target makes of it.
Outcome<CompileCommand> commandFor(const CompilationDatabase& database, const std::string& source);

/// Words of a command line as a POSIX shell splits it: blanks, quotes and backslashes; nothing is expanded.
std::vector<std::string> shellWords(const std::string& command);

}  // namespace clustrix::compiler

// Which flags a file is compiled with: of the nearest compile_commands.json, as clangd finds it, and of the server's
// command line behind them.
//
//     /p/src/heat.cpp     /p/src/compile_commands.json, /p/src/build/compile_commands.json,
//                         /p/compile_commands.json, /p/build/compile_commands.json, ...
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clustrix::compiler {
struct CompilationDatabase;
struct CompileCommand;
}  // namespace clustrix::compiler

namespace clustrix::lsp {

/// The folder of the nearest compile_commands.json at or above the file, or in a folder `build` there.
std::optional<std::string> nearestDatabase(const std::string& file);

class CompileFlags {
 public:
  /// `folder`: of the compile_commands.json for all files; else each has its nearest.
  explicit CompileFlags(std::optional<std::string> folder);
  ~CompileFlags();

  struct Found {
    std::shared_ptr<const compiler::CompileCommand> command;  // null where there is no database
    std::string problem;                                      // why one that is there cannot be read, or ""
  };
  /// The file's own command; for one that is not listed, that of the file with the most folders in common.
  Found find(const std::string& file);

 private:
  struct Read;  // a database, and when it was written

  std::optional<std::string> folder_;
  std::map<std::string, std::unique_ptr<Read>> read_;  // by folder
};

}  // namespace clustrix::lsp

// The layout: where the runtime's headers and libraries are, as seen from one of our own programs.
//
//     build tree     BUILD/bin/clustrix-config      ->  SOURCE/runtime/include, BUILD/lib/libclustrix_runtime.a
//     installation   PREFIX/bin/clustrix-config     ->  PREFIX/include,         PREFIX/lib/libclustrix_runtime.a
//
// An installation may be moved as a whole: everything in it is found relative to the program that asks.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace clustrix::tools {

struct Layout {
  std::filesystem::path prefix;    // of the installation, or the build tree
  std::filesystem::path programs;  // the folder of our programs
  std::filesystem::path includes;
  std::vector<std::filesystem::path> libraries;  // absolute, in link order
  std::filesystem::path audit;                   // the audit's library; "" in a build that has none
  std::filesystem::path shared{};                // the runtime as a shared library; "" in a build that has none
  std::filesystem::path ranks{};  // the folder of what MPI's launchers have loaded; "" in a build without
};

struct LayoutError {
  std::string message;  // says what is missing and what to do
};

/// The layout around `program`, an absolute path. Errors: a header or library that should be there is not.
std::variant<Layout, LayoutError> findLayout(const std::filesystem::path& program);

/// Why nothing can be audited with this layout; nothing where it can.
std::optional<LayoutError> auditMissing(const Layout& layout);

/// Why nothing can be linked with a shared runtime; nothing where it can.
std::optional<LayoutError> sharedMissing(const Layout& layout);

/// The absolute path of the running program, links resolved; empty when the system does not tell.
std::filesystem::path thisProgram();

/// `Layout::ranks` as seen from `program`, also where only programs that run are installed.
std::filesystem::path ranksFolder(const std::filesystem::path& program = thisProgram());

/// A page of docs/, as seen from `program`; empty where it is not there.
std::filesystem::path documentPath(const std::string& name, const std::filesystem::path& program = thisProgram());

/// Flags for g++ and clang++ alike, to compile a rewritten file.
std::vector<std::string> compileFlags(const Layout& layout);
/// Flags to link with, for g++, clang++ and nvcc alike (hence `-Xlinker` and `-lpthread`).
std::vector<std::string> linkFlags(const Layout& layout);
/// The layout of programs that have the runtime as a shared library, for any of these flags.
Layout withSharedRuntime(Layout layout);
/// What Clang 19 puts its hooks into an audited program by, behind all other flags.
std::vector<std::string> auditHookFlags();
/// `compileFlags` and `linkFlags` for an audited program.
std::vector<std::string> auditCompileFlags(const Layout& layout);
std::vector<std::string> auditLinkFlags(const Layout& layout);
/// Flags for nvcc, to compile or link a rewritten file.
std::vector<std::string> cudaFlags(const Layout& layout);

/// "1.2.3".
std::string version();

/// One line that a shell splits into `words` again.
std::string joinForShell(const std::vector<std::string>& words);

}  // namespace clustrix::tools

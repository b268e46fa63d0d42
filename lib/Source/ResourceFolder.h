// Clang's resource folder: its own headers, `stddef.h` and the like, without which nothing compiles.
//
//     PREFIX/bin/clustrix-rewrite  ->  PREFIX/lib/clustrix/clang   an installation that brings them
//                                  ->  /usr/lib/llvm-19/lib/...    else where this build's LLVM has them
#pragma once

#include <filesystem>

namespace clustrix::compiler {

/// For the program at `program`, an absolute path, or "" where the system does not tell. The folder need not be there.
std::filesystem::path resourceFolder(const std::filesystem::path& program);

/// The same for the running program, asked once.
const std::filesystem::path& resourceFolder();

/// Whether it holds what Clang needs.
bool hasOwnHeadersOfClang(const std::filesystem::path& folder);

}  // namespace clustrix::compiler

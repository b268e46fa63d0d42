// Headers that are the host compiler's own, and that Clang lacks: OpenMP's, which GCC keeps beside its compiler.
//
//     /usr/lib/gcc/x86_64-linux-gnu/12/include/omp.h      is found as      /clustrix-own-headers/omp.h
//
// Of that folder nothing else is to be found: its other headers say what Clang says in other words.
#pragma once

#include "llvm/Support/VirtualFileSystem.h"

#include <string>

namespace clustrix::compiler {

/// To be searched behind all others.
inline constexpr const char* ownHeaderFolder = "/clustrix-own-headers";

/// `files` with that folder.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> withOwnHeaders(
    const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>& files);

/// Where a file of that folder really is; other files as they are.
std::string ownHeaderFile(const std::string& file);

}  // namespace clustrix::compiler

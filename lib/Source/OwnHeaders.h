// Headers that others than Clang have, or had: OpenMP's, which GCC keeps beside its compiler, and one of CUDA's that
// Clang asks for in toolkits that lack it since textures are objects.
//
//     /usr/lib/gcc/x86_64-linux-gnu/12/include/omp.h      is found as      /clustrix-own-headers/omp.h
//     nothing                                             is found as      .../texture_fetch_functions.h
//
// Of GCC's folder nothing else is to be found: its other headers say what Clang says in other words.
#pragma once

#include "llvm/Support/VirtualFileSystem.h"

#include <string>

namespace clustrix::compiler {

/// To be searched behind all others.
inline constexpr const char* ownHeaderFolder = "/clustrix-own-headers";

/// `files` with that folder.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> withOwnHeaders(
    const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>& files);

/// Where a file of that folder really is, "" where it is nowhere; other files as they are.
std::string ownHeaderFile(const std::string& file);

}  // namespace clustrix::compiler

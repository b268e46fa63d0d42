// Symbol tags: a function that a header offers is rewritten with each source that uses it, and in the others it is what
// the header says. Linkers keep one of all functions of one symbol, and one of all lambdas that stand at the same place
// in it: so what a source makes of the function has a symbol of its own.
//
//     inline void smooth(...) { ... }   ──►   __attribute__((abi_tag("clustrix_heat_cpp_1f"))) inline void smooth(...)
#pragma once

#include "Source/FilePlaces.h"

#include "clang/AST/Decl.h"
#include "llvm/ADT/ArrayRef.h"

#include <cstddef>
#include <optional>
#include <string>

namespace clustrix::compiler {

struct SymbolTag {
  std::optional<std::size_t> at;  // of the main file's text; nothing where the function needs no tag
  std::string problem;            // why it cannot have the one that it needs, or ""
};

/// For `function` as written, in the main file's text, and its instances. What stands in another function, such as a
/// lambda, needs that one's.
SymbolTag symbolTag(const clang::FunctionDecl& function, llvm::ArrayRef<const clang::FunctionDecl*> instances,
                    const FilePlaces& places);

}  // namespace clustrix::compiler

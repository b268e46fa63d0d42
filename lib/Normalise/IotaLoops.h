// Loops over views of numbers and lists of them become loops that count, before the frontend models them.
#pragma once

#include "Source/ChangedText.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <vector>

namespace clustrix::compiler {

/// Adds the changes for the loops of the function over `std::views::iota(first, last)` and `{first, ..., last}` whose
/// bodies leave the number alone. A loop of which a part has changed already stays as it is.
void countIotaLoops(clang::ASTContext& context, const clang::FunctionDecl* function, std::vector<TextChange>& changes);

}  // namespace clustrix::compiler

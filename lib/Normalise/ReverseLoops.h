// Loops over reverse iterators become loops that count, before the frontend models them.
#pragma once

#include "Source/ChangedText.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <vector>

namespace clustrix::compiler {

/// Adds the changes for those loops of the function that walk contiguous elements backwards and use their iterator for
/// nothing but its element and its place. A loop of which a part has changed already stays as it is.
void countReverseLoops(clang::ASTContext& context, const clang::FunctionDecl* function,
                       std::vector<TextChange>& changes);

}  // namespace clustrix::compiler

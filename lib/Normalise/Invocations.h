// Invocations: `std::invoke(f, x)` becomes `(f)(x)`, before the frontend models the loops around it.
//
// What the library does in between hides which function is called, and whether it can change what it is given.
#pragma once

#include "Source/ChangedText.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <vector>

namespace clustrix::compiler {

/// Adds the changes for the calls in the function; those of members stay, and so do those of which some text has
/// changed already.
void spellInvocations(clang::ASTContext& context, const clang::FunctionDecl* function,
                      std::vector<TextChange>& changes);

}  // namespace clustrix::compiler

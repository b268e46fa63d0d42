// Recurrence recognition: scans that are spelled as recurrences: what the iteration before has left in memory becomes a
// variable, so that the loop is seen as the scan that it is.
//
//     for (int i = 1; i < n; ++i) y[i] = y[i - 1] + x[i];
//     { double y_before = -0.0;
//       for (int i = 1; i < n; ++i) { if (i == 1) y_before += y[i - 1]; y_before += x[i]; y[i] = y_before; } }
//
// In the text that the frontend models, and nowhere else: the loop as it is written stays the one that runs where no
// launch does.
#pragma once

#include "Source/ChangedText.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <vector>

namespace clustrix::compiler {

/// Adds the changes for those loops of the function, in no other loop, that do nothing else. A loop of which a part has
/// changed already stays as it is.
void recogniseRecurrences(clang::ASTContext& context, const clang::FunctionDecl* function,
                          std::vector<TextChange>& changes);

}  // namespace clustrix::compiler

// The loop's variable where only macros of the body name it. The text does not say so: `CUR *= 2;`.
#pragma once

#include "Lower/Walk.h"

namespace clustrix::compiler {

/// `int i = static_cast<int>(first_i + 2 * k); ` for a body that `pieces` are the text of, and leaves the declaration
/// to nobody else; nothing where the text names the variable itself, or where nothing does.
/// `walk.model.kernel.textProblem` says why where no declaration can be written.
std::vector<BodyPiece> declarationForMacros(Walk& walk, const clang::Stmt* body, const std::vector<BodyPiece>& pieces,
                                            const clang::LangOptions& options);

}  // namespace clustrix::compiler

// Functions: the annotated functions of the main file, their loops, and a model of each.
#pragma once

#include "Attributes.h"
#include "MathState.h"

#include "clustrix/Frontend.h"
#include "clustrix/Library.h"
#include "clustrix/Source.h"

#include "clang/AST/ASTContext.h"

namespace clustrix::compiler {

/// `library`: what calls without a visible body do. `mathState`: what the source asks for. `listener`, if any, hears of
/// each function.
std::vector<AnnotatedFunction> annotatedFunctions(clang::ASTContext& context, const AttributeTokens& attributes,
                                                  const std::vector<LibraryFunction>& library,
                                                  const MathState& mathState, FunctionListener* listener);

/// The model of one loop: the walk, repeated until it knows what is written, and the body's text.
LoopModel modelLoop(const WalkInput& input);

}  // namespace clustrix::compiler

// Functions: the annotated functions of the main file, their loops, and a model of each.
#pragma once

#include "Attributes.h"

#include "clustrix/Frontend.h"
#include "clustrix/Library.h"
#include "clustrix/Source.h"

#include "clang/AST/ASTContext.h"

namespace clustrix::compiler {

/// `library`: what calls without a visible body do. `listener`, if any, hears of each function.
std::vector<AnnotatedFunction> annotatedFunctions(clang::ASTContext& context, const AttributeTokens& attributes,
                                                  const std::vector<LibraryFunction>& library,
                                                  FunctionListener* listener);

/// The model of one loop: the walk, repeated until it knows what is written, and the body's text.
struct WalkInput;
LoopModel modelLoop(const WalkInput& input);

}  // namespace clustrix::compiler

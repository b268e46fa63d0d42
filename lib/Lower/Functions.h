// Functions: the annotated functions of the main file, their loops, and a model of each.
#pragma once

#include "Lower/WalkInput.h"
#include "Source/Attributes.h"
#include "Source/MacroTexts.h"
#include "Source/MathState.h"
#include "Source/SilentMacros.h"
#include "Splice/SplicedText.h"

#include "clustrix/Frontend.h"
#include "clustrix/Library.h"
#include "clustrix/Source.h"

#include "clang/AST/ASTContext.h"

#include <set>
#include <vector>

namespace clustrix::compiler {

/// What the frontend knows beside the syntax tree.
struct Known {
  const AttributeTokens& attributes;
  const MacroTexts& macros;
  const Library& library;                // what calls into libraries do
  const MathState mathState{};           // that the source asks for
  const SilentText& silent;              // in front of loops
  const SplicedText* spliced = nullptr;  // where headers stand in the main file's text
};

/// The headers, as they were entered, with annotated functions that the source uses.
std::set<clang::FileID> annotatedHeaders(clang::ASTContext& context, const AttributeTokens& attributes);

struct AnnotatedBodies {
  std::vector<const clang::FunctionDecl*> functions;  // of which bodies are known, instances of templates among them
  int line = 0;  // of the main file, in front of which what the first one in it needs may stand; 0: none is in it
};
AnnotatedBodies annotatedBodies(clang::ASTContext& context, const SilentText& silent);

/// `listener`, if any, hears of each function.
std::vector<AnnotatedFunction> annotatedFunctions(clang::ASTContext& context, const Known& known,
                                                  FunctionListener* listener);

/// The model of one loop: the walk, repeated until it knows what is written, and the body's text.
LoopModel modelLoop(const WalkInput& input);

}  // namespace clustrix::compiler

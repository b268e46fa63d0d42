// Inlined: functions so small that compilers inline them where they are called, unless a launch makes them larger.
//
//     void step(double* a, int n) { for ... a[i] *= 2; }   ──►   __attribute__((used)) inline void step(...) { ... }
//
// The keyword alone makes GCC's limit for them 70 instructions, as against 15 at -O2. The function stays where it was
// for other files.
#pragma once

#include "Source/FilePlaces.h"
#include "clustrix/Source.h"

#include "clang/AST/Decl.h"

#include <optional>

namespace clustrix::compiler {

/// Where a function that has no launch yet can be declared inline; nothing where it cannot, is already, or is too
/// large.
std::optional<InlinePlace> inlinePlace(const clang::FunctionDecl& function, const FilePlaces& places);

}  // namespace clustrix::compiler

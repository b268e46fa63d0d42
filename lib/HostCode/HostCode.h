// Host code: the tree of what an annotated function does, loops and all else, with what each piece may touch.
//
//     body + what each expression touches ──hostCode──► HostCode, from which the plan makes marks
#pragma once

#include "HostCode/HostEffects.h"
#include "Source/FilePlaces.h"

#include "clustrix/HostCode.h"

#include <map>
#include <vector>

namespace clustrix::compiler {

/// Of one definition. `loops`: the place of each loop in AnnotatedFunction::loops.
HostCode hostCode(clang::ASTContext& context, const clang::FunctionDecl& function,
                  const std::map<const clang::Stmt*, int>& loops, const Annotated& annotated, const FilePlaces& places);

/// Of the text that two instantiations share; with a problem where they differ in more than what they touch.
HostCode merged(const HostCode& one, const HostCode& other);

}  // namespace clustrix::compiler

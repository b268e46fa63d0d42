// The preliminary mod set: what a loop's text seems to write, before anything has been walked.
//
//     for (int i = 0; i < n; ++i) { s += a[i]; b[i] = s; }      writes s, and memory
//
// The walk starts from it, and from nothing where it finds less: what is right spares the loop one of two walks.
#pragma once

#include "Lower/WalkInput.h"

namespace clustrix::compiler {

WrittenSets preliminaryModSet(const clang::Stmt& loop);

/// Whether all of `preliminary` was found by the walk that started from it.
bool confirms(const WrittenSets& found, const WrittenSets& preliminary);

}  // namespace clustrix::compiler

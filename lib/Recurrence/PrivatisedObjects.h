// Privatised objects: those from outside the loop that an iteration assigns as a whole: each iteration has one to
// itself.
//
//     t = a[i]; t.re *= 2; b[i] = norm(t);      t is private; the last one is kept where it is read after the loop
//
// What is done with a part of such an object, or by a function that is given it, is done to the iteration's own one. It
// must have been assigned before, in the same iteration: a part alone does not make it the iteration's.
#pragma once

#include "clang/AST/Type.h"

namespace clustrix::compiler {

/// Whether objects of the type can be made of nothing, and copied as bytes, by code that does no more than that.
bool mayBePrivatised(clang::QualType type);

}  // namespace clustrix::compiler

// Kernels of the user's own, `scale<<<grid, block>>>(x, n)`: whether they touch anything but what they are given.
//
//     __global__ void scale(float* x, int n) { if (i < n) x[i] *= 2; }      ""
//     __global__ void count(int* x) { total += x[i]; }                      "'total' is used, which all launches share"
//
// A kernel whose pointers all come from its parameters, and lead to numbers, reaches no memory but what those lead to.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Type.h"

#include <string>

namespace clustrix::compiler {

/// Why launches of `kernel`, or calls of a device function, may touch other memory than their parameters lead to: a
/// clause, or "".
std::string kernelProblem(const clang::FunctionDecl& kernel);

/// Whether objects of the type hold pointers or references.
bool holdsPointers(clang::QualType type);
/// Whether numbers, and structures of numbers, are all that lies behind such a pointer.
bool leadsToNumbers(clang::QualType pointer);

}  // namespace clustrix::compiler

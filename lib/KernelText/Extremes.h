// std::min, max and clamp of numbers, by value, and std::sort and std::lower_bound of numbers as devices have them (see
// clustrix/Sort.h and clustrix/Bisection.h).
//
//     greatest = std::max(greatest, a[i])  ─►  greatest = clustrix::larger(greatest, a[i])
//
// The library's give references. nvcc keeps the choice of an address, and with it the variable in memory: each
// iteration writes it there and waits to read it back (see clustrix/Extremes.h). Where the reference is what is wanted,
// the library's are said in full: nvcc has functions of the same names, which treat what is no number otherwise.
//
//     using std::max;  const double& top = max(a, b)  ─►  const double& top = std::max(a, b)
#pragma once

#include "KernelText/TextEdit.h"

#include "clang/AST/ASTContext.h"

#include <string>

namespace clustrix::compiler {

/// What kernels call instead: `clustrix::sort`; "" of functions that they call by their own name.
std::string nameInKernels(const clang::FunctionDecl* function);

/// Adds edits for the calls in `text`; "" or why it cannot be used.
std::string spellExtremes(const clang::Stmt* text, const clang::ASTContext& context, std::vector<TextEdit>& edits);

}  // namespace clustrix::compiler

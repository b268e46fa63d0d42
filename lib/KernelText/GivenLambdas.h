// Lambdas that a function template is given: `template <class F> void apply(std::vector<double>& v, F f)`.
//
// The kernel is a template with the same parameters and has a copy of the closure, which is right where the closure is
// nothing but numbers that its calls do not change. It is compiled for the host alone: nvcc gives kernels no types of
// other functions' lambdas.
#pragma once

#include "clang/AST/Decl.h"

#include <string>

namespace clustrix::compiler {

/// Why a kernel cannot have a copy of the closure that is `parameter` of `function`, or "".
std::string givenLambdaProblem(const clang::FunctionDecl& function, const clang::VarDecl* parameter);

/// The name that the template of `function` has for the closure's type.
std::string givenLambdaType(const clang::FunctionDecl& function, const clang::VarDecl* parameter);

}  // namespace clustrix::compiler

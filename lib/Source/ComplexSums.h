// Sums of std::complex, whose operators add and subtract the two parts and do nothing else: the standard says so,
// however a library writes them.
//
//     s += x[i] * std::conj(x[i]);      s = s + w[i];      s -= x[i];
//
// Any grouping gives the same, up to rounding.
#pragma once

#include "Source/ReductionShapes.h"

namespace clustrix::compiler {

/// Whether the type is std::complex of float, double or long double.
bool isComplexNumber(clang::QualType type);

/// Whether a function of <complex> is one of clustrix/complex.h as well, which devices have: a member of a complex
/// number of floats or doubles, or a function that takes or returns one.
bool isComplexFunction(const clang::FunctionDecl& function);

/// What `+=`, `-=`, `+` or `-` of std::complex combines. Nothing for other functions.
std::optional<DeclaredReduction> sumOfComplex(const clang::FunctionDecl& function);

}  // namespace clustrix::compiler

// Sums of std::complex, whose operators add and subtract the two parts and do nothing else: the standard says so,
// however a library writes them.
//
//     s += x[i] * std::conj(x[i]);      s = s + w[i];      s -= x[i];
//
// Any grouping gives the same, up to rounding.
#pragma once

#include "Declared.h"

namespace clustrix::compiler {

/// Whether the type is std::complex of float, double or long double.
bool isComplexNumber(clang::QualType type);

/// What `+=`, `-=`, `+` or `-` of std::complex combines. Nothing for other functions.
std::optional<DeclaredReduction> sumOfComplex(const clang::FunctionDecl& function);

}  // namespace clustrix::compiler

// Builtins of the compiler in device code: which of them nvcc, or clustrix/builtins.h behind it, has for a device.
#pragma once

#include "clang/AST/Decl.h"

namespace clustrix::compiler {

/// `__builtin_sqrt`, `__builtin_ctz`: does on a device what it does on the host.
bool isBuiltinOfDevices(const clang::FunctionDecl& callee);

/// `std::isnormal` and its like, which nvcc compiles to nothing: their builtins take any type, and stand in a header
/// that it reads before all others.
bool isLeftOutOnDevices(const clang::FunctionDecl& callee);

/// `std::max` and `std::min`: nvcc has functions of these names at global scope, which treat NaN otherwise.
bool hasNamesakeOfNvcc(const clang::NamedDecl& function);

}  // namespace clustrix::compiler

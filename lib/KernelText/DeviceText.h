// Whether nvcc can compile a kernel's text for a device, and which functions of the source it has to compile with it.
//
//     a[i] = norm(p[i]) + shift(a[i]);      norm, V3::dot: device functions     shift: throws, so for the host alone
//
// nvcc compiles a function for the host unless it is constexpr, a lambda inside the kernel, or says otherwise. A later
// declaration may say so, which leaves the source as it is (see DeviceDeclarations.h). The text is searched for calls,
// those that nobody has written included (constructors, conversions, destructors), and each callee's body likewise: a
// call that is left out would not compile, so what is not known to be fine keeps the kernel on the host.
#pragma once

#include "Lower/Walk.h"

namespace clustrix::compiler {

/// `constexpr double kWidth = 0.1;`: its value is its own, wherever the constant itself may be.
bool isConstantNumber(const clang::VarDecl& variable);

/// `static constexpr double shape[5][4] = {...};` in a function: nvcc gives devices one of their own, in a kernel's own
/// text.
bool isTable(const clang::VarDecl& variable);

/// Fills `hostCalls` or, where there are none, `deviceFunctions` of the walk's model; the text has been cut.
void findDeviceFunctions(Walk& walk, const WalkInput& input);

}  // namespace clustrix::compiler

// Types of which nvcc makes something else for a device than a host has, or nothing at all. Found by running what nvcc
// made of them; all others (bit-fields, packed and over-aligned structures, unions, bases without members,
// enumerations,
// __int128, pointers to members) came out byte for byte alike.
//
//     long double, __float128           taken for double
//     __attribute__((vector_size(16)))  refused where it is named, and laid out otherwise where it is not
//     _Float16, __bf16                  end the compiler
//     _Complex                          arithmetic on it is dropped (that of std::complex is clustrix/complex.h's)
//     typedef double __attribute__((aligned(4))) D;   as a member: stands where a double would
//     [[no_unique_address]]             members stand elsewhere
#pragma once

#include "clang/AST/ASTContext.h"

#include <string>

namespace clustrix::compiler {

/// What is wrong with values of the type on a device, `uses long double, which a device takes for double`; or "".
std::string misfitOnDevice(clang::QualType type, const clang::ASTContext& context);

}  // namespace clustrix::compiler

// Restricted: pointers that the function's author has declared `__restrict`.
//
//     void f(const double* x, const double* z, double* __restrict y)        y: apart from x and z; x and z: who knows
//
// What is written through such a parameter, or read through it where others write, is reached through nothing else.
#pragma once

#include "Lower/WalkInput.h"

namespace clustrix::compiler {

/// Gives arrays behind `__restrict` parameters an identity of their own, and those behind the other pointers that the
/// function is given one that they share. Only parameters that are never written: others may lead anywhere by then.
void keepRestricted(LoopModel& model, const WalkInput& input);

}  // namespace clustrix::compiler

// std::complex for GPUs: in the device's pass of nvcc, and only there, this takes the place of libstdc++'s <complex>.
//
//     host's pass     #include <complex>  ─►  libstdc++: struct { __complex__ double }
//     device's pass   #include <complex>  ─►  nothing is left to say: std::complex is { double, double } of complex/
//
// nvcc drops arithmetic on `__complex__` values in device code without a word: libstdc++'s operators become functions
// that return their first operand. The class here has the same layout, the same members and functions, and results with
// the host's bits wherever the host's are those of single operations.
//
// clustrix/runtime.h, the first thing that a rewritten file includes, includes this first. Where a compiler is told to
// read something else before (-include), which has come to <complex>, that has to include this, too.
#pragma once

#ifdef __CUDA_ARCH__

#include <cstddef>

#ifdef __GLIBCXX__
#ifdef _GLIBCXX_COMPLEX
#error "<complex> stands in front of <clustrix/complex.h>, and nvcc drops its arithmetic on GPUs: include this first"
#endif
// What keeps libstdc++'s own from being read.
#define _GLIBCXX_COMPLEX 1
// Read by it, and leant on.
#include <sstream>

#include "clustrix/complex/Number.h"

#include "clustrix/complex/Operators.h"

#include "clustrix/complex/Functions.h"
#endif

#endif

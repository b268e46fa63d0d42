// What functions of the C library write through their arguments: no hook is in their code, so they are called by way of
// these.
#include <dlfcn.h>

#include "audit/AuditedProcess.h"

namespace {

/// The library's own.
template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

// The names are C's, whose parameters have none: NOLINTBEGIN(readability-identifier-naming)
#define CLUSTRIX_AUDIT_WRITES(Result, name, Declared, Given, Written)                         \
  extern "C" Result name Declared noexcept {                                                  \
    static auto* const function = real<Result Declared noexcept>(#name);                      \
    clustrix::audit::writtenByLibrary(Written, sizeof *Written, __builtin_return_address(0)); \
    return function Given;                                                                    \
  }
CLUSTRIX_AUDIT_WRITES(float, frexpf, (float x, int* exponent), (x, exponent), exponent)
CLUSTRIX_AUDIT_WRITES(double, frexp, (double x, int* exponent), (x, exponent), exponent)
CLUSTRIX_AUDIT_WRITES(long double, frexpl, (long double x, int* exponent), (x, exponent), exponent)
CLUSTRIX_AUDIT_WRITES(float, modff, (float x, float* whole), (x, whole), whole)
CLUSTRIX_AUDIT_WRITES(double, modf, (double x, double* whole), (x, whole), whole)
CLUSTRIX_AUDIT_WRITES(long double, modfl, (long double x, long double* whole), (x, whole), whole)
CLUSTRIX_AUDIT_WRITES(float, remquof, (float x, float y, int* quotient), (x, y, quotient), quotient)
CLUSTRIX_AUDIT_WRITES(double, remquo, (double x, double y, int* quotient), (x, y, quotient), quotient)
CLUSTRIX_AUDIT_WRITES(long double, remquol, (long double x, long double y, int* quotient), (x, y, quotient), quotient)
#undef CLUSTRIX_AUDIT_WRITES
// NOLINTEND(readability-identifier-naming)

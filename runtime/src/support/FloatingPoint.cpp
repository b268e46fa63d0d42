#include "support/FloatingPoint.h"

#include <cfenv>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace clustrix::runtime {
namespace {

constexpr const char* rounds = "the calling thread does not round to nearest";
constexpr const char* traps = "the calling thread traps floating-point exceptions";
constexpr const char* flushes = "the calling thread flushes denormals otherwise than those that were started before";

}  // namespace

const char* ownFloatingPoint() {
#if defined(__SSE2__)
  const unsigned control = _mm_getcsr();  // of all arithmetic but that of long double; read in a cycle or two
  if ((control & _MM_ROUND_MASK) != _MM_ROUND_NEAREST) return rounds;
  if ((control & _MM_MASK_MASK) != _MM_MASK_MASK) return traps;
  constexpr unsigned flushing = _MM_FLUSH_ZERO_MASK | 0x0040;  // results, and operands
  static const unsigned first = control & flushing;            // in the threads that are started from now on
  if ((control & flushing) != first) return flushes;
#else
  if (std::fegetround() != FE_TONEAREST) return rounds;
#if defined(__GLIBC__)
  if (fegetexcept() != 0) return traps;
#endif
#endif
  return nullptr;
}

}  // namespace clustrix::runtime

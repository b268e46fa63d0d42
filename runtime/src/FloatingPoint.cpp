#include "FloatingPoint.h"

#include <cfenv>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace clustrix::runtime {
namespace {

constexpr const char* rounds = "the calling thread does not round to nearest";
constexpr const char* traps = "the calling thread traps floating-point exceptions";

}  // namespace

const char* ownFloatingPoint() {
#if defined(__SSE2__)
  const unsigned control = _mm_getcsr();  // of all arithmetic but that of long double; read in a cycle or two
  if ((control & _MM_ROUND_MASK) != _MM_ROUND_NEAREST) return rounds;
  if ((control & _MM_MASK_MASK) != _MM_MASK_MASK) return traps;
#else
  if (std::fegetround() != FE_TONEAREST) return rounds;
#if defined(__GLIBC__)
  if (fegetexcept() != 0) return traps;
#endif
#endif
  return nullptr;
}

}  // namespace clustrix::runtime

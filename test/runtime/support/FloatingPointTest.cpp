// A program of its own: what is asked first decides what is said later, so that each test asks in new processes.
#include "support/FloatingPoint.h"

#include <catch2/catch.hpp>
#include <cfenv>
#include <cstring>

#include "Child.h"

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

using namespace clustrix::runtime;
using clustrix::test::statusOfChild;

namespace {

constexpr const char* rounds = "the calling thread does not round to nearest";
constexpr const char* traps = "the calling thread traps floating-point exceptions";

bool asOthers() { return ownFloatingPoint() == nullptr; }

bool isTold(const char* expected) {
  const char* const why = ownFloatingPoint();
  return why != nullptr && std::strcmp(why, expected) == 0;
}

/// The number of the first that is false, from 1; 0 where all are true: a child's exit status.
int firstFalse(std::initializer_list<bool> all) {
  int number = 0;
  for (const bool one : all)
    if (++number; !one) return number;
  return 0;
}

}  // namespace

TEST_CASE("a thread that sets nothing computes as others do, whatever it has computed") {
  CHECK(statusOfChild([] {
          std::feraiseexcept(FE_ALL_EXCEPT);  // flags that are up are no traps
          return firstFalse({asOthers(), asOthers()});
        }) == 0);
}

TEST_CASE("a thread that does not round to nearest is told of, until it does") {
  for (const int rounding : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    CHECK(statusOfChild([&] {
            std::fesetround(rounding);
            const bool told = isTold(rounds);
            std::fesetround(FE_TONEAREST);
            return firstFalse({told, asOthers()});
          }) == 0);
  }
}

#if defined(__GLIBC__)
TEST_CASE("a thread that traps any exception is told of, until it does not") {
  for (const int exception : {FE_DIVBYZERO, FE_INEXACT, FE_INVALID, FE_OVERFLOW, FE_UNDERFLOW}) {
    CHECK(statusOfChild([&] {
            feenableexcept(exception);
            const bool told = isTold(traps);
            fedisableexcept(exception);
            return firstFalse({told, asOthers()});
          }) == 0);
  }
}
#endif

#if defined(__SSE2__)
namespace {

constexpr const char* flushes = "the calling thread flushes denormals otherwise than those that were started before";
constexpr unsigned ofResults = _MM_FLUSH_ZERO_MASK, ofOperands = 0x0040;

void setFlushing(unsigned bits) { _mm_setcsr((_mm_getcsr() & ~(ofResults | ofOperands)) | bits); }

}  // namespace

TEST_CASE("a program may flush denormals from the first launch on, and not from then on only, nor until then") {
  for (const unsigned bits : {ofResults, ofOperands, ofResults | ofOperands}) {
    CHECK(statusOfChild([&] {
            setFlushing(bits);
            const bool first = asOthers(), second = asOthers();
            setFlushing(0);
            return firstFalse({first, second, isTold(flushes)});
          }) == 0);
    CHECK(statusOfChild([&] {
            const bool first = asOthers();
            setFlushing(bits);
            const bool later = isTold(flushes);
            setFlushing(0);
            return firstFalse({first, later, asOthers()});
          }) == 0);
  }
}
#endif

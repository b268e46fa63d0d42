#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>

#include "../Child.h"
#include "NoClaims.h"
#include "audit/AuditedProcess.h"

namespace clustrix::audit {
namespace {

/// Not to be computed by a compiler.
template <class T>
T unknown(T value) {
  volatile T copy = value;
  return copy;
}

TEST_CASE("functions that are called by another way give what they give") {
  int exponent = 0, quotient = 0;
  CHECK(std::frexp(unknown(24.0), &exponent) == 0.75);
  CHECK(exponent == 5);
  CHECK(std::frexp(unknown(24.0F), &exponent) == 0.75F);
  CHECK(std::frexp(unknown(24.0L), &exponent) == 0.75L);
  double whole = 0;
  CHECK(std::modf(unknown(2.5), &whole) == 0.5);
  CHECK(whole == 2);
  float wholeFloat = 0;
  CHECK(std::modf(unknown(2.5F), &wholeFloat) == 0.5F);
  long double wholeLong = 0;
  CHECK(std::modf(unknown(2.5L), &wholeLong) == 0.5L);
  CHECK(std::remquo(unknown(7.0), unknown(2.0), &quotient) == -1);
  CHECK((quotient & 7) == 4);
  CHECK(std::remquo(unknown(7.0F), unknown(2.0F), &quotient) == -1);
  CHECK(std::remquo(unknown(7.0L), unknown(2.0L), &quotient) == -1);
}

TEST_CASE("what they write counts as the caller's") {
  const auto run = [](bool writesOne) {
    return clustrix::test::statusOfChild([&] {
      static int exponents[2];
      AuditedLoop& loop = *beginLoop("f", {});
      for (int i = 0; i < 2; ++i) {
        beginBody(loop);
        std::frexp(unknown(1.0 + i), &exponents[writesOne ? 0 : i]);
        endBody(loop);
      }
      endLoop();
      std::exit(3);
      return 0;
    });
  };
  CHECK(run(false) == 3);
  CHECK(run(true) == faultStatus);
}

}  // namespace
}  // namespace clustrix::audit

// As devices classify, compare and divide numbers.
#include "clustrix/Classification.h"

#include <catch2/catch.hpp>

#include <limits>
#include <vector>

namespace {

template <class T>
std::vector<T> edges() {
  using Limits = std::numeric_limits<T>;
  return {0,
          static_cast<T>(-0.0),
          1,
          static_cast<T>(-3.5),
          Limits::min(),
          Limits::min() / 2,
          -Limits::denorm_min(),
          Limits::max(),
          -Limits::infinity(),
          Limits::infinity(),
          Limits::quiet_NaN()};
}

}  // namespace

TEMPLATE_TEST_CASE("numbers have the classes that the library says", "", float, double) {
  for (const TestType x : edges<TestType>()) {
    CAPTURE(x);
    CHECK(clustrix::fpclassify(x) == std::fpclassify(x));
    CHECK(clustrix::isnormal(x) == std::isnormal(x));
  }
  CHECK(clustrix::fpclassify(0) == FP_ZERO);
  CHECK(clustrix::fpclassify(-7L) == FP_NORMAL);
}

TEMPLATE_TEST_CASE("numbers compare as the library says, also where one is none", "", float, double) {
  for (const TestType x : edges<TestType>())
    for (const double y : edges<double>()) {
      CAPTURE(x, y);
      CHECK(clustrix::isgreater(x, y) == std::isgreater(x, y));
      CHECK(clustrix::isgreaterequal(x, y) == std::isgreaterequal(x, y));
      CHECK(clustrix::isless(x, y) == std::isless(x, y));
      CHECK(clustrix::islessequal(x, y) == std::islessequal(x, y));
      CHECK(clustrix::islessgreater(x, y) == std::islessgreater(x, y));
      CHECK(clustrix::isunordered(x, y) == std::isunordered(x, y));
    }
  CHECK(clustrix::isless(16777217, 16777217.0f) == std::isless(16777217, 16777217.0f));
}

TEST_CASE("quotients and remainders are the library's") {
  for (const int x : {-7, -6, 0, 5, 2147483647})
    for (const int y : {-3, 2, 7}) {
      CHECK(clustrix::div(x, y).quot == std::div(x, y).quot);
      CHECK(clustrix::div(x, y).rem == std::div(x, y).rem);
      CHECK(clustrix::ldiv(x, y).rem == std::ldiv(x, y).rem);
      CHECK(clustrix::lldiv(x, y).quot == std::lldiv(x, y).quot);
      CHECK(clustrix::imaxdiv(x, y).quot == std::imaxdiv(x, y).quot);
    }
  static_assert(std::is_same_v<decltype(clustrix::div(1L, 2L)), std::ldiv_t>);
  static_assert(std::is_same_v<decltype(clustrix::div(1LL, 2LL)), std::lldiv_t>);
}

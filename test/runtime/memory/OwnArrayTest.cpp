// An array of an iteration's own: what it begins as, and where it goes.
#include "clustrix/OwnArray.h"

#include <catch2/catch.hpp>

#include <complex>
#include <vector>

using clustrix::OwnArray;
using OwnRows = std::vector<std::complex<float>>;

namespace {

/// The program's array behind an iteration that sets one element of six.
OwnRows behind(bool stays, bool begins) {
  std::complex<float> original[2][3];
  for (int i = 0; i < 6; ++i) original[i / 3][i % 3] = {1.0f * i, -1.0f * i};
  {
    OwnArray<std::complex<float>[2][3]> own(&original[0], stays, begins);
    auto& rows = own.elements;
    static_assert(sizeof rows == sizeof original);
    if (stays || begins) CHECK(rows[1][2] == std::complex<float>(5, -5));
    rows[1][0] = 9;
    CHECK(original[1][0] == std::complex<float>(3, -3));
  }
  return {&original[0][0], &original[0][0] + 6};
}

}  // namespace

TEST_CASE("what an iteration leaves in its own array is the program's where it stays, and nowhere else") {
  const OwnRows untouched{{0, 0}, {1, -1}, {2, -2}, {3, -3}, {4, -4}, {5, -5}};
  CHECK(behind(false, false) == untouched);
  CHECK(behind(false, true) == untouched);
  CHECK(behind(true, false) == OwnRows{{0, 0}, {1, -1}, {2, -2}, {9, 0}, {4, -4}, {5, -5}});
  CHECK(behind(true, true) == OwnRows{{0, 0}, {1, -1}, {2, -2}, {9, 0}, {4, -4}, {5, -5}});
}

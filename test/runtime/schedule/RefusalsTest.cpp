#include "schedule/Refusals.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

const Site refusalsSite{"example", "example.cpp", 7, 3}, other{"example", "example.cpp", 9, 3};

// `a`: an asked launch, `.`: one that is not. All are refused.
std::string refused(Refusals& refusals, int launches, double asking) {
  std::string done;
  for (int i = 0; i < launches; ++i) {
    const bool skipped = refusals.skips(refusalsSite);
    if (!skipped) refusals.failed(refusalsSite, asking, 1);
    done += skipped ? '.' : 'a';
  }
  return done;
}

}  // namespace

TEST_CASE("guards that fail again and again are asked less and less") {
  Refusals refusals;
  CHECK(refused(refusals, 20, 0.1) == "aaaaaaaa.a..a....a..");
  CHECK_FALSE(refusals.skips(other));
}

TEST_CASE("one launch in 257 is asked at the least") {
  Refusals refusals;
  static_cast<void>(refused(refusals, 5000, 0.1));
  const std::string later = refused(refusals, 2570, 0.1);
  CHECK(std::count(later.begin(), later.end(), 'a') == 10);
}

TEST_CASE("where asking costs next to nothing the guards are always asked") {
  Refusals refusals;
  CHECK(refused(refusals, 20, 0.001) == std::string(20, 'a'));
}

TEST_CASE("guards that have held are asked as if for the first time") {
  Refusals refusals;
  static_cast<void>(refused(refusals, 8, 0.1));
  CHECK(refusals.skips(refusalsSite));
  refusals.held(refusalsSite);
  CHECK(refused(refusals, 12, 0.1) == "aaaaaaaa.a..");
}

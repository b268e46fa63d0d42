#include "Support/Effort.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

TEST_CASE("where nobody counts there is enough") {
  CHECK(Effort::spend(1'000'000'000));
  CHECK_FALSE(Effort::isOver());
}

TEST_CASE("what is spent stays spent") {
  Effort effort(10);
  CHECK(Effort::spend(10));
  CHECK_FALSE(effort.isSpent());
  CHECK_FALSE(Effort::spend());
  CHECK(effort.isSpent());
  CHECK(Effort::isOver());
}

TEST_CASE("more than is left spends all: less would not be the same after it") {
  Effort effort(10);
  CHECK_FALSE(Effort::spend(11));
  CHECK_FALSE(Effort::spend(1));
}

TEST_CASE("an inner effort is its own, and the outer one goes on behind it") {
  Effort outer(10);
  {
    Effort inner(1);
    CHECK_FALSE(Effort::spend(2));
    CHECK(Effort::isOver());
  }
  CHECK_FALSE(Effort::isOver());
  CHECK(Effort::spend(10));
}

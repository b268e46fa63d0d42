#include "Splice/Meanings.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

// What meanings are taken of: see HelperImportsTest.cpp, where sources are read beside helpers.
TEST_CASE("all that there was has to be there, and the same; more may be") {
  const Meanings before = {{"function f", "1"}, {"type S", "int x"}};
  CHECK(areKept(before, before));
  CHECK(areKept(before, {{"function f", "1"}, {"function g", "2"}, {"type S", "int x"}}));
  CHECK_FALSE(areKept(before, {{"function f", "2"}, {"type S", "int x"}}));
  CHECK_FALSE(areKept(before, {{"function f", "1"}}));
  CHECK(areKept({}, before));
}

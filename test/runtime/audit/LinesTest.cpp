#include "audit/Lines.h"

#include <catch2/catch.hpp>

#include <string>

namespace clustrix::audit {
namespace {

__attribute__((noinline)) Code here() { return codeOf(__builtin_return_address(0)); }

TEST_CASE("what returns to an address has a line, and no code at all has none") {
  const Code code = here();
  const int line = __LINE__ - 1;
  CHECK_THAT(lineOf(code), Catch::Contains("LinesTest.cpp:" + std::to_string(line)));
  CHECK(lineOf(0).empty());
}

}  // namespace
}  // namespace clustrix::audit

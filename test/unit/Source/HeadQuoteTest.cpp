#include "Source/HeadQuote.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

TEST_CASE("a head is quoted on one line, without comments to the end of a line") {
  CHECK(headQuote("for (int i = 0;  // all\n     i < n;\n     ++i)") == "for (int i = 0; i < n; ++i)");
  CHECK(headQuote("\n  for (auto& x : v) // each") == "for (auto& x : v)");
  CHECK(headQuote("for (int i = 0; i < n / m; /* by */ ++i)") == "for (int i = 0; i < n / m; /* by */ ++i)");
}

TEST_CASE("a backslash at the end would swallow the line behind a quote") {
  CHECK(headQuote("for (;;) \\\n") == "for (;;)");
}

#include "Support/OneLine.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

TEST_CASE("control characters are shown as escapes, and everything else as it is") {
  CHECK(onOneLine("a b.cpp") == "a b.cpp");
  CHECK(onOneLine("a\nint x;\t\r\x1b.cpp\x7f") == "a\\nint x;\\t\\015\\033.cpp\\177");
  CHECK(onOneLine("\xc3\xa4") == "\xc3\xa4");
}

TEST_CASE("a comment ends with its line, whatever is in it") {
  CHECK(inComment("f.cpp:1: for (;;)") == "f.cpp:1: for (;;)");
  CHECK(inComment("f\nint x;") == "f\\nint x;");
  CHECK(inComment("f.cpp\\") == "f.cpp\\ .");
  CHECK(inComment("f.cpp?\?/") == "f.cpp?\?/ .");
}

TEST_CASE("a literal has the bytes of the text") {
  CHECK(stringLiteral("a.cpp") == "\"a.cpp\"");
  CHECK(stringLiteral("a\"; system(\"x") == "\"a\\\"; system(\\\"x\"");
  CHECK(stringLiteral("a\\") == "\"a\\\\\"");
  CHECK(stringLiteral("a\n1") == "\"a\\n1\"");
  CHECK(stringLiteral("\x01"
                      "7") == "\"\\0017\"");
  // A trigraph would be a backslash in front of the closing quote.
  CHECK(stringLiteral("?\?/") == "\"?\\?/\"");
  CHECK(stringLiteral("?\?\?/") == "\"?\\?\\?/\"");
}

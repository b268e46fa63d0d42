#include "clustrix/Report.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

TEST_CASE("a caret stands below its column") {
  CHECK(caret({"f", 2, 3}, "first\nsecond\nthird\n") == "second\n  ^\n");
  CHECK(caret({"f", 1, 1}, "first") == "first\n^\n");
}

TEST_CASE("tabs before the column stay tabs") { CHECK(caret({"f", 1, 3}, "\t\tx\n") == "\t\tx\n\t\t^\n"); }

TEST_CASE("a character of several bytes moves the caret by one") {
  CHECK(caret({"f", 1, 4}, "\xC3\xA4 x\n") == "\xC3\xA4 x\n  ^\n");
}

TEST_CASE("carriage returns are not printed") { CHECK(caret({"f", 1, 2}, "ab\r\ncd\r\n") == "ab\n ^\n"); }

TEST_CASE("a place that the text does not have gives no line") {
  CHECK(caret({"f", 3, 1}, "one\ntwo\n").empty());
  CHECK(caret({"f", 0, 1}, "one\n").empty());
  CHECK(caret({"f", 1, 1}, "").empty());
}

TEST_CASE("a column past the end puts the caret behind the line") { CHECK(caret({"f", 1, 99}, "ab\n") == "ab\n  ^\n"); }

#include "Support/LineDirective.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

TEST_CASE("a directive has a number, and may have a file") {
  CHECK(lineDirectiveOf("#line 18 \"a \\\"b\\\".cpp\"")->file == "\"a \\\"b\\\".cpp\"");
  CHECK(lineDirectiveOf("#line 18 \"a.cpp\"\n")->file == "\"a.cpp\"");
  CHECK(lineDirectiveOf("\t#  line  18")->number == 18);
  CHECK(lineDirectiveOf("#line 0")->number == 0);
  CHECK(lineDirectiveOf("#line 18")->file.empty());
  for (const char* other :
       {"", "line 18", "#line", "#line x", "#line -1", "#line 99999999999", "#lines 18", "#define line 18"})
    CHECK_FALSE(lineDirectiveOf(other));
}

TEST_CASE("a directive that is written is read as it was meant") {
  const std::string written = lineDirective(18, "\"a.h\"");
  CHECK(written == "#line 18 \"a.h\"\n");
  CHECK(lineDirectiveOf(written)->number == 18);
  CHECK(lineDirectiveOf(written)->file == "\"a.h\"");
}

TEST_CASE("a literal says what it says without its quotes and backslashes") {
  CHECK(unquoted("\"a.h\"") == "a.h");
  CHECK(unquoted("\"a \\\"b\\\".h\"") == "a \"b\".h");
  CHECK(unquoted("\"a\\\\\"") == "a\\");
  CHECK(unquoted("") == "");
}

#include "support/Shown.h"

#include <catch2/catch.hpp>

using namespace clustrix::runtime;

TEST_CASE("text of others is shown on one line, without control characters") {
  CHECK(shown("virtual:2") == "virtual:2");
  CHECK(shown("").empty());
  CHECK(shown("a\nb\x1b[31m\x7f\t") == "a\\x0ab\\x1b[31m\\x7f\\x09");
  CHECK(shown(std::string("a\0b", 3)) == "a\\x00b");
  CHECK(shown("\x1f !~%s\\n") == "\\x1f !~%s\\n");
}

TEST_CASE("control characters beyond ASCII, which terminals obey as well, are shown byte by byte") {
  CHECK(shown("a\xc2\x9b"
              "31m") ==
        "a\\xc2\\x9b"
        "31m");
  CHECK(shown("\xc2\x80\xc2\x9f") == "\\xc2\\x80\\xc2\\x9f");
  CHECK(shown("\xc2\xa0\xc3\x9b") == "\xc2\xa0\xc3\x9b");
  CHECK(shown("\xc2") == "\xc2");
}

TEST_CASE("letters beyond ASCII stay") {
  const std::string large =
      "gr\xc3\xb6\xc3\x9f"
      "e";
  CHECK(shown(large) == large);
}

TEST_CASE("text is cut behind as many bytes as it may have, and whole where it has no more") {
  CHECK(shown(std::string(10, 'x'), 10) == "xxxxxxxxxx");
  CHECK(shown(std::string(11, 'x'), 10) == "xxxxxxxxxx...");
  CHECK(shown(std::string(400, 'x')) == std::string(400, 'x'));
  CHECK(shown(std::string(401, 'x')) == std::string(400, 'x') + "...");
  // What stands for a control character counts with all its bytes.
  CHECK(shown("\n\n\n", 8) == "\\x0a\\x0a...");
  CHECK(shown("\n\n\n", 5) == "\\x0a...");
}

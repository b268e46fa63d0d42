#include "Support/Identifiers.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

TEST_CASE("a name is found where no identifier goes on") {
  CHECK(hasWord("a + b", "a"));
  CHECK(hasWord("(b)", "b"));
  CHECK(hasWord("ab + a", "a"));
  CHECK_FALSE(hasWord("ab", "a"));
  CHECK_FALSE(hasWord("ba", "a"));
  CHECK_FALSE(hasWord("a1 a_ $a a$", "a"));
  CHECK_FALSE(hasWord("", "a"));
}

TEST_CASE("letters of any script are parts of identifiers") {
  CHECK_FALSE(hasWord("größe", "gr"));
  CHECK_FALSE(hasWord("größe", "e"));
  CHECK(hasWord("größe + e", "e"));
  CHECK(hasWord("2*größe", "größe"));
}

TEST_CASE("in ASCII different names stay different, and plain ones stay as they are") {
  CHECK(inAscii("plain_1") == "plain_1");
  CHECK(inAscii("für") == "fuC3uBCr");
  CHECK(inAscii("für") != inAscii("fur"));
  CHECK(inAscii("a$") != inAscii("a_"));
  for (const char c : inAscii("π$变量")) CHECK((isWordStart(c) || isDigit(c)));
  for (const char c : inAscii("π$变量")) CHECK((c != '$' && (c & 0x80) == 0));
}

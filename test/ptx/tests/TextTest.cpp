#include "Text.h"

#include <catch2/catch.hpp>

#include "FatBinary.h"
#include "Harness.h"

using namespace ptx;

TEST_CASE("Comments go and line ends stay", "[text]") {
  CHECK(withoutComments("a // b\nc /* d\n e */ f") == "a \nc  f");
  CHECK(withoutComments("a /* never ends") == "a ");
}

TEST_CASE("Separators inside brackets separate nothing", "[text]") {
  CHECK(split("%r1, [%rd2+4], {%f1, %f2}", ',') == std::vector<std::string>{"%r1", "[%rd2+4]", "{%f1, %f2}"});
  CHECK(split("", ',').empty());
}

TEST_CASE("A closing bracket is that of the opening one", "[text]") {
  CHECK(closingBracket("{ { } } }", 0) == 6);
  CHECK(closingBracket("{ \"}\" }", 0) == 6);
  CHECK(messageOf([] { closingBracket("{ {", 0); }).find("not closed") != std::string::npos);
}

TEST_CASE("Literals are numbers of any kind", "[text]") {
  CHECK(literalBits("42") == 42);
  CHECK(literalBits("0x1F") == 31);
  CHECK(literalBits("-1") == ~0ULL);
  CHECK(literalBits("0f3F800000") == 0x3f800000);
  CHECK(literalBits("0d3FF0000000000000") == 0x3ff0000000000000);
}

TEST_CASE("LZ4 is unpacked, and what is damaged is not", "[text]") {
  // "abcabcabcabc": three literals, then nine bytes from three back; the last sequence is empty.
  const std::string packed = {'\x35', 'a', 'b', 'c', '\x03', '\x00', '\x00'};
  CHECK(unpackedLz4(packed, 12) == "abcabcabcabc");
  CHECK(unpackedLz4(packed, 13).empty());
  CHECK(unpackedLz4({'\x35', 'a', 'b', 'c', '\x09', '\x00'}, 12).empty());
}

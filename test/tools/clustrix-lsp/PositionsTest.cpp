#include "clustrix-lsp/Positions.h"

#include <catch2/catch.hpp>

#include <string>

using namespace clustrix::lsp;

namespace {

// Two bytes and one unit; three and one; four and two.
const std::string text = "aé€😀b\nsecond\r\nthird\rfourth";

}  // namespace

TEST_CASE("characters are units of the encoding that was agreed upon") {
  const std::size_t b = text.find('b');
  CHECK(Positions(text, Encoding::Utf8).at(b) == Position{0, 10});
  CHECK(Positions(text, Encoding::Utf16).at(b) == Position{0, 5});
  CHECK(Positions(text, Encoding::Utf32).at(b) == Position{0, 4});
}

TEST_CASE("offsets come back from their positions") {
  for (const Encoding encoding : {Encoding::Utf8, Encoding::Utf16, Encoding::Utf32}) {
    const Positions positions(text, encoding);
    for (const char wanted : {'a', 'b', 's', 't', 'f', 'h'}) {
      const std::size_t at = text.find(wanted);
      CHECK(positions.offset(positions.at(at)) == at);
    }
  }
}

TEST_CASE("lines end in each of the three ways") {
  const Positions positions(text, Encoding::Utf16);
  CHECK(positions.at(text.find("second")) == Position{1, 0});
  CHECK(positions.at(text.find("third")) == Position{2, 0});
  CHECK(positions.at(text.find("fourth")) == Position{3, 0});
  CHECK(positions.lineEnd(text.find("second")) == text.find('\r'));
}

TEST_CASE("what lies behind a line or the text is its end") {
  const Positions positions(text, Encoding::Utf16);
  CHECK(positions.offset(Position{1, 99}) == text.find('\r'));
  CHECK(positions.offset(Position{9, 0}) == text.size());
  CHECK(positions.offset(Position{-1, 0}) == 0);
  CHECK(positions.at(text.size() + 7) == Position{3, 6});
  CHECK(Positions("", Encoding::Utf16).offset(Position{0, 3}) == 0);
}

TEST_CASE("a place inside a surrogate pair is behind the character, and no byte in its middle") {
  CHECK(Positions(text, Encoding::Utf16).offset(Position{0, 4}) == text.find('b'));
}

TEST_CASE("the compiler's lines and columns begin at one and count bytes") {
  const Positions positions(text, Encoding::Utf16);
  CHECK(positions.offset(1, 11) == text.find('b'));
  CHECK(positions.offset(2, 1) == text.find("second"));
  CHECK(positions.offset(2, 99) == text.find('\r'));
  CHECK(positions.offset(0, 0) == 0);
}

TEST_CASE("bytes that are no UTF-8 count one each and lead nowhere outside") {
  const std::string broken = "x\xF0\xFFy\xE2";
  const Positions positions(broken, Encoding::Utf16);
  CHECK(positions.offset(Position{0, 99}) == broken.size());
  CHECK(positions.at(broken.size()).line == 0);
  CHECK(positions.offset(positions.at(broken.find('y'))) == broken.find('y'));
}

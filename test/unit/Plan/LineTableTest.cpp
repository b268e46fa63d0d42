#include "Plan/LineTable.h"

#include <catch2/catch.hpp>

using clustrix::compiler::LineTable;

TEST_CASE("a newline belongs to the line that it ends") {
  const LineTable lines("ab\n\ncd");
  CHECK(lines.lineAt(0) == 1);
  CHECK(lines.lineAt(2) == 1);
  CHECK(lines.lineAt(3) == 2);
  CHECK(lines.lineAt(4) == 3);
  CHECK(lines.lineAt(6) == 3);
}

TEST_CASE("lines begin behind newlines, and those after the last one at the text's end") {
  const LineTable lines("ab\n\ncd");
  CHECK(lines.begin(1) == 0);
  CHECK(lines.begin(2) == 3);
  CHECK(lines.begin(3) == 4);
  CHECK(lines.begin(4) == 6);
}

TEST_CASE("an empty text is one line") {
  const LineTable lines("");
  CHECK(lines.lineAt(0) == 1);
  CHECK(lines.begin(1) == 0);
}

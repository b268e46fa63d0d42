#include "Report/SaidLines.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

const std::vector<std::string_view> grammar{
    "int a;",                     // 1
    "#line 40 \"grammar.y\"",     // 2
    "int b;",                     // 3: grammar.y:40
    "int c;",                     // 4: grammar.y:41
    "  # line 7 \"parser.cpp\"",  // 5
    "int d;",                     // 6: parser.cpp:7
    "#line 40",                   // 7
    "int e;",                     // 8: parser.cpp:40
    "#line 40 \"grammar.y\"",     // 9
    "int f;",                     // 10: grammar.y:40
};

}  // namespace

TEST_CASE("lines are called by the directive above them") {
  const SaidLines lines("\"parser.cpp\"", grammar);
  CHECK(lines.lineOf("\"parser.cpp\"", 1, 1) == 1);
  CHECK(lines.lineOf("\"parser.cpp\"", 2, 1) == 2);
  CHECK(lines.lineOf("\"grammar.y\"", 40, 1) == 3);
  CHECK(lines.lineOf("\"grammar.y\"", 41, 1) == 4);
  CHECK(lines.lineOf("\"parser.cpp\"", 7, 1) == 6);
  CHECK(lines.lineOf("\"parser.cpp\"", 40, 1) == 8);
}

TEST_CASE("of several lines of one name it is the next one, or else the first") {
  const SaidLines lines("\"parser.cpp\"", grammar);
  CHECK(lines.lineOf("\"grammar.y\"", 40, 4) == 10);
  CHECK(lines.lineOf("\"grammar.y\"", 40, 11) == 3);
}

TEST_CASE("what no line is called is none") {
  const SaidLines lines("\"parser.cpp\"", grammar);
  for (const auto& [file, number] : {std::pair("\"grammar.y\"", 39),
                                     {"\"grammar.y\"", 43},
                                     {"\"parser.cpp\"", 3},
                                     {"\"x\"", 1},
                                     {"\"parser.cpp\"", 0}})
    CHECK_FALSE(lines.lineOf(file, number, 1));
}

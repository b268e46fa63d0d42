#include "Source/LineChanges.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

/// `line next file` of each.
std::vector<std::string> changes(const std::string& text) {
  std::vector<std::string> all;
  for (const LineChange& one : lineChanges(text))
    all.push_back(std::to_string(one.line) + " " + std::to_string(one.next) + " " + one.file);
  return all;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a #line names the lines behind it, and their file where it says so") {
  CHECK(changes("int a;\n#line 40 \"a  b.y\"\nint b;\n  # line 7\nint c;\n") == Lines{"2 40 \"a  b.y\"", "4 7 "});
}

TEST_CASE("other directives, comments and literals change no line") {
  CHECK(changes("#pragma line 3\n// #line 4\nauto s = R\"(\n#line 5\n)\";\n#lined 6\n#define line 7\n").empty());
  CHECK(changes("int line;\n#line LINE\n").empty());
}

#include "Driver/Fix.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

Report reportWith(std::vector<Edit> first, std::vector<Edit> second = {}) {
  Report report;
  report.functions.push_back({"f", {"f.cpp", 1, 1}, {}, {}});
  LoopReport loop;
  loop.reasons.push_back({.code = "c", .message = "m", .hint = "h", .at = {}, .other = {}, .edits = std::move(first)});
  loop.reasons.push_back({.code = "c", .message = "m", .hint = "h", .at = {}, .other = {}, .edits = std::move(second)});
  report.functions[0].loops.push_back(loop);
  return report;
}

}  // namespace

TEST_CASE("edits replace, insert and delete") {
  const Fixed fixed = applyEdits(reportWith({{4, 5, "B"}, {0, 0, ">"}}, {{2, 3, ""}}), "f.cpp", "a-c-e");
  CHECK(fixed.text == ">a--B");
  CHECK(fixed.applied == 3);
  CHECK(fixed.skipped == 0);
}

TEST_CASE("an edit that two reasons propose is applied once") {
  const Fixed fixed = applyEdits(reportWith({{0, 0, "x"}}, {{0, 0, "x"}}), "f.cpp", "a");
  CHECK(fixed.text == "xa");
  CHECK(fixed.applied == 1);
}

TEST_CASE("of overlapping edits the first is applied and the others wait") {
  const Fixed fixed = applyEdits(reportWith({{0, 3, "x"}}, {{2, 4, "y"}}), "f.cpp", "abcd");
  CHECK(fixed.text == "xd");
  CHECK(fixed.skipped == 1);
}

TEST_CASE("a fix is applied whole or not at all") {
  const Fixed fixed = applyEdits(reportWith({{0, 1, "x"}, {3, 4, "y"}}, {{1, 2, "p"}, {3, 4, "q"}}), "f.cpp", "abcd");
  CHECK(fixed.text == "xbcy");
  CHECK(fixed.skipped == 1);
  REQUIRE(fixed.fixes.size() == 1);
  CHECK(fixed.fixes[0].hint == "h");
}

TEST_CASE("a fix whose own edits overlap is not applied") {
  CHECK(applyEdits(reportWith({{0, 3, "x"}, {1, 2, "y"}}), "f.cpp", "abcd").text == "abcd");
}

TEST_CASE("an edit outside the text is not applied") {
  const Fixed fixed = applyEdits(reportWith({{2, 9, "x"}}, {{2, 1, "y"}}), "f.cpp", "abc");
  CHECK(fixed.text == "abc");
  CHECK(fixed.skipped == 2);
}

TEST_CASE("edits of another file's functions are left alone") {
  CHECK(applyEdits(reportWith({{0, 1, "x"}}), "g.cpp", "abc").applied == 0);
}

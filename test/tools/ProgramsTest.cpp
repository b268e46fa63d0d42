#include "layout/Programs.h"

#include <catch2/catch.hpp>

using namespace clustrix::tools;

TEST_CASE("what a program writes comes back, and nothing of one that is not there") {
  CHECK(outputOf({"echo", "a  b", "$HOME;", "", "c"}) == "a  b $HOME;  c\n");
  CHECK(outputOf({"sh", "-c", "echo wrong >&2"}).empty());
  CHECK(outputOf({"/no/such/program"}).empty());
}

TEST_CASE("a program is found by its name or its path, and a folder is none") {
  CHECK(findOnPath("no-such-program-anywhere").empty());
  CHECK(findOnPath("/no/such/program").empty());
  CHECK(findOnPath("/bin/").empty());
  const std::string shell = findOnPath("sh");
  CHECK_FALSE(shell.empty());
  CHECK(findOnPath(shell) == shell);
}

#include "clustrix-c++/ResponseFiles.h"

#include <catch2/catch.hpp>

#include "clustrix-c++/Scratch.h"

using namespace clustrix::tools;
using Words = std::vector<std::string>;

TEST_CASE("a response file's words stand in its place, as GNU's programs read them") {
  const auto scratch = Scratch::make();
  REQUIRE(scratch);
  const std::string outer = (scratch->folder() / "outer").string(), inner = (scratch->folder() / "inner").string();
  REQUIRE(writeFile(inner, "-lm\n"));
  REQUIRE(writeFile(outer, "-O2 -D'A=\"x y\"' \"b c.cpp\"\n  d\\ e.cpp @" + inner + " -DQ=\\\"1\\\""));
  std::string error;
  CHECK(withResponseFiles({"-c", "@" + outer, "-g"}, error) ==
        Words{"-c", "-O2", "-DA=\"x y\"", "b c.cpp", "d e.cpp", "-lm", "-DQ=\"1\"", "-g"});
  CHECK(error.empty());
}

TEST_CASE("without a response file nothing changes, and a word whose file is not there stays") {
  std::string error;
  CHECK(withResponseFiles({"a.cpp", "-o", "a", ""}, error) == Words{"a.cpp", "-o", "a", ""});
  CHECK(withResponseFiles({"@not/there"}, error) == Words{"@not/there"});
  CHECK(error.empty());
}

TEST_CASE("response files that name each other are an error") {
  const auto scratch = Scratch::make();
  REQUIRE(scratch);
  const std::string one = (scratch->folder() / "one").string();
  REQUIRE(writeFile(one, "-c @" + one));
  std::string error;
  withResponseFiles({"@" + one}, error);
  CHECK_THAT(error, Catch::Contains("recursive"));
}

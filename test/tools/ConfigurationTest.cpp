#include "clustrix-c++/Configuration.h"

#include <catch2/catch.hpp>

#include "clustrix-c++/Scratch.h"

using namespace clustrix::tools;

namespace {

/// What follows `#ident "clustrix `.
std::string hashOf(const std::string& marks) {
  const std::size_t at = marks.find("#ident \"clustrix ");
  REQUIRE(at != std::string::npos);
  return marks.substr(at + 17, 16);
}

}  // namespace

TEST_CASE("the nearest clustrix.yml is named with what is in it") {
  const auto scratch = Scratch::make();
  REQUIRE(scratch);
  const auto top = scratch->folder(), inner = top / "src";
  std::filesystem::create_directory(inner);
  const std::string near = "# 1 \"" + (inner / "clustrix.yml").string() + "\"\n";
  const std::string above = "# 1 \"" + (top / "clustrix.yml").string() + "\"\n";
  const auto marks = [&] { return configurationMarks(inner / "a.cpp", "/bin/sh"); };

  const std::string none = marks();
  CHECK(none == near + "#ident \"clustrix " + hashOf(none) + "\"\n");
  REQUIRE(writeFile(top / "clustrix.yml", "gpus: 1\n"));
  const std::string one = marks();
  CHECK(one == near + above + "#ident \"clustrix " + hashOf(one) + "\"\n");
  CHECK(hashOf(one) != hashOf(none));
  REQUIRE(writeFile(top / "clustrix.yml", "gpus: 2\n"));
  CHECK(hashOf(marks()) != hashOf(one));
  REQUIRE(writeFile(inner / "clustrix.yml", "gpus: 2\n"));
  CHECK(marks() == near + "#ident \"clustrix " + hashOf(marks()) + "\"\n");
}

TEST_CASE("another rewriter is another text") {
  CHECK(configurationMarks("/nowhere/a.cpp", "/bin/sh") != configurationMarks("/nowhere/a.cpp", "/bin/cat"));
  CHECK(configurationMarks("/nowhere/a.cpp", "/bin/sh") == configurationMarks("/nowhere/a.cpp", "/bin/sh"));
}

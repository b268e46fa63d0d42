#include "clustrix-c++/SteadyFolder.h"

#include <catch2/catch.hpp>

#include "clustrix-c++/Process.h"
#include "clustrix-c++/Scratch.h"

using namespace clustrix::tools;

TEST_CASE("two folders have one name, one after the other, and programs that are called know it") {
  const auto scratch = Scratch::make(), other = Scratch::make();
  REQUIRE(scratch);
  REQUIRE(other);
  std::filesystem::path name;
  {
    const SteadyFolder folder(scratch->folder());
    name = folder.name();
    CHECK(run({"touch", (name / "touched").string()}) == 0);
    CHECK(writeFile(name / "written", "text"));
  }
  CHECK(name != scratch->folder());
  CHECK(std::filesystem::exists(scratch->folder() / "touched"));
  CHECK(readFile(scratch->folder() / "written") == "text");
  CHECK_FALSE(std::filesystem::exists(name));
  CHECK(SteadyFolder(other->folder()).name() == name);
}

TEST_CASE("two folders at a time have a name each") {
  const auto scratch = Scratch::make(), other = Scratch::make();
  REQUIRE(scratch);
  REQUIRE(other);
  const SteadyFolder folder(scratch->folder()), second(other->folder());
  CHECK(std::filesystem::equivalent(folder.name(), scratch->folder()));
  CHECK(std::filesystem::equivalent(second.name(), other->folder()));
}

TEST_CASE("what is no folder keeps its name") { CHECK(SteadyFolder("/dev/null").name() == "/dev/null"); }

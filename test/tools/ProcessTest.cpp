#include "clustrix-c++/Process.h"

#include "clustrix-c++/Scratch.h"

#include <catch2/catch.hpp>

using namespace clustrix::tools;

TEST_CASE("the exit status of a program comes back") {
  CHECK(run({"true"}) == 0);
  CHECK(run({"sh", "-c", "exit 7"}) == 7);
}

TEST_CASE("a program that a signal ended is told apart") { CHECK(run({"sh", "-c", "kill -9 $$"}) == 128 + 9); }

TEST_CASE("a program that is not there is an error, not a crash") { CHECK(run({"/no/such/program"}) == 127); }

TEST_CASE("a scratch folder goes away with its owner") {
  std::filesystem::path folder;
  {
    const auto scratch = Scratch::make();
    REQUIRE(scratch);
    folder = scratch->folder();
    REQUIRE(writeFile(folder / "a", "text"));
    CHECK(readFile(folder / "a") == "text");
  }
  CHECK_FALSE(std::filesystem::exists(folder));
}

TEST_CASE("a file that cannot be written leaves nothing behind") {
  const auto scratch = Scratch::make();
  REQUIRE(scratch);
  CHECK_FALSE(writeFile(scratch->folder() / "missing" / "a", "text"));
  CHECK(std::filesystem::is_empty(scratch->folder()));
}

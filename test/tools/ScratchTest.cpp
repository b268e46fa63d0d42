#include "clustrix-c++/Scratch.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>

using namespace clustrix::tools;
namespace fs = std::filesystem;

TEST_CASE("a file is replaced whole, a link stays one, and a device is written to") {
  const auto scratch = Scratch::make();
  REQUIRE(scratch);
  const fs::path at = scratch->folder();
  REQUIRE(writeFile(at / "rules.d", "old"));
  fs::create_symlink("rules.d", at / "link");
  CHECK(writeFile(at / "link", "new"));
  CHECK(fs::is_symlink(at / "link"));
  CHECK(readFile(at / "rules.d") == "new");
  CHECK(std::distance(fs::directory_iterator(at), fs::directory_iterator()) == 2);
  CHECK(writeFile("/dev/null", "text"));
  CHECK(fs::is_character_file("/dev/null"));
  CHECK_FALSE(writeFile("/dev/full", "text"));
  CHECK_FALSE(writeFile(at / "none" / "rules.d", "text"));
}

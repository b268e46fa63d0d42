#include "Source/ResourceFolder.h"

#include <catch2/catch.hpp>

#include <fstream>

using namespace clustrix::compiler;
namespace fs = std::filesystem;

namespace {

struct Prefix {
  fs::path folder;

  Prefix() {
    std::string pattern = (fs::temp_directory_path() / "clustrix prefix.XXXXXX").string();
    folder = mkdtemp(pattern.data());
  }
  ~Prefix() { fs::remove_all(folder); }
};

}  // namespace

TEST_CASE("an installation that brings Clang's headers uses its own") {
  const Prefix prefix;
  const fs::path own = prefix.folder / CLUSTRIX_OWN_RESOURCE_DIR;
  fs::create_directories(own / "include");
  CHECK(resourceFolder(prefix.folder / "bin" / "clustrix-rewrite") != own);  // empty
  std::ofstream(own / "include" / "stddef.h") << "";
  CHECK(resourceFolder(prefix.folder / "bin" / "clustrix-rewrite") == own);
}

TEST_CASE("an installation without them has those of the LLVM that it was built with") {
  const Prefix prefix;
  CHECK(hasOwnHeadersOfClang(resourceFolder(prefix.folder / "bin" / "clustrix-rewrite")));
  CHECK(hasOwnHeadersOfClang(resourceFolder("")));
  CHECK(resourceFolder() == resourceFolder(""));
}

TEST_CASE("a folder without headers is told apart") {
  const Prefix prefix;
  CHECK_FALSE(hasOwnHeadersOfClang(prefix.folder));
  CHECK_FALSE(hasOwnHeadersOfClang(prefix.folder / "nowhere"));
}

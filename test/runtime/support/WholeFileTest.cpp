#include "support/WholeFile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "Folder.h"

using namespace clustrix::runtime;
using clustrix::test::Folder;

namespace fs = std::filesystem;

namespace {

// Of a folder, without what the test has put there by these names.
int others(const fs::path& folder, const std::vector<std::string>& names) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const bool known = std::find(names.begin(), names.end(), entry.path().filename().string()) != names.end();
    count += known ? 0 : 1;
  }
  return count;
}

}  // namespace

TEST_CASE("a file is written whole, keeps its permissions, and leaves no draft behind") {
  const Folder folder;
  const std::string path = (folder.path() / "trace.json").string();
  CHECK(writeWhole(path, "first").empty());
  REQUIRE(chmod(path.c_str(), 0640) == 0);
  CHECK(writeWhole(path, "second").empty());
  CHECK(folder.read("trace.json") == "second");
  struct stat facts{};
  REQUIRE(stat(path.c_str(), &facts) == 0);
  CHECK((facts.st_mode & 0777) == 0640);
  CHECK(others(folder.path(), {"trace.json"}) == 0);
}

TEST_CASE("a link stays one, and a device, a pipe and a folder stay what they are") {
  const Folder folder;
  const fs::path at = folder.path();
  folder.write("target", "old");
  fs::create_symlink("target", at / "link");
  CHECK(writeWhole((at / "link").string(), "new").empty());
  CHECK(fs::is_symlink(at / "link"));
  CHECK(folder.read("target") == "new");

  CHECK(writeWhole("/dev/null", "text").empty());
  CHECK(fs::is_character_file("/dev/null"));
  CHECK_THAT(writeWhole("/dev/full", "text"), Catch::Contains("cannot be written"));

  REQUIRE(mkfifo((at / "pipe").c_str(), 0600) == 0);
  const int reader = open((at / "pipe").c_str(), O_RDONLY | O_NONBLOCK);
  CHECK(writeWhole((at / "pipe").string(), "text").empty());
  char got[8] = {};
  CHECK(read(reader, got, sizeof got) == 4);
  close(reader);
  CHECK(fs::is_fifo(at / "pipe"));

  CHECK_THAT(writeWhole(at.string(), "text"), Catch::Contains("cannot be written"));
  const std::string nowhere = (at / "nowhere" / "file").string();
  CHECK_THAT(writeWhole(nowhere, "text"), Catch::StartsWith(nowhere + " cannot be written"));
  CHECK(others(at, {"target", "link", "pipe"}) == 0);
}

TEST_CASE("a descriptor of the process is written to where it is, not from its begin") {
  const Folder folder;
  const std::string path = (folder.path() / "log").string();
  const int file = open(path.c_str(), O_WRONLY | O_CREAT, 0600);
  REQUIRE(write(file, "before ", 7) == 7);
  CHECK(writeWhole("/dev/fd/" + std::to_string(file), "trace").empty());
  CHECK(writeWhole("/proc/self/fd/" + std::to_string(file), " again").empty());
  close(file);
  CHECK(folder.read("log") == "before trace again");
  CHECK_THAT(writeWhole("/dev/fd/" + std::to_string(file), "x"), Catch::Contains("cannot be written"));
}

TEST_CASE("a file that its owner made read-only stays") {
  if (geteuid() == 0) return;  // may write it all the same
  const Folder folder;
  folder.write("kept", "old");
  const std::string path = (folder.path() / "kept").string();
  REQUIRE(chmod(path.c_str(), 0400) == 0);
  CHECK_THAT(writeWhole(path, "new"), Catch::Contains("cannot be written"));
  CHECK(folder.read("kept") == "old");
}

TEST_CASE("two names of one file are the same file") {
  const Folder folder;
  folder.write("a", "");
  folder.write("c", "");
  fs::create_hard_link(folder.path() / "a", folder.path() / "b");
  const std::string at = folder.path().string();
  CHECK(isSameFile(at + "/a", at + "/b"));
  CHECK(isSameFile(at + "/a", at + "/../" + folder.path().filename().string() + "/a"));
  CHECK_FALSE(isSameFile(at + "/a", at + "/c"));
  CHECK_FALSE(isSameFile(at + "/none", at + "/none"));
}

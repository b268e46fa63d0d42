#include "support/RegularFile.h"

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "Folder.h"

using namespace clustrix::runtime;
using clustrix::test::Folder;

namespace {

/// What is read, or why nothing is, after a colon.
std::string readOrWhy(const std::string& path, std::size_t most) {
  std::string why;
  const std::optional<std::string> text = readRegularFile(path, most, why);
  CHECK(text.has_value() == why.empty());
  return text ? *text : ":" + why;
}

}  // namespace

TEST_CASE("a file of as many bytes as are asked for is read, and none of one more") {
  const Folder folder;
  const std::string five = folder.write("five", "12345"), empty = folder.write("empty", "");
  CHECK(readOrWhy(five, 6) == "12345");
  CHECK(readOrWhy(five, 5) == "12345");
  CHECK(readOrWhy(five, 4) == ":it has more than 4 B");
  CHECK(readOrWhy(five, 0) == ":it has more than 0 B");
  CHECK(readOrWhy(empty, 0) == "");
}

TEST_CASE("a file that no buffer holds is read whole, whatever its bytes are") {
  const Folder folder;
  for (const std::size_t size : {16383, 16384, 16385, 100000}) {
    std::string text(size, '\0');
    for (std::size_t k = 0; k < size; ++k) text[k] = static_cast<char>(k * k % 251);
    const std::string path = folder.write("large", text);
    CHECK(readOrWhy(path, size) == text);
    CHECK(readOrWhy(path, size - 1).substr(0, 17) == ":it has more than");
  }
}

TEST_CASE("what is no regular file is not waited for, and not read") {
  const Folder folder;
  const std::string pipe = (folder.path() / "pipe").string();
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  for (const std::string& path : {std::string("/dev/full"), std::string("/dev/zero"), folder.path().string(), pipe}) {
    INFO(path);
    CHECK(readOrWhy(path, 100) == ":it is no regular file");
  }
}

TEST_CASE("a link to a regular file is read, and one to a device is not") {
  const Folder folder;
  folder.write("target", "text");
  std::filesystem::create_symlink("target", folder.path() / "link");
  std::filesystem::create_symlink("/dev/zero", folder.path() / "zeros");
  CHECK(readOrWhy((folder.path() / "link").string(), 100) == "text");
  CHECK(readOrWhy((folder.path() / "zeros").string(), 100) == ":it is no regular file");
}

TEST_CASE("a file of the kernel's is read, though it says that it has no bytes") {
  CHECK_THAT(readOrWhy("/proc/self/status", 100000), Catch::StartsWith("Name:"));
  CHECK(readOrWhy("/proc/self/status", 10) == ":it has more than 10 B");
}

TEST_CASE("a file that cannot be opened is told with the system's reason") {
  const Folder folder;
  CHECK(readOrWhy((folder.path() / "none").string(), 100) == ":No such file or directory");
  if (geteuid() == 0) return;  // may read anything
  const std::string path = folder.write("secret", "text");
  REQUIRE(chmod(path.c_str(), 0) == 0);
  CHECK(readOrWhy(path, 100) == ":Permission denied");
}

TEST_CASE("no file stays open, read or not") {
  const Folder folder;
  const std::string five = folder.write("five", "12345");
  const auto nextDescriptor = [] {
    const int next = dup(STDERR_FILENO);
    close(next);
    return next;
  };
  const int before = nextDescriptor();
  CHECK(readOrWhy(five, 5) == "12345");
  CHECK(readOrWhy(five, 4) == ":it has more than 4 B");
  CHECK(readOrWhy(folder.path().string(), 5) == ":it is no regular file");
  CHECK(nextDescriptor() == before);
}

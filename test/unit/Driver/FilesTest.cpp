#include "Driver/Files.h"

#include "Folder.h"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

using namespace clustrix::compiler;

namespace {

mode_t modeOf(const std::string& path) {
  struct stat status{};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

/// Stands in for a full disk: writes past `bytes` fail.
class SizeLimit {
 public:
  explicit SizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limited{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limited);
  }
  ~SizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

}  // namespace

TEST_CASE("what is written is what is read") {
  Folder folder;
  const std::string text("a\0b\nc", 5);
  REQUIRE_FALSE(writeFile(folder / "f", text));
  auto read = readFile(folder / "f");
  CHECK(value(read) == text);
  CHECK(folder.count() == 1);
}

TEST_CASE("two spellings of one file have one canonical path") {
  Folder folder;
  folder.put("d/f", "");
  std::filesystem::create_symlink("d", folder / "link");
  CHECK(canonicalPath(folder / "link/../link/f") == canonicalPath(folder / "d/f"));
  CHECK(canonicalPath("./none/../nothing") == canonicalPath("nothing"));
  CHECK(canonicalPath("nothing").front() == '/');
}

TEST_CASE("a missing file, a folder and a missing parent are file errors that name the path") {
  Folder folder;
  auto missing = readFile(folder / "none");
  REQUIRE(failed(missing));
  CHECK(failed(missing)->exit == Exit::FileFailed);
  CHECK(failed(missing)->message ==
        "clustrix-rewrite: error: cannot read '" + (folder / "none") + "': No such file or directory\n");
  auto directory = readFile(folder.path());
  REQUIRE(failed(directory));
  CHECK(failed(directory)->exit == Exit::FileFailed);
  CHECK(writeFile(folder / "no/f", "x")->exit == Exit::FileFailed);
  CHECK(writeFile(folder.path(), "x")->exit == Exit::FileFailed);
}

TEST_CASE("a write that fails half way leaves the old file and nothing else") {
  Folder folder;
  folder.put("f", "old\n");
  {
    SizeLimit limit(1000);
    const auto why = writeFile(folder / "f", std::string(5000, 'x'));
    REQUIRE(why);
    CHECK(why->exit == Exit::FileFailed);
    CHECK(writeFile(folder / "fresh", std::string(5000, 'x')));
  }
  CHECK(folder.get("f") == "old\n");
  CHECK(folder.count() == 1);
}

TEST_CASE("a file keeps its permissions, and a new one has those of the umask") {
  Folder folder;
  folder.put("f", "old");
  ::chmod((folder / "f").c_str(), 0640);
  REQUIRE_FALSE(writeFile(folder / "f", "new"));
  CHECK(modeOf(folder / "f") == 0640);
  const mode_t before = ::umask(027);
  REQUIRE_FALSE(writeFile(folder / "g", "new"));
  ::umask(before);
  CHECK(modeOf(folder / "g") == 0640);
}

TEST_CASE("a symbolic link stays a link") {
  Folder folder;
  folder.put("target", "old");
  std::filesystem::create_symlink("target", folder / "link");
  REQUIRE_FALSE(writeFile(folder / "link", "new"));
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(folder.get("target") == "new");
}

TEST_CASE("a link may lead to a file that is not there yet, or to a pipe") {
  Folder folder;
  std::filesystem::create_symlink("later", folder / "link");
  REQUIRE_FALSE(writeFile(folder / "link", "new"));
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(folder.get("later") == "new");
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  CHECK_FALSE(writeFile("/proc/self/fd/" + std::to_string(ends[1]), "through"));
  char buffer[16] = {};
  CHECK(::read(ends[0], buffer, sizeof buffer) == 7);
  CHECK(std::string(buffer) == "through");
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_CASE("a device is written to and not replaced") {
  REQUIRE_FALSE(writeFile("/dev/null", "text"));
  CHECK(std::filesystem::is_character_file("/dev/null"));
  CHECK(writeFile("/dev/full", "text")->exit == Exit::FileFailed);
}

TEST_CASE("what may never end is refused, and what is too long") {
  Folder folder;
  folder.put("five", "12345");
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  for (const std::string& path : {std::string("/dev/zero"), std::string("/dev/full"), folder / "pipe"}) {
    INFO(path);
    auto read = readFile(path);
    REQUIRE(failed(read));
    CHECK(failed(read)->exit == Exit::FileFailed);
    CHECK(failed(read)->message == "clustrix-rewrite: error: cannot read '" + path + "': it is no regular file\n");
  }
  auto long_ = readFile(folder / "five", 4);
  REQUIRE(failed(long_));
  CHECK(failed(long_)->message.find("it has more than 4 bytes") != std::string::npos);
  auto all = readFile(folder / "five", 5);
  CHECK(value(all) == "12345");
}

TEST_CASE("a descriptor is written to where it is, not from its begin") {
  Folder folder;
  const int file = ::open((folder / "log").c_str(), O_WRONLY | O_CREAT, 0600);
  REQUIRE(::write(file, "before ", 7) == 7);
  const std::string path = "/dev/fd/" + std::to_string(file);
  CHECK(isDescriptor(path));
  CHECK_FALSE(writeFile(path, "after"));
  ::close(file);
  CHECK(folder.get("log") == "before after");
  CHECK(writeFile(path, "x")->exit == Exit::FileFailed);
  for (const char* other : {"/dev/fd/", "/dev/fd/x", "/dev/fd/1x", "/dev/null", "stdout"})
    CHECK_FALSE(isDescriptor(other));
}

TEST_CASE("a name as long as the file system allows is written") {
  Folder folder;
  const std::string name(255, 'n');
  CHECK_FALSE(writeFile(folder / name, "text"));
  CHECK(folder.get(name) == "text");
}

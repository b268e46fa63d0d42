#include "clustrix-c++/HostCompiler.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <string>

#include "clustrix-c++/Scratch.h"

using namespace clustrix::tools;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

/// A machine with the folders `bin`, which is its PATH, and `clustrix`, where our own program is.
class Machine {
 public:
  Machine() {
    for (const char* folder : {"bin", "clustrix"}) fs::create_directory(path(folder));
    setenv("PATH", path("bin").c_str(), 1);
    has("clustrix/clustrix-c++", "clustrix-c++ 1.0");
  }
  ~Machine() { setenv("PATH", before_.c_str(), 1); }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  std::string path(const std::string& file) const { return (scratch_->folder() / file).string(); }

  /// A program that calls itself by `version`.
  void has(const std::string& file, const std::string& version) const {
    std::ofstream(path(file)) << "#!/bin/sh\necho '" << version << "'\n";
    fs::permissions(path(file), fs::perms::owner_all);
  }

  CompilerSearch search(const std::string& chosen = "") const { return {chosen, path("clustrix/clustrix-c++")}; }

 private:
  std::string before_ = std::getenv("PATH");
  std::optional<Scratch> scratch_ = Scratch::make();
};

}  // namespace

TEST_CASE("the host compiler is what is chosen, else the first of those that systems have") {
  const Machine machine;
  machine.has("bin/c++", "c++ 12");
  machine.has("bin/mine", "mine 1");
  CHECK(hostCompiler(machine.search()) == Words{"c++"});
  CHECK(hostCompiler(machine.search("mine -m64")) == Words{"mine", "-m64"});
  CHECK(hostCompiler(machine.search("not-there")) == Words{"c++"});
  machine.has("bin/g++", "g++ 12");
  CHECK(hostCompiler(machine.search()) == Words{"g++"});
}

TEST_CASE("our own program is nobody's host compiler") {
  const Machine machine;
  CHECK(hostCompiler(machine.search(machine.path("clustrix/clustrix-c++"))).empty());
  fs::create_symlink(machine.path("clustrix/clustrix-c++"), machine.path("bin/g++"));
  CHECK(hostCompiler(machine.search()).empty());
}

TEST_CASE("Clang 19 is told by what it says of itself") {
  const Machine machine;
  CHECK(clang19(machine.search()).empty());
  machine.has("bin/clang++", "Debian clang version 14.0.6");
  CHECK(clang19(machine.search()).empty());
  machine.has("bin/clang++", "clang version 19.1.7");
  CHECK(clang19(machine.search()) == Words{"clang++"});
  machine.has("bin/clang++-19", "Debian clang version 19.1.7 (3)");
  CHECK(clang19(machine.search()) == Words{"clang++-19"});
}

TEST_CASE("the Clang beside our program comes first, and the one that is chosen before it") {
  const Machine machine;
  machine.has("bin/clang++-19", "clang version 19.1.7");
  machine.has("clustrix/clang++", "clang version 19.1.0");
  CHECK(clang19(machine.search()) == Words{machine.path("clustrix/clang++")});
  machine.has("bin/mine", "clang version 19.1.2");
  CHECK(clang19(machine.search("mine -m64")) == Words{"mine", "-m64"});
  machine.has("bin/mine", "g++ (Debian) 12.2.0");
  CHECK(clang19(machine.search("mine")) == Words{machine.path("clustrix/clang++")});
}

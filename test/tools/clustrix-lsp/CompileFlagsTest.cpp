#include "clustrix-lsp/CompileFlags.h"

#include "Driver/CompilationDatabase.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

#include <unistd.h>

using namespace clustrix::lsp;
namespace fs = std::filesystem;

namespace {

class Project {
 public:
  Project() : root_(fs::canonical(fs::temp_directory_path()) / ("clustrix-lsp-flags-" + std::to_string(getpid()))) {
    fs::remove_all(root_);
  }
  ~Project() { fs::remove_all(root_); }
  std::string path(const std::string& name = ".") const {
    const fs::path path = (root_ / name).lexically_normal();
    return path.has_filename() ? path.string() : path.parent_path().string();
  }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }
  /// An entry that compiles `file` with `-DWHICH`.
  std::string entry(const std::string& file, const std::string& which) const {
    return R"({"directory": ")" + path() + R"(", "file": ")" + file + R"(", "command": "g++ -D)" + which + " -c " +
           file + R"("})";
  }

 private:
  fs::path root_;
};

/// The flags, or what is wrong.
std::string flagsOf(CompileFlags& flags, const std::string& file) {
  const auto found = flags.find(file);
  if (!found.command) return found.problem.empty() ? "none" : "problem";
  std::string all;
  for (const std::string& flag : found.command->arguments) all += flag;
  return all;
}

}  // namespace

TEST_CASE("the nearest database is at or above the file, or in a folder build there") {
  const Project project;
  project.write("compile_commands.json", "[]");
  project.write("a/build/compile_commands.json", "[]");
  project.write("a/b/c/x.cpp", "");
  CHECK(nearestDatabase(project.path("a/b/c/x.cpp")) == project.path("a/build"));
  CHECK(nearestDatabase(project.path("d/x.cpp")) == project.path());
  project.write("a/compile_commands.json", "[]");
  CHECK(nearestDatabase(project.path("a/b/c/x.cpp")) == project.path("a"));
}

TEST_CASE("without a database there are no flags, and that is no problem") {
  CompileFlags flags(std::nullopt);
  CHECK(flagsOf(flags, "/nowhere/x.cpp") == "none");
}

TEST_CASE("a file has its own flags, and one that is not listed those of its neighbour") {
  const Project project;
  project.write("compile_commands.json", "[" + project.entry("one/x.cpp", "ONE") + "," +
                                             project.entry("two/y.cpp", "TWO") + "," +
                                             project.entry("two/z.cpp", "THREE") + "]");
  CompileFlags flags(std::nullopt);
  CHECK(flagsOf(flags, project.path("one/x.cpp")) == "-DONE");
  CHECK(flagsOf(flags, project.path("two/z.cpp")) == "-DTHREE");
  CHECK(flagsOf(flags, project.path("two/new.cpp")) == "-DTWO");
  CHECK(flagsOf(flags, project.path("one/deep/new.h")) == "-DONE");
}

TEST_CASE("a file that is reached by a link has the flags of where it leads") {
  const Project project;
  project.write("real/x.cpp", "");
  project.write("real/compile_commands.json",
                "[" + project.entry("real/x.cpp", "REAL") + "," + project.entry("real/y.cpp", "OTHER") + "]");
  fs::create_directory_symlink(project.path("real"), project.path("link"));
  CompileFlags flags(std::nullopt);
  CHECK(flagsOf(flags, project.path("link/x.cpp")) == "-DREAL");
}

TEST_CASE("a database is read again when it is written again") {
  const Project project;
  project.write("compile_commands.json", "[" + project.entry("x.cpp", "ONE") + "]");
  CompileFlags flags(project.path());
  CHECK(flagsOf(flags, project.path("x.cpp")) == "-DONE");
  project.write("compile_commands.json", "[" + project.entry("x.cpp", "TWO") + "]");
  fs::last_write_time(project.path("compile_commands.json"),
                      fs::last_write_time(project.path("compile_commands.json")) + std::chrono::seconds(2));
  CHECK(flagsOf(flags, project.path("x.cpp")) == "-DTWO");
}

TEST_CASE("a database that cannot be read is a problem that is told") {
  const Project project;
  project.write("compile_commands.json", "{");
  CompileFlags broken(project.path()), missing(project.path("nowhere"));
  CHECK(flagsOf(broken, project.path("x.cpp")) == "problem");
  CHECK(broken.find(project.path("x.cpp")).problem.find("generate the file again") != std::string::npos);
  CHECK(flagsOf(missing, project.path("x.cpp")) == "problem");
}

TEST_CASE("a database without entries has no flags") {
  const Project project;
  project.write("compile_commands.json", "[]");
  CompileFlags flags(project.path());
  CHECK(flagsOf(flags, project.path("x.cpp")) == "none");
}

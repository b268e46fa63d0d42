#include "Lower/TextReading.h"

#include "../Driver/Folder.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace clustrix::compiler;

namespace {

FileSystem disk(const Folder& folder) {
  FileSystem files(llvm::vfs::createPhysicalFileSystem().release());
  files->setCurrentWorkingDirectory(folder.path());
  return files;
}

std::string read(const FileSystem& files, const std::string& name) {
  const auto buffer = files->getBufferForFile(name);
  return buffer ? (*buffer)->getBuffer().str() : "none";
}

/// `text` in place of a source of a folder.
struct Read {
  explicit Read(const std::string& text) {
    folder.put("a.cpp", "int nothing;\n");
    unit.path = "a.cpp";
    const Library library;
    const Reading reading{disk(folder), {commandLine("a.cpp", {"-std=c++20"}), nullptr}, library};
    TextSearch search{.stage = SearchFor::AssigningMacros};
    compiles = readText(unit, reading, text, false, search, diagnostics);
  }

  Folder folder;
  SourceUnit unit;
  std::string diagnostics;
  bool compiles = false;
};

const std::string loop = "[[clustrix::cluster]] void f(int* a) {\n  for (int i = 0; i < 9; ++i) a[i] = i;\n}\n";

}  // namespace

TEST_CASE("texts stand in place of files, under each of their names, and other files are what they were") {
  Folder folder;
  folder.put("a.cpp", "on disk");
  folder.put("b.cpp", "other");
  const FileSystem files = with(disk(folder), "a.cpp", "in place");
  CHECK(read(files, "a.cpp") == "in place");
  CHECK(read(files, folder / "a.cpp") == "in place");
  CHECK(read(files, "b.cpp") == "other");
  const FileSystem again = with(files, {{"a.cpp", "once more"}, {"c.cpp", "new"}});
  CHECK(read(again, "a.cpp") == "once more");
  CHECK(read(again, "c.cpp") == "new");
  CHECK(read(files, "c.cpp") == "none");
}

TEST_CASE("a text is read that is not the one on disk, and its offsets are those of the text") {
  const std::string text = "int before;\n" + loop;
  const Read read(text);
  REQUIRE(read.compiles);
  CHECK(read.diagnostics.empty());
  CHECK(read.unit.text == text);
  REQUIRE(read.unit.functions.size() == 1);
  CHECK(text.substr(read.unit.functions[0].loops.at(0).begin, 3) == "for");
  const auto& files = read.unit.dependencies;
  CHECK(std::find(files.begin(), files.end(), "a.cpp") == files.end());
}

TEST_CASE("a text that does not compile has diagnostics, and no functions") {
  const Read read(loop + "int x = none;\n");
  CHECK_FALSE(read.compiles);
  CHECK(read.diagnostics.find("a.cpp:4:9: error: use of undeclared identifier 'none'") == 0);
  CHECK(read.unit.functions.empty());
}

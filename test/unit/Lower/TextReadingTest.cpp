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
  Folder folder;
  folder.put("a.cpp", "int nothing;\n");
  SourceUnit unit;
  unit.path = "a.cpp";
  const std::vector<LibraryFunction> library;
  const Reading reading{disk(folder), {commandLine("a.cpp", {"-std=c++20"}), nullptr}, library};
  TextSearch search{.stage = SearchFor::AssigningMacros};
  std::string diagnostics;
  const std::string text = "int before;\n" + loop;
  REQUIRE(readText(unit, reading, text, false, search, diagnostics));
  CHECK(diagnostics.empty());
  CHECK(unit.text == text);
  REQUIRE(unit.functions.size() == 1);
  CHECK(text.substr(unit.functions[0].loops.at(0).begin, 3) == "for");
  CHECK(std::find(unit.dependencies.begin(), unit.dependencies.end(), "a.cpp") == unit.dependencies.end());
}

TEST_CASE("a text that does not compile has diagnostics, and no functions") {
  Folder folder;
  SourceUnit unit;
  unit.path = "a.cpp";
  const std::vector<LibraryFunction> library;
  const Reading reading{disk(folder), {commandLine("a.cpp", {"-std=c++20"}), nullptr}, library};
  TextSearch search{.stage = SearchFor::AssigningMacros};
  std::string diagnostics;
  CHECK_FALSE(readText(unit, reading, loop + "int x = none;\n", false, search, diagnostics));
  CHECK(diagnostics.find("a.cpp:4:9: error: use of undeclared identifier 'none'") == 0);
  CHECK(unit.functions.empty());
}

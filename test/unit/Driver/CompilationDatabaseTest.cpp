#include "Driver/CompilationDatabase.h"

#include "Folder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using Words = std::vector<std::string>;

namespace {

/// The arguments that the one entry of a database leaves for `s.cpp`.
Words argumentsFor(const std::string& entryKeys) {
  Folder folder;
  folder.put("s.cpp", "");
  folder.put("compile_commands.json",
             "[{\"directory\": \"" + folder.path() + "\", \"file\": \"s.cpp\", " + entryKeys + "}]");
  auto database = readDatabase(folder.path());
  REQUIRE_FALSE(failed(database));
  auto command = commandFor(value(database), folder / "s.cpp");
  REQUIRE_FALSE(failed(command));
  CHECK(value(command).directory == folder.path());
  return value(command).arguments;
}

Exit exitFor(const std::string& text) {
  Folder folder;
  folder.put("compile_commands.json", text);
  auto database = readDatabase(folder.path());
  return failed(database) ? failed(database)->exit : Exit::Done;
}

}  // namespace

TEST_CASE("words are split as a shell splits them") {
  CHECK(shellWords("a  b\tc") == Words{"a", "b", "c"});
  CHECK(shellWords(R"(-DX="a b" -D'Y=c\d' e\ f "\"q\"")") == Words{"-DX=a b", "-DY=c\\d", "e f", "\"q\""});
  CHECK(shellWords(R"("a\b" '' )") == Words{"a\\b", ""});
  CHECK(shellWords("").empty());
}

TEST_CASE("compiler, source, output and dependency arguments are left out") {
  CHECK(argumentsFor(R"("command": "g++ -O2 -Iinc -MD -MF s.d -MT s.o -o s.o -c s.cpp")") == Words{"-O2", "-Iinc"});
  CHECK(argumentsFor(R"("arguments": ["g++", "-I", "inc", "-os.o", "-c", "./s.cpp"])") == Words{"-I", "inc"});
}

TEST_CASE("a compiler launcher is no argument") {
  CHECK(argumentsFor(R"("command": "/usr/bin/ccache g++ -O2 -c s.cpp")") == Words{"-O2"});
}

TEST_CASE("folders and files of a database may be relative") {
  Folder folder;
  folder.put("src/s.cpp", "");
  folder.put("b/compile_commands.json",
             R"([{"directory": ".", "file": "../src/s.cpp", "command": "c++ -DX ../src/s.cpp"}])");
  auto database = readDatabase(folder / "b");
  REQUIRE_FALSE(failed(database));
  auto command = commandFor(value(database), folder / "src/../src/s.cpp");
  REQUIRE_FALSE(failed(command));
  CHECK(value(command).arguments == Words{"-DX"});
}

TEST_CASE("a source that the database does not list is bad input") {
  Folder folder;
  folder.put("compile_commands.json", "[]");
  auto database = readDatabase(folder.path());
  REQUIRE_FALSE(failed(database));
  auto command = commandFor(value(database), "other.cpp");
  REQUIRE(failed(command));
  CHECK(failed(command)->exit == Exit::BadInput);
  CHECK(failed(command)->message.find("'other.cpp' is not in " + (folder / "compile_commands.json")) !=
        std::string::npos);
}

TEST_CASE("a missing database is a file error that says how to get one") {
  Folder folder;
  auto database = readDatabase(folder.path());
  REQUIRE(failed(database));
  CHECK(failed(database)->exit == Exit::FileFailed);
  CHECK(failed(database)->message.find("CMAKE_EXPORT_COMPILE_COMMANDS") != std::string::npos);
}

TEST_CASE("a malformed database is bad input") {
  CHECK(exitFor("") == Exit::BadInput);
  CHECK(exitFor("{}") == Exit::BadInput);
  CHECK(exitFor("[1]") == Exit::BadInput);
  CHECK(exitFor(R"([{"directory": "/", "file": 1, "command": "c"}])") == Exit::BadInput);
  CHECK(exitFor(R"([{"directory": "/", "file": "f"}])") == Exit::BadInput);
  CHECK(exitFor(R"([{"directory": "/", "file": "f", "arguments": [1]}])") == Exit::BadInput);
}

TEST_CASE("a source that clustrix_target has rewritten is found by what it was rewritten to") {
  Folder folder;
  folder.put("src/heat.cpp", "");
  folder.put("b/clustrix/app/heat.clustrix.cu.source", (folder / "src/heat.cpp") + "\n");
  folder.put("b/compile_commands.json",
             "[{\"directory\": \"" + (folder / "b") +
                 "\", \"file\": \"main.cpp\", \"command\": \"c++ -DMAIN -c main.cpp\"},"
                 "{\"directory\": \"" +
                 (folder / "b") +
                 "\", \"file\": \"clustrix/app/heat.clustrix.cu\", \"command\": \"c++ -DHEAT -c "
                 "clustrix/app/heat.clustrix.cu -o heat.o\"}]");
  auto database = readDatabase(folder / "b");
  REQUIRE_FALSE(failed(database));
  auto command = commandFor(value(database), folder / "src/heat.cpp");
  REQUIRE_FALSE(failed(command));
  CHECK(value(command).arguments == Words{"-DHEAT"});
  CHECK(failed(commandFor(value(database), folder / "src/other.cpp")));
}

#include "clustrix-lsp/Places.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

#include <unistd.h>

using namespace clustrix::lsp;
using nlohmann::json;

namespace {

const std::map<std::string, std::string> open = {
    {"/a.cpp", "void größe(int* a) {\n  for (int i = 0;  // from the first\n       i < 9; ++i) a[i] = größe;\n}\n"}};

}  // namespace

TEST_CASE("a word is marked as a whole, whatever letters it has") {
  Places places(open, Encoding::Utf16);
  CHECK(asJson(places.word("/a.cpp", 1, 6)) ==
        json::parse(R"({"start": {"line": 0, "character": 5}, "end": {"line": 0, "character": 10}})"));
}

TEST_CASE("what is no word is one character, and nothing at a line's end") {
  Places places(open, Encoding::Utf16);
  CHECK(places.word("/a.cpp", 4, 1).end == Position{3, 1});
  CHECK(places.word("/a.cpp", 4, 2).end == Position{3, 1});
  CHECK(places.word("/a.cpp", 99, 9).start == Position{4, 0});
}

TEST_CASE("a head is found over lines and blanks, and ends with its line where it is written otherwise") {
  const std::map<std::string, std::string> texts = {{"/b.cpp", "  for (int i = 0;\n       i < 9; ++i) a[i] = 0;\n"}};
  Places places(texts, Encoding::Utf16);
  CHECK(places.head("/b.cpp", 1, 3, "for (int i = 0; i < 9; ++i)").end == Position{1, 18});
  CHECK(places.head("/b.cpp", 1, 3, "while (true)").end == Position{0, 17});
  CHECK(places.head("/b.cpp", 1, 3, "").end == Position{0, 5});
}

TEST_CASE("a file that is not open is read from the disk, and one that is not there is empty") {
  const auto path = std::filesystem::temp_directory_path() / ("clustrix-lsp-places-" + std::to_string(getpid()));
  std::ofstream(path) << "é x\n";
  Places places(open, Encoding::Utf16);
  CHECK(places.location(path.string(), 1, 4)["range"]["start"]["character"] == 2);
  CHECK(places.location("/not/there.h", 3, 4)["range"]["start"] == json{{"line", 0}, {"character", 0}});
  std::filesystem::remove(path);
}

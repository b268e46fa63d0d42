#include "clustrix-lsp/Documents.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace clustrix::lsp;
using nlohmann::json;

namespace {

json ranged(int line, int from, int to, const std::string& text) {
  return {{"range", {{"start", {{"line", line}, {"character", from}}}, {"end", {{"line", line}, {"character", to}}}}},
          {"text", text}};
}

}  // namespace

TEST_CASE("files come back from their URIs") {
  for (const std::string path : {"/a.cpp", "/a b/ü#%.cpp", "/100%/x.cpp"}) CHECK(pathOf(uriOf(path)) == path);
  CHECK(uriOf("/a b.cpp") == "file:///a%20b.cpp");
  CHECK(pathOf("file:///a%20b%3a.cpp") == "/a b:.cpp");
  CHECK(pathOf("file://machine/a.cpp") == "/a.cpp");
  CHECK(pathOf("file:///50%") == "/50%");
}

TEST_CASE("what is no file has no path") {
  CHECK_FALSE(pathOf("untitled:Untitled-1"));
  CHECK_FALSE(pathOf("http://a/b.cpp"));
  CHECK_FALSE(pathOf("file://"));
  CHECK_FALSE(pathOf(""));
}

TEST_CASE("a change without a range is the whole text") {
  std::string text = "old";
  CHECK(applyChange({{"text", "new"}}, Encoding::Utf16, text));
  CHECK(text == "new");
}

TEST_CASE("a change of a range leaves the rest, in the units of the encoding") {
  std::string text = "int größe;\nint b;\n";
  CHECK(applyChange(ranged(0, 4, 9, "n"), Encoding::Utf16, text));
  CHECK(text == "int n;\nint b;\n");
  text = "int größe;\n";
  CHECK(applyChange(ranged(0, 4, 11, "n"), Encoding::Utf8, text));
  CHECK(text == "int n;\n");
  CHECK(applyChange(ranged(7, 0, 0, "end"), Encoding::Utf16, text));
  CHECK(text == "int n;\nend");
}

TEST_CASE("a change that is none leaves the text alone") {
  std::string text = "as it was";
  for (const json& change : {json(nullptr), json(3), json{{"range", 3}, {"text", ""}}, json{{"text", 3}},
                             ranged(0, -1, 2, ""), ranged(0, 5, 2, "backwards")}) {
    CHECK_FALSE(applyChange(change, Encoding::Utf16, text));
    CHECK(text == "as it was");
  }
}

#include "Splice/SplicedText.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

/// Where lines of the text come from: `main.cpp:3`.
std::vector<std::string> places(const SplicedText& text) {
  SourceUnit unit;
  text.place(unit);
  std::vector<std::string> all;
  for (int line = 1; line <= text.lines(); ++line) {
    std::size_t file = 0;
    int at = 0;
    for (const WrittenLines& piece : unit.writtenLines)
      if (piece.line <= line) file = piece.file, at = piece.fileLine + line - piece.line;
    all.push_back(unit.written[file].path + ":" + std::to_string(at));
  }
  return all;
}

using Places = std::vector<std::string>;

}  // namespace

TEST_CASE("a text is put together of parts of files, each line of which knows its place") {
  SplicedText text("main.cpp", "a\nb\nc\n");
  text.keep(0, 0, 4);
  text.add("#line 7 \"x.h\"\n");
  const std::size_t header = text.addFile("x.h", "h\ni\nj\n");
  text.keep(header, 2, 6);
  text.keep(0, 4, 6);
  CHECK(text.text() == "a\nb\n#line 7 \"x.h\"\ni\nj\nc\n");
  CHECK(places(text) == Places{"main.cpp:1", "main.cpp:2", "main.cpp:3", "x.h:2", "x.h:3", "main.cpp:3", "main.cpp:4"});
  CHECK(text.isOfOther(4));
  CHECK_FALSE(text.isOfOther(6));
}

TEST_CASE("text in front of a line of the source moves all behind it, other files' parts too") {
  SplicedText text("main.cpp", "a\nb\nc\nd\n");
  text.keep(0, 0, 2);
  text.keep(text.addFile("x.h", "h\n"), 0, 2);
  text.keep(0, 2, 8);
  text.insertBefore(3, [](SplicedText& head) { head.keep(head.addFile("y.cpp", "y\nz\n"), 2, 4); });
  CHECK(text.text() == "a\nh\nb\nz\n#line 3 \"main.cpp\"\nc\nd\n");
  CHECK(places(text) ==
        Places{"main.cpp:1", "x.h:1", "main.cpp:2", "y.cpp:2", "y.cpp:3", "main.cpp:3", "main.cpp:4", "main.cpp:5"});
}

TEST_CASE("text in front of the first line, and of one that a part begins with") {
  for (const int line : {1, 2}) {
    SplicedText text("main.cpp", "a\nb\n");
    text.keep(0, 0, 2);
    text.keep(text.addFile("x.h", "h\n"), 0, 2);
    text.keep(0, 2, 4);
    text.insertBefore(line, [](SplicedText& head) { head.add("new\n"); });
    CHECK(text.text() == (line == 1 ? "new\n#line 1 \"main.cpp\"\na\nh\nb\n" : "a\nh\nnew\n#line 2 \"main.cpp\"\nb\n"));
    const Places all = places(text);
    CHECK(std::vector<std::string>(all.end() - 2, all.end()) == Places{"main.cpp:2", "main.cpp:3"});
  }
}

#include "Emit/Lines.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

std::size_t at(const std::string& text, const std::string& what) { return text.find(what); }

}  // namespace

TEST_CASE("a directive names the file and the line, as the source's own directives do") {
  SourceUnit unit;
  unit.path = "src/a \"b\".cpp";
  CHECK(lineDirective(unit, 12) == "#line 12 \"src/a \\\"b\\\".cpp\"\n");
  unit.lineChanges = {{3, 40, "\"grammar.y\""}, {10, 7, ""}};
  CHECK(lineDirective(unit, 3) == "#line 3 \"src/a \\\"b\\\".cpp\"\n");
  CHECK(lineDirective(unit, 4) == "#line 40 \"grammar.y\"\n");
  CHECK(lineDirective(unit, 10) == "#line 46 \"grammar.y\"\n");
  CHECK(lineDirective(unit, 13) == "#line 9 \"grammar.y\"\n");
}

TEST_CASE("what follows padding keeps its column, in characters and with tabs") {
  const std::string text = "int a;\n\tfür x; y";
  CHECK(columnPadding(text, at(text, "x")) == "\t    ");
  CHECK(columnPadding(text, 0).empty());
  CHECK(indentation(text, at(text, "y")) == "\t");
  CHECK(lineBegin(text, at(text, "y")) == 7);
  CHECK(lineBegin(text, 7) == 7);
}

TEST_CASE("a place is alone on its line behind blanks only, and ends one in front of a comment") {
  const std::string text = "  f(); // done\n \tg();\nh(); // goes on \\\n i();";
  CHECK(isAlone(text, at(text, "f")));
  CHECK(isAlone(text, at(text, "g")));
  CHECK_FALSE(isAlone(text, at(text, "();")));
  CHECK(endsLine(text, at(text, " // done")));
  CHECK(endsLine(text, at(text, "\nh")));
  CHECK(endsLine(text, text.size()));
  CHECK_FALSE(endsLine(text, at(text, "f")));
  CHECK_FALSE(endsLine(text, at(text, " // goes on")));
}

TEST_CASE("a directive may stand in front of what comes next, also with empty lines in between") {
  const std::string text = "#if 0\nf();\n  #pragma omp simd\n\n  g();  h();";
  CHECK(followsDirective(text, at(text, "f")));
  CHECK(followsDirective(text, at(text, "g")));
  CHECK_FALSE(followsDirective(text, at(text, "h")));
  CHECK_FALSE(followsDirective(text, at(text, "  #pragma")));
  CHECK_FALSE(followsDirective(text, 0));
}

TEST_CASE("the next line begins behind the break, or at the end") {
  const std::string text = "a \t\r\nb";
  CHECK(behindBlanks(text, 1) == at(text, "\n"));
  CHECK(nextLine(text, 0) == at(text, "b"));
  CHECK(nextLine(text, at(text, "b")) == text.size());
  CHECK(behindBlanks("a  ", 1) == 3);
}

TEST_CASE("a directive begins with either spelling of its sign") {
  CHECK(beginsDirective("  #pragma omp", 0));
  CHECK(beginsDirective("%:if 1", 0));
  CHECK_FALSE(beginsDirective("\n#if 1", 0));
  CHECK_FALSE(beginsDirective("% 2", 0));
  CHECK_FALSE(beginsDirective("  ", 0));
}

TEST_CASE("a text begins behind its byte order mark") {
  CHECK(behindByteOrderMark("\xEF\xBB\xBFint a;") == 3);
  CHECK(behindByteOrderMark("int a;") == 0);
}

TEST_CASE("a backslash continues a line, whatever ends it") {
  const std::string text = "a \\\nb \\\r\nc\n";
  CHECK(isContinued(text, at(text, "\nb")));
  CHECK(isContinued(text, at(text, "\nc")));
  CHECK_FALSE(isContinued(text, text.size() - 1));
  CHECK_FALSE(isContinued("\n", 0));
}

TEST_CASE("lines behind the first move from one indentation to another") {
  CHECK(reindented("if (a)\n        b();\n      c();\n\n   d();", 6, 4) == "if (a)\n      b();\n    c();\n\n    d();");
}

TEST_CASE("the lines of a raw string and of one that is continued stay where they are") {
  const std::string raw = "s = R\"(a\n      b)\";\n      c();";
  CHECK(reindented(raw, 6, 4) == raw);
  CHECK(reindented("a + \\\n      b;\n      c();", 6, 4) == "a + \\\n      b;\n    c();");
}

TEST_CASE("white space around a text is counted and left out") {
  CHECK(spacesAt("a\n   b", 2) == 3);
  CHECK(spacesAt("   ", 0) == 0);
  CHECK(behindWhiteSpace("\n\t x ") == 3);
  CHECK(withoutBlanksBehind("a; \n\t ") == "a;");
  CHECK(withoutBlanksBehind("a").size() == 1);
}

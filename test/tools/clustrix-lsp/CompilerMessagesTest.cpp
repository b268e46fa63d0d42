#include "clustrix-lsp/CompilerMessages.h"

#include <catch2/catch.hpp>

using namespace clustrix::lsp;

TEST_CASE("a message has its place, and its notes") {
  const auto all = compilerMessages(
      "/p/a b.cpp:3:14: error: no member named 'x' in 'T'\n    3 |   t.x = error: 1;\n      |     ^\n"
      "/p/t.h:1:8: note: 'T' is declared here\n/p/a b.cpp:9:1: fatal error: 'n.h' file not found\n");
  REQUIRE(all.size() == 2);
  CHECK(all[0].at.file == "/p/a b.cpp");
  CHECK(all[0].at.line == 3);
  CHECK(all[0].at.column == 14);
  CHECK(all[0].severity == "error");
  CHECK(all[0].text == "no member named 'x' in 'T'");
  REQUIRE(all[0].notes.size() == 1);
  CHECK(all[0].notes[0].at.file == "/p/t.h");
  CHECK(all[1].severity == "fatal error");
}

TEST_CASE("an error in a header says by which lines it came in") {
  const auto all = compilerMessages(
      "In file included from /p/a.cpp:3:\nIn file included from /p/b.h:1:\n/p/c.h:7:2: error: unknown type\n"
      "/p/a.cpp:9:1: error: other\n");
  REQUIRE(all.size() == 2);
  REQUIRE(all[0].includedFrom.size() == 2);
  CHECK(all[0].includedFrom[0].file == "/p/a.cpp");
  CHECK(all[0].includedFrom[0].line == 3);
  CHECK(all[0].includedFrom[1].file == "/p/b.h");
  CHECK(all[1].includedFrom.empty());
}

TEST_CASE("a message without a place is one, too") {
  const auto all = compilerMessages(
      "clustrix-rewrite: error: '/p/a.cpp' is not listed\nclustrix-rewrite: note: flag '-x' is unknown\n");
  REQUIRE(all.size() == 1);
  CHECK(all[0].at.file.empty());
  CHECK(all[0].at.line == 0);
  REQUIRE(all[0].notes.size() == 1);
}

TEST_CASE("what a message says may look like another one") {
  const auto all = compilerMessages("/p/a.cpp:1:1: error: static assertion failed: note: read this\n");
  REQUIRE(all.size() == 1);
  CHECK(all[0].severity == "error");
  CHECK(all[0].text == "static assertion failed: note: read this");
}

TEST_CASE("nothing that was printed is no message") { CHECK(compilerMessages("").empty()); }

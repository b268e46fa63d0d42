#include "Source/Spellings.h"

#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

const std::string marker = "// clustrix\n";

std::string plain(const std::string& text) {
  return ChangedText(marker + text, plainSpellings(marker + text)).text().substr(marker.size());
}

}  // namespace

TEST_CASE("digraphs become the tokens that they are") {
  CHECK(plain("<:<:clustrix::cluster:>:> void f() <% a<:i:> = 1; %>") ==
        "[[clustrix::cluster]] void f() { a[i] = 1; }");
  CHECK(plain("%:define S(x) %:x a%:%:b\n%:pragma once\n") == "#define S(x) #x a##b\n#pragma once\n");
}

TEST_CASE("what looks like a digraph and is none stays") {
  for (const char* text : {"std::vector<::X> v;", "const char* s = \"<: %: \\u00E9\"; // <: :>", "a<b; c>d; e%f; x<-y;",
                           "auto r = R\"(<::>)\"; char c = '\\\\';"})
    CHECK(plain(text) == text);
}

TEST_CASE("universal character names are the characters, in identifiers alone") {
  CHECK(plain("int gr\\u00F6\\u00DFe = 1; auto s = \"\\u00F6\";") == "int größe = 1; auto s = \"\\u00F6\";");
  CHECK(plain("int \\U000000E9 = 1;") == "int é = 1;");
}

TEST_CASE("an identifier that goes on in the next line ends in front of it, and lines stay where they are") {
  CHECK(plain("int to\\\ntal = 1;\nint x;") == "int total\\\n = 1;\nint x;");
  CHECK(plain("#define A(x) \\\n  x\n") == "#define A(x) \\\n  x\n");
}

TEST_CASE("a text that does not speak of Clustrix stays as it is") { CHECK(plainSpellings("int a<:4:>;").empty()); }

TEST_CASE("a loop in digraphs is found, and its text is the source's") {
  const std::string source =
      "<:<:clustrix::cluster:>:> void f(double* a, int n) <%\n  for (int i = 0; i < n; ++i) a<:i:> = 1;\n%>\n";
  const SourceUnit unit = parse(source);
  CHECK(unit.text == source);
  REQUIRE(unit.functions.size() == 1);
  REQUIRE(unit.functions[0].loops.size() == 1);
  const LoopSite& site = unit.functions[0].loops[0];
  CHECK(source.substr(site.begin, site.end - site.begin) == "for (int i = 0; i < n; ++i) a<:i:> = 1;");
  CHECK(site.at.line == 2);
  CHECK(site.at.column == 3);
}

#include "Source/FileTokens.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

std::string words(const std::string& text, const std::vector<FileToken>& tokens) {
  std::string result;
  for (const FileToken& token : tokens) result += text.substr(token.begin, token.end - token.begin) + " ";
  return result;
}

}  // namespace

TEST_CASE("directives and comments are no tokens, and what a branch leaves out is") {
  const std::string text = "int a; // b;\n#if X\nint c;\n  # define D \\\n  4\n#endif\n/* { */ R\"( } )\" e";
  const FileTokens found = fileTokens(text);
  CHECK(words(text, found.tokens) == "int a ; int c ; R\"( } )\" e ");
  REQUIRE(found.directives.size() == 3);
  CHECK(found.directives[0].words == "if X");
  CHECK(found.directives[1].words == "define D 4");
  CHECK(text[found.directives[1].begin] == ' ');
  CHECK(found.directives[2].words == "endif");
}

TEST_CASE("tokens in ranges are left out") {
  const std::string text = "a b c d";
  CHECK(words(text, outsideOf({{2, 3}, {6, 7}}, fileTokens(text).tokens)) == "a c ");
}

TEST_CASE("brackets are found by their depth") {
  const auto tokens = fileTokens("f ( g ( ) )").tokens;
  CHECK(openingBracket(tokens, 5, clang::tok::l_paren) == 1);
  CHECK(openingBracket(tokens, 4, clang::tok::l_paren) == 3);
}

#include "Emit/Names.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace clustrix::compiler;

namespace {

bool has(const std::string& cpp, const std::string& name) {
  const auto words = identifiers(cpp);
  const bool found = std::find(words.begin(), words.end(), name) != words.end();
  CHECK(mentions(cpp, name) == found);
  return found;
}

}  // namespace

TEST_CASE("identifiers are found, text of comments and literals is not") {
  CHECK(identifiers("a1 += b_->c; // d\n/* e */ f(\"g h\", 'i', \"\\\"j\")") ==
        std::vector<std::string>{"a1", "b_", "c", "f"});
}

TEST_CASE("a digit separator starts no character literal") {
  CHECK(has("x = 1'000'000 + y;", "y"));
  CHECK(has("x = 0x1'fff + 'a' + y;", "y"));
}

TEST_CASE("a raw string hides its text and what follows is seen") {
  CHECK_FALSE(has("s = R\"x(\" quoted )\" )x\"; after", "quoted"));
  CHECK(has("s = R\"x(\" quoted )\" )x\"; after", "after"));
  CHECK_FALSE(has("s = u8R\"(a\nb)\" + after", "b"));
}

TEST_CASE("an identifier continued on the next line is one identifier") { CHECK(has("to\\\ntal = 1;", "total")); }

TEST_CASE("a comment or string that never ends hides the rest and does no harm") {
  CHECK(identifiers("a /* b").size() == 1);
  CHECK(identifiers("a \"b").size() == 1);
  CHECK(identifiers("a R\"x b").size() == 1);
}

TEST_CASE("sanitised names are identifiers without reserved spellings") {
  CHECK(sanitised("this->n_") == "n");
  CHECK(sanitised("grid.size()") == "grid_size");
  CHECK(sanitised("g[0][1]") == "g_0_1");
  CHECK(sanitised("3d.cpp") == "value3d_cpp");
  CHECK(sanitised("*") == "value");
  CHECK(unqualified("ns::Grid::step") == "step");
  CHECK(unqualified("ns::Grid::operator()") == "operator");
}

TEST_CASE("names in any script become different names in ASCII") {
  CHECK(sanitised("größe") == "gruC3uB6uC3u9Fe");
  CHECK(sanitised("f_ä") != sanitised("f_ö"));
  CHECK(sanitised("total$") == "totalu24");
}

TEST_CASE("identifiers are found whatever script they are in") {
  CHECK(identifiers("größe + é$ * 2") == std::vector<std::string>{"größe", "é$"});
  CHECK(mentions("größe", "größe"));
  CHECK_FALSE(mentions("größe", "gr"));
  CHECK_FALSE(mentions("a$b", "a"));
}

TEST_CASE("a bit-field's width stands behind its name") {
  CHECK(declaration("unsigned int : 5", "z") == "unsigned int z : 5");
  CHECK(declaration("geo::Kind : 3", "kind") == "geo::Kind kind : 3");
}

TEST_CASE("a picked name is free and is taken from then on") {
  Names names;
  names.reserve("total = at(total_);");
  CHECK(names.pick("site") == "site");
  CHECK(names.pick("site") == "site_");
  CHECK(names.pick("total") == "total2");
  CHECK(names.pick("n_") == "n_");
  CHECK(names.pick("n_") == "n_2");
}

TEST_CASE("a pointer to an array is declared around its name") {
  CHECK(declaration("double (*)[64]", "a") == "double (*a)[64]");
  CHECK(declaration("clustrix::Wrapping<int (*)[8]>", "a") == "clustrix::Wrapping<int (*)[8]> a");
  CHECK(declaration("std::array<int[3], 2>[4]", "a") == "std::array<int[3], 2> a[4]");
  CHECK(declaration("const double *", "a") == "const double* a");
  CHECK(declaration("int", "n") == "int n");
}

TEST_CASE("only whole identifiers are renamed") {
  CHECK(renamed("v = vv + v2 + v;", {{"v", "w"}}) == "w = vv + v2 + w;");
}

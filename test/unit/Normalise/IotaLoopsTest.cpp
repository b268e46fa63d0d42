// Loops over views and lists of numbers: which become loops that count.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel loop(const std::string& text) {
  return modelOf(
      "#include <ranges>\n#include <vector>\n"
      "[[clustrix::cluster]] void f(std::vector<double>& v, int n, std::size_t m) { " +
      text + " }\n");
}

bool counts(const LoopModel& model) { return model.effects.empty() && model.loops.at(0).trip.has_value(); }

}  // namespace

TEST_CASE("a loop over a view of numbers counts") {
  for (const char* text :
       {"for (int i : std::views::iota(0, n)) v[i] = i;", "for (const auto i : std::views::iota(2, n - 1)) v[i] = i;",
        "for (std::size_t i : std::views::iota(std::size_t{0}, m)) v[i] = 1;",
        "for (auto i : std::ranges::iota_view(0, n)) v[i] = i;"}) {
    CAPTURE(text);
    const LoopModel model = loop(text);
    CHECK(counts(model));
    REQUIRE(model.accesses.size() == 1);
    CHECK(model.accesses[0].index);
  }
  CHECK(text(loop("for (int i : std::views::iota(2, n)) v[i] = i;"),
             *loop("for (int i : std::views::iota(2, n)) v[i] = i;").loops[0].value) == "k_i + 2");
}

TEST_CASE("a number that the body changes is its own, and counts nothing") {
  CHECK_FALSE(counts(loop("for (int i : std::views::iota(0, n)) { v[i] = i; i += 2; }")));
  CHECK_FALSE(counts(loop("for (int i : std::views::iota(0, n)) { int& j = i; v[j++] = i; }")));
}

TEST_CASE("a view of all numbers, or whose ends are of two types, stays what it is") {
  CHECK_FALSE(counts(loop("for (int i : std::views::iota(0)) { if (i >= n) break; v[i] = i; }")));
  CHECK_FALSE(counts(loop("for (auto i : std::views::iota(0, static_cast<long>(n))) v[i] = 1;")));
}

TEST_CASE("a bound that the loop moves makes it serial, for the view does not move") {
  CHECK_FALSE(counts(loop("for (int i : std::views::iota(0, n)) { v[i] = i; n -= 1; }")));
}

TEST_CASE("a list of evenly spaced numbers is counted through") {
  const auto value = [](const std::string& numbers, const std::string& type = "int") {
    const LoopModel model =
        loop("for (int i = 0; i < n; ++i) for (" + type + " j : {" + numbers + "}) v[100 * i + j] = 1;");
    return model.loops.size() == 2 && counts(model) && model.loops[1].trip && model.loops[1].value
               ? text(model, *model.loops[1].value)
               : std::string("none");
  };
  CHECK(value("0, 63") == "63*k_j");
  CHECK(value("2, 4, 6, 8") == "2*k_j + 2");
  CHECK(value("9, 6, 3") == "-3*k_j + 9");
  CHECK(value("-5, 5", "const auto") == "10*k_j - 5");
  CHECK(value("7") == "k_j + 7");
  CHECK(value("1, 2, 4") == "none");
  CHECK(value("2, 2") == "none");
  CHECK(value("0, n") == "none");
  CHECK(value("0, 5", "const int&") == "none");
  // The variable would go past its type.
  CHECK(value("(signed char)0, (signed char)100", "signed char") == "none");
  CHECK(value("(signed char)0, (signed char)50", "signed char") == "50*k_j");
  CHECK(value("6u, 3u, 0u", "unsigned") == "none");
  CHECK(value("0, 255", "unsigned char") == "none");
  CHECK(value("0, 5", "long") == "5*k_j");
}

TEST_CASE("a list of enumerators is none of numbers, and leaves the other loops of its file alone") {
  const LoopModel model = modelOf(
      "#include <vector>\nenum Flag { Off, On };\nvoid take(Flag);\n"
      "[[clustrix::cluster]] void f(std::vector<double>& v, int n) {\n"
      "  for (int i = 0; i < n; ++i) { std::vector<double> w(3); w[1] = i; v[i] = w[1]; }\n"
      "  for (Flag flag : {Off, On}) take(flag);\n}\n");
  CHECK(model.effects.empty());
}

TEST_CASE("the numbers of a list are counted in functions that the loop calls, too") {
  const LoopModel model = modelOf(
      "#include <initializer_list>\n"
      "void walls(double* a) { for (int wall : {0, 31}) a[wall] = 1; }\n"
      "[[clustrix::cluster]] void f(double* a, int n) { for (int i = 0; i < n; ++i) walls(a + 32 * i); }\n");
  CHECK(counts(model));
  REQUIRE(model.accesses.size() == 1);
  CHECK(model.accesses[0].index);
}

// Loops over views of numbers: which become loops that count.
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

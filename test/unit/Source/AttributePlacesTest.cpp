#include "Source/AttributePlaces.h"

#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

std::string moved(const std::string& text) { return ChangedText(text, movedAttributes(text)).text(); }

}  // namespace

TEST_CASE("a lambda's attribute moves behind its introducer") {
  CHECK(moved("auto f = [s](int n) [[clustrix::cluster]] {};") == "auto f = [s] [[clustrix::cluster]](int n)  {};");
  CHECK(moved("auto f = [](int n) mutable noexcept [[clustrix::cluster(gpus = 2)]] -> int {};") ==
        "auto f = [] [[clustrix::cluster(gpus = 2)]](int n) mutable noexcept  -> int {};");
}

TEST_CASE("an attribute behind GNU's moves in front of them, since Clang takes none there") {
  CHECK(moved("__attribute__((hot)) [[clustrix::cluster]] void f(int n) {}") ==
        "[[clustrix::cluster]] __attribute__((hot))  void f(int n) {}");
  CHECK(moved("int k; __attribute__((hot)) __attribute__((noinline))\n[[clustrix::cluster]] void f(int n) {}") ==
        "int k; [[clustrix::cluster]] __attribute__((hot)) __attribute__((noinline))\n void f(int n) {}");
  CHECK(moved("#define HOT __attribute__((hot))\nHOT [[clustrix::cluster]] void f(int n) {}") ==
        "#define HOT __attribute__((hot))\n[[clustrix::cluster]] HOT  void f(int n) {}");
}

TEST_CASE("other attributes, and those of functions, stay") {
  for (const char* text : {"[[clustrix::cluster]] void f(int n) {}", "void f(int n) [[clustrix::cluster]];",
                           "auto f = [] [[clustrix::cluster]] (int n) {};", "for (;;) [[clustrix::serial]] {}",
                           "auto f = [](int n) [[gnu::hot]] {}; // [](int) [[clustrix::cluster]]"})
    CHECK(moved(text) == text);
}

TEST_CASE("attributes behind an introducer are found, and no others") {
  const auto found = [](const std::string& text) {
    std::string all;
    for (const auto& [begin, end] : introducerAttributes(text)) all += text.substr(begin, end - begin) + ";";
    return all;
  };
  CHECK(found("S s = {9, [] [[clustrix::cluster]] (int n) {}};") == "[[clustrix::cluster]];");
  CHECK(found("auto f = [k, &a]\n[[clustrix::cluster(tile = m[3])\n]] (int n) {};  auto g = [] [[clustrix::cluster]] "
              "{};") == "[[clustrix::cluster(tile = m[3])\n]];[[clustrix::cluster]];");
  CHECK(found("[[clustrix::cluster]] void f(int n);  auto f = [](int n) [[clustrix::cluster]] {};").empty());
  CHECK(found("auto f = [] [[gnu::hot]] (int n) {};  // [] [[clustrix::cluster]] (int n)").empty());
  CHECK(parse("auto f = [] [[clustrix::cluster]] (int n) {};").introducerAttributes ==
        std::vector<std::pair<std::size_t, std::size_t>>{{12, 33}});
}

TEST_CASE("a lambda with the attribute is an annotated function, and its text is the source's") {
  const std::string source =
      "void f(double* a, int n) {\n  auto g = [=](int m) [[clustrix::cluster]] { for (int i = 0; i < m; ++i) a[i] = 1; "
      "};\n"
      "  g(n);\n}\n";
  const SourceUnit unit = parse(source);
  CHECK(unit.text == source);
  REQUIRE(unit.functions.size() == 1);
  REQUIRE(unit.functions[0].loops.size() == 1);
  const LoopSite& site = unit.functions[0].loops[0];
  CHECK(source.substr(site.begin, site.end - site.begin) == "for (int i = 0; i < m; ++i) a[i] = 1;");
  CHECK(site.model.effects.empty());
  CHECK(site.at.column == static_cast<int>(source.find("for") - source.find("  auto")) + 1);
}

TEST_CASE("a lambda that says constexpr launches nothing") {
  const SourceUnit unit = parse(
      "void f(double* a, int n) {\n"
      "  auto g = [](double* x, int m) constexpr [[clustrix::cluster]] { for (int i = 0; i < m; ++i) x[i] = 1; };\n"
      "  g(a, n);\n}\n");
  REQUIRE(unit.functions.size() == 1);
  CHECK(hasEffect(unit.functions[0].loops[0].model, "effect.unknown-construct"));
}

#include "CallsInLoop.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;
using namespace clustrix::compiler::test::calls;

namespace {

const ArrayObject& arrayOf(const LoopModel& model) {
  CHECK(model.effects.empty());
  REQUIRE(model.arrays.size() == 1);
  return model.arrays[0];
}

}  // namespace

TEST_CASE("a container is an array of as many elements as it counts, a string one more") {
  CHECK(arrayOf(loop("v[i] = 1;")).extent == "static_cast<clustrix::Index>(v.size())");
  CHECK(arrayOf(loop("text[i] = 'a';")).extent == "static_cast<clustrix::Index>(text.size() + 1)");
  CHECK(arrayOf(loop("v[i] = 1;")).base == "v.data()");
}

TEST_CASE("a container of the function is storage of its own, and a view is whatever it shows") {
  CHECK_FALSE(arrayOf(loop("own[i] = 1;")).identity.empty());
  CHECK(arrayOf(loop("v[i] = 1;")).identity.empty());
  CHECK(arrayOf(loop("view[i] = 1;")).identity.empty());
  CHECK(arrayOf(loop("double x = w[i]; (void)x;")).constElements);
  CHECK_FALSE(arrayOf(loop("double x = v[i]; (void)x;")).constElements);
}

TEST_CASE("the pointer and the size of a container are memory, those of an array are none") {
  REQUIRE(loop("v[i] = 1;").memoryScalars.size() == 1);
  CHECK(loop("v[i] = 1;").memoryScalars[0].header);
  CHECK(loop("four[i] = 1;").memoryScalars.empty());
}

TEST_CASE("elements that share bytes, are volatile or own something are refused") {
  CHECK(hasEffect(loop("bits[i] = true;"), "effect.vector-bool"));
  CHECK(hasEffect(loop("old[i] = 1;"), "effect.volatile"));
  CHECK(hasEffect(loop("words[i][0] = 'a';"), "effect.unsupported-type"));
}

TEST_CASE("the last element is one in front of the size, which no object exceeds") {
  CHECK(elements("a[i] = v.back() + v.front();") == "v[v.size() - 1] v[0] a[k_i] ");
  CHECK(elements("std::array<double, 4> t{}; a[i + t.size()] = t.back();") == "a[k_i + 4] ");
  const LoopModel model = loop("a[i] = v.back();");
  const auto size = std::find_if(model.symbols.begin(), model.symbols.end(),
                                 [](const Symbol& symbol) { return symbol.name == "v.size()"; });
  REQUIRE(size != model.symbols.end());
  CHECK(size->max == (static_cast<Int128>(1) << 62) - 1);
}

TEST_CASE("an index that is checked may throw, and one that is surely in range is a subscript") {
  CHECK(hasEffect(loop("a[i] = v.at(i);"), "effect.exception"));
  CHECK(elements("std::array<double, 4> t{}; a[i] = t.at(2);") == "a[k_i] ");
}

TEST_CASE("where a container begins and ends is a pointer of its array") {
  CHECK(elements("*v.begin() = 1; v.data()[i] = 2; *(std::begin(v) + 1) = 3;") == "v[0] v[k_i] v[1] ");
  CHECK(elements("a[i] = *(v.end() - 2);") == "v[v.size() - 2] a[k_i] ");
  CHECK(elements("a[i + four.size()] = 1;").find("a[k_i + ") == 0);
}

TEST_CASE("elements live on without the view that shows them, and not without the container that owns them") {
  const auto lives = [](const std::string& declaration) {
    const LoopModel model = modelOf(
        "#include <array>\n#include <span>\n#include <vector>\n"
        "[[clustrix::cluster]] void f(double* a, int n) {\n  " +
        declaration + "\n  for (int i = 0; i < n; ++i) w[i & 3] = a[i];\n}\n");
    return model.arrays.at(0).name == "w" ? model.arrays[0].liveAfter : model.arrays.at(1).liveAfter;
  };
  CHECK(lives("std::span<double> w(a + n, 9);"));
  CHECK(lives("struct S { double* p; } s{a}; std::span<double> w(&s.p[1], 9);"));
  CHECK_FALSE(lives("std::vector<double> w(9);"));
  CHECK_FALSE(lives("std::array<double, 9> w;"));
}

#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// Which elements of `from` the loop reads, `0..255`, by the one value that is not known; "any" where nothing is.
std::string reach(const std::string& subscript, const std::string& before = "", const std::string& global = "") {
  const SourceUnit unit = parse("#include <algorithm>\n#include <array>\n#include <cstdint>\n" + global + R"(
struct Pixel { unsigned char grey; unsigned low : 3; int value; };
int foreign(int);
[[clustrix::cluster]] void f(const double* from, double* to, const unsigned char* bytes, const signed char* chars,
                             const unsigned short* shorts, const int* key, const unsigned* bits, const Pixel* pixels,
                             int n, int k) {
  for (int i = 0; i < n; ++i) {
    )" + before + "\n    to[i] = from[" +
                                subscript + "];\n  }\n}\n");
  INFO(subscript);
  REQUIRE(unit.functions.size() == 1);
  const LoopModel& model = unit.functions[0].loops[0].model;
  const auto isOfFrom = [&](const Access& access) {
    return model.arrays[static_cast<std::size_t>(access.array.value)].name == "from";
  };
  const auto isAny = [&](const Access& access) {
    return isOfFrom(access) && (!access.index || mentionsListed(model.symbols, *access.index));
  };
  if (std::any_of(model.accesses.begin(), model.accesses.end(), isAny)) return "any";
  for (const Access& access : model.accesses) {
    if (!isOfFrom(access)) continue;
    std::string text;
    Polynomial least = *access.index;
    std::int64_t more = 0;
    for (const NestedLoop& loop : model.loops) {
      if (&loop == model.loops.data() || !least.mentions(loop.counter)) continue;
      REQUIRE(least.coefficientOf(loop.counter)->constant() == 1);
      least = least.without(loop.counter);
      more += *loop.trip->distance.constant() - 1;
    }
    const auto number = least.constant();
    return number ? std::to_string(*number) + ".." + std::to_string(*number + more) : "more";
  }
  return "none";
}

}  // namespace

TEST_CASE("the type of what is read says which elements it can name") {
  CHECK(reach("bytes[i]") == "0..255");
  CHECK(reach("chars[i] + 128") == "0..255");
  CHECK(reach("shorts[i]") == "0..65535");
  CHECK(reach("pixels[i].grey") == "0..255");
  CHECK(reach("pixels[i].low") == "any");
  CHECK(reach("static_cast<unsigned char>(key[i])") == "0..255");
  CHECK(reach("key[i] > k") == "0..1");
  CHECK(reach("key[i]") == "any");
  CHECK(reach("foreign(i)") == "any");
}

TEST_CASE("operators leave few values of many") {
  CHECK(reach("key[i] & 15") == "0..15");
  CHECK(reach("bits[i] / 0x10000000") == "0..15");
  CHECK(reach("bits[i] % 10") == "0..9");
  CHECK(reach("key[i] % 10 + 9") == "0..18");
  CHECK(reach("key[i] % 10") == "any");
  CHECK(reach("chars[i]") == "any");
  CHECK(reach("bits[i] >> 28") == "0..15");
  CHECK(reach("(bytes[i] & 3) ^ 4") == "0..7");
  CHECK(reach("std::max(0, std::min(key[i], 9))") == "0..9");
  CHECK(reach("(key[i] ^ i) & 3") == "0..3");
  CHECK(reach("key[i] % k") == "any");
  CHECK(reach("key[i] >> 28") == "any");
  CHECK(reach("std::min(key[i], 9)") == "any");
}

TEST_CASE("a variable that keeps its value has that of its declaration") {
  CHECK(reach("b", "const int b = bits[i] >> 27;") == "0..31");
  CHECK(reach("b", "int b = bytes[i];") == "0..255");
  CHECK(reach("c", "const int b = key[i] & 7, c = b + 1;") == "1..8");
  CHECK(reach("b", "int b = bytes[i]; b += key[i];") == "any");
  CHECK(reach("b", "int b = bytes[i]; int& other = b; other = key[i];") == "any");
}

TEST_CASE("what is made of itself again and again is given up") {
  std::string chain = "const int v0 = bytes[i];";
  for (int k = 1; k < 60; ++k)
    chain += " const int v" + std::to_string(k) + " = v" + std::to_string(k - 1) + " ^ v" + std::to_string(k - 1) + ";";
  CHECK(reach("v59", chain) == "any");
}

TEST_CASE("a table whose elements the source gives has no others") {
  CHECK(reach("step[bytes[i] & 3]", "const int step[4] = {5, 2, 9, 4};") == "2..9");
  CHECK(reach("step[key[i]]", "", "const int step[6] = {5, 2};") == "0..5");
  CHECK(reach("step[key[i]][k]", "", "constexpr int step[2][2] = {{5, 2}, {9, 4}};") == "2..9");
  CHECK(reach("step[key[i]]", "", "constexpr std::array<int, 3> step{4, 2, 3};") == "2..4");
  CHECK(reach("step[key[i]]", "", "int step[2] = {5, 2};") == "any");
  CHECK(reach("step[key[i]]", "", "extern const int step[2];") == "any");
  CHECK(reach("step[key[i]]", "const int step[2] = {5, k};") == "any");
  CHECK(reach("step[key[i]]", "",
              "const int others[2] = {7, 8};\n"
              "struct Step { int a, b; const int& operator[](int i) const { return others[i & 1]; } };\n"
              "const Step step{2, 3};") == "any");
}

TEST_CASE("what is meant to wrap around is no data") { CHECK(reach("(i * 2654435761u) >> 24") == "any"); }

TEST_CASE("conditions are told nothing that no value stands for") {
  const SourceUnit unit = parse(R"(
[[clustrix::cluster]] void f(const double* from, double* to, const unsigned char* bytes, int n) {
  for (int i = 0; i < n; ++i)
    if (bytes[i] < 9 && from[bytes[i]] > 0) to[i] = from[bytes[i]];
}
)");
  const LoopModel& model = unit.functions[0].loops[0].model;
  for (const Access& access : model.accesses)
    for (const Polynomial& condition : access.conditions)
      for (const SymbolId id : condition.symbols())
        CHECK((model.symbols[static_cast<std::size_t>(id.value)].kind != SymbolKind::Counter ||
               id == model.loops[0].counter));
}

TEST_CASE("what a loop that is left early would read behind its end is not known") {
  const SourceUnit unit = parse(R"(
[[clustrix::cluster]] int f(const double* from, const unsigned char* bytes, int n) {
  for (int i = 0; i < n; ++i)
    if (from[bytes[i]] > 0) return i;
  return n;
}
)");
  for (const Access& access : unit.functions[0].loops[0].model.accesses)
    if (access.index) CHECK(*access.index == Polynomial::symbol(unit.functions[0].loops[0].model.loops[0].counter));
}

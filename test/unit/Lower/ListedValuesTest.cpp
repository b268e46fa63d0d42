#include "Lower/ListedValues.h"

#include "../Fixtures/Parse.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The subscripts of `x` in a loop over i < n with this body, each with what is listed in it: `3*list[] + 1:
/// list[k_i]`.
std::string subscripts(const std::string& body, const std::string& parameters = "double* x, int* list") {
  const LoopModel model = modelOf(
      "#include <array>\nstruct S { int a, b; };\n"
      "struct Cell { double w; int ends[2]; };\n"
      "struct Bits { unsigned low : 12, high : 20; };\n"
      "[[clustrix::cluster]] void f(" +
      parameters + ", int n) {\n  for (int i = 0; i < n; ++i) { " + body + " } }\n");
  std::string result;
  for (const Access& access : model.accesses) {
    if (model.arrays[static_cast<std::size_t>(access.array.value)].name != "x") continue;
    result += (result.empty() ? "" : ", ") + (access.index ? text(model, *access.index) : std::string("any"));
    if (!access.index) continue;
    for (const SymbolId id : access.index->symbols())
      if (const auto& listed = model.symbols[static_cast<std::size_t>(id.value)].listed)
        result += ": " + model.arrays[static_cast<std::size_t>(listed->list.array.value)].name + "[" +
                  text(model, listed->position) + "]";
  }
  return result;
}

}  // namespace

TEST_CASE("a subscript that is read from an array says where") {
  CHECK(subscripts("x[list[i]] = 1;") == "list[]: list[k_i]");
  CHECK(subscripts("x[3 * list[i + 1] + 1] = 1;") == "3*list[] + 1: list[k_i + 1]");
  CHECK(subscripts("const int j = list[i]; x[j] = 1; x[j + 1] = 2;") == "list[]: list[k_i], list[] + 1: list[k_i]");
  CHECK(subscripts("double* row = &x[2 * list[i]]; row[1] = 1;") == "2*list[] + 1: list[k_i]");
  CHECK(subscripts("x[list[list[i]]] = 1;") == "list[]: list[list[]]");
}

TEST_CASE("a number as wide as an address wraps around as the address does") {
  CHECK(subscripts("x[list[i]] = 1;", "double* x, const unsigned long* list") == "list[]: list[k_i]");
  CHECK(subscripts("x[static_cast<unsigned long>(list[i]) * 2] = 1;") == "2*list[]: list[k_i]");
  CHECK(subscripts("const unsigned long j = list[i]; x[j] = 1;") == "list[]: list[k_i]");
  CHECK(subscripts("x[list[i]] = 1;", "double* x, const unsigned* list") == "list[]: list[k_i]");
}

TEST_CASE("where another number may come out on the way, nothing is known") {
  CHECK(subscripts("x[list[i] + 1] = 1;", "double* x, const unsigned* list") == "any");
  CHECK(subscripts("x[static_cast<unsigned>(list[i])] = 1;") == "any");
  CHECK(subscripts("const short j = list[i]; x[j] = 1;") == "any");
  CHECK(subscripts("const int j = list[i]; x[j] = 1;", "double* x, const long* list") == "any");
  CHECK(subscripts("x[static_cast<unsigned long>(list[i]) / 2] = 1;") == "any");
  CHECK(subscripts("x[list[i] / 2] = 1;") == "any");
}

TEST_CASE("numbers in the parts of elements are counted through all elements") {
  CHECK(subscripts("x[list[i].b] = 1;", "double* x, const S* list") == "list[]: list[k_i]");
  CHECK(subscripts("x[list[i].ends[1]] = 1;", "double* x, const Cell* list") == "list[]: list[k_i]");
  CHECK(subscripts("for (int c = 0; c < 2; ++c) x[list[i].ends[c]] = 1;", "double* x, const Cell* list") ==
        "list[]: list[2*k_i + k_c]");
  CHECK(subscripts("x[list[i][n]] = 1;", "double* x, const std::array<int, 4>* list") == "list[]: list[4*k_i + n]");
}

TEST_CASE("which numbers of its elements a list has is part of it") {
  const LoopModel model = modelOf(
      "struct Cell { double w; int ends[2]; };\n"
      "[[clustrix::cluster]] void f(double* x, const Cell* c, int n) {\n"
      "  for (int i = 0; i < n; ++i) x[c[i].ends[i % 2]] = 1; }\n");
  std::vector<NumberList> lists;
  for (const Symbol& symbol : model.symbols)
    if (symbol.listed) lists.push_back(symbol.listed->list);
  REQUIRE(lists.size() == 1);
  CHECK(lists[0] == NumberList{lists[0].array, "int", 8, 2});
}

TEST_CASE("bits and what may be written are no lists") {
  CHECK(subscripts("x[list[i].low] = 1;", "double* x, const Bits* list") == "any");
  CHECK(subscripts("x[list[i].b] = 1; list[n - i].a = 2;", "double* x, S* list") == "any");
}

TEST_CASE("what is updated through a list is found as what is written through it") {
  CHECK(subscripts("x[list[i]] += 1;") == "list[]: list[k_i], list[]: list[k_i]");
  CHECK(subscripts("x[list[i] / 2] += 1;") == "any, any");
}

TEST_CASE("a list that the loop writes has no numbers that could be looked at before") {
  CHECK(subscripts("x[list[i]] = 1; list[i] = 2;") == "any");
  CHECK(subscripts("list[n - i] = 2; x[list[list[i]]] = 1;") == "any");
  CHECK(subscripts("x[other[list[i]]] = 1; list[i] = 2;", "double* x, int* list, const int* other") == "any");
  CHECK(subscripts("x[other[i]] = 1; list[i] = 2;", "double* x, int* list, const int* other") == "other[]: other[k_i]");
}

TEST_CASE("an element that the loop writes is another number each time that it is read") {
  CHECK(subscripts("const int j = list[i], l = list[i]; x[i + j - l] = 1;") == "k_i");
  CHECK(subscripts("const int j = list[i]; list[i] = 5; const int l = list[i]; x[i + j - l] = 1;") == "any");
  CHECK(subscripts("const int j = list[i]; list[n] = 5; x[i + j - list[i]] = 1;") == "any");
}

TEST_CASE("conditions say what elements of lists are, unless the loop writes them") {
  const auto conditions = [](const std::string& more) {
    const LoopModel model = modelOf(
        "[[clustrix::cluster]] void f(double* x, int* list, const int* count, int n) {\n  for (int i = 0; i < n; ++i) "
        "{\n"
        "    if (list[i] > 0) x[i] = list[i];\n" +
        more + "  }\n}\n");
    std::string all;
    for (const Access& access : model.accesses)
      if (access.kind == AccessKind::Write)
        for (const Polynomial& condition : access.conditions) all += text(model, condition) + ";";
    return all;
  };
  CHECK(conditions("") == "list[] - 1;");
  CHECK(conditions("if (count[i] == list[i]) x[i] = 1;") == "list[] - 1;count[] - list[];list[] - count[];");
  CHECK(conditions("list[i] = 2;") == "");
}

namespace {

/// What conditions say of `h`'s subscripts, with the symbol's least number where that is known.
std::string saidOf(const std::string& body) {
  const LoopModel model = modelOf(
      "#include <cmath>\n[[clustrix::cluster]] void f(const double* x, long* h, int n, int m) {\n"
      "  for (int i = 0; i < n; ++i) { " +
      body + " } }\n");
  for (const Access& access : model.accesses) {
    if (model.arrays[static_cast<std::size_t>(access.array.value)].name != "h") continue;
    if (!access.index) return "any";
    std::string result = text(model, *access.index);
    const auto isOfIndex = [&](SymbolId id) { return access.index->mentions(id); };
    for (const Polynomial& condition : access.conditions)
      if (condition.mentionsAny(isOfIndex)) result += ", " + text(model, condition);
    for (const SymbolId id : access.index->symbols())
      if (const Symbol& symbol = model.symbols[static_cast<std::size_t>(id.value)]; symbol.data && symbol.min == 0)
        result += ", not negative";
    return result;
  }
  return "";
}

}  // namespace

TEST_CASE("of a number that was a floating-point one, conditions say more") {
  CHECK(saidOf("const int k = (int)(x[i] * 64); if (k >= 0 && k < m) ++h[k];") == "(int), (int), m - (int) - 1");
  CHECK(saidOf("int k = x[i] * 64; if (k < 0 || k >= m) continue; ++h[k + 1];") == "(int) + 1, (int), m - (int) - 1");
  CHECK(saidOf("int k = (int)x[i]; if (k < m) ++h[k];") == "(int), m - (int) - 1");
  CHECK(saidOf("++h[(int)x[i]];") == "(int)");
}

TEST_CASE("a root, a distance and what is made of them are not negative") {
  CHECK(saidOf("++h[(int)std::sqrt(x[i])];") == "(int), not negative");
  CHECK(saidOf("const double w = 0.5; ++h[(int)(std::sqrt(x[i]) / w + std::fabs(x[i]) * 3)];") ==
        "(int), not negative");
  CHECK(saidOf("double w = 0.5; ++h[(int)(std::sqrt(x[i]) * w)];") == "(int)");
  CHECK(saidOf("++h[(int)(std::sqrt(x[i]) - 1)];") == "(int)");
  CHECK(saidOf("++h[(int)(std::sqrt(x[i]) * -1.0)];") == "(int)");
}

TEST_CASE("a converted number that has changed since, or may have wrapped around, is another one") {
  CHECK(saidOf("int k = (int)x[i]; if (k < m) { k = (int)x[i + 1]; ++h[k]; }") == "(int)");
  CHECK(saidOf("const int k = (int)x[i]; if (k >= 0 && k < m) ++h[3 * k];") == "3*(int), (int), m - (int) - 1");
  CHECK(saidOf("const unsigned k = (unsigned)x[i]; if (k < 9) ++h[3 * k];") == "any");
}

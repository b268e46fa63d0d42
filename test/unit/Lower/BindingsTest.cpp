#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel body(const std::string& statements) {
  return modelOf(
      "#include <tuple>\n#include <utility>\nstruct P { double x, y; };\n"
      "[[clustrix::cluster]] void f(P* p, std::pair<int, double>* q, double* out, int n) {\n"
      "  for (int i = 0; i < n; ++i) { " +
      statements + " } }\n");
}

std::string bytes(const LoopModel& model, AccessKind kind) {
  std::string found;
  for (const Access& access : model.accesses)
    if (access.kind == kind)
      found += model.arrays[static_cast<std::size_t>(access.array.value)].name + "[" +
               std::to_string(access.byteBegin) + "," + std::to_string(access.byteEnd) + ") ";
  return found;
}

}  // namespace

TEST_CASE("a name bound by reference is a part of the element") {
  const LoopModel model = body("auto& [x, y] = p[i]; y = 1;");
  CHECK(model.effects.empty());
  CHECK(bytes(model, AccessKind::Write) == "p[8,16) ");
  CHECK(bytes(body("auto& [k, v] = q[i]; v = k;"), AccessKind::Write) == "q[8,16) ");
}

TEST_CASE("a name bound by value is a copy") {
  const LoopModel model = body("auto [x, y] = p[i]; x = y;");
  CHECK(model.effects.empty());
  CHECK(bytes(model, AccessKind::Write).empty());
  CHECK(bytes(model, AccessKind::Read) == "p[0,16) ");
}

TEST_CASE("tuples and arrays of the iteration's own are bound") {
  CHECK(body("std::tuple<int, double> t{i, 2.0}; auto& [a, b] = t; out[i] = a * b;").effects.empty());
  CHECK(body("int t[2] = {i, 3}; auto [a, b] = t; out[i] = a * b;").effects.empty());
}

TEST_CASE("names bound before the loop are parameters of it") {
  const LoopModel model = modelOf(
      "#include <utility>\n[[clustrix::cluster]] void f(int* a, std::pair<int, int> size) {\n"
      "  const auto [n, m] = std::pair<int, int>(size);\n  for (int i = 0; i < n; ++i) a[i * m] = 1; }\n");
  REQUIRE(model.loops[0].trip);
  CHECK(text(model, model.loops[0].trip->distance) == "n");
}

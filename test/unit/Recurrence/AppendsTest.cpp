// push_back in step with the loop is a write at a known place; any other growth stays an effect.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel modelOfBody(const std::string& body) {
  return modelOf(
      "#include <vector>\n[[clustrix::cluster]] void f(std::vector<int>& v, std::vector<int>& w, const int* x, "
      "int n, int m) {\n  for (int i = 0; i < n; ++i) {\n" +
      body + "\n  }\n}\n");
}

}  // namespace

TEST_CASE("one element an iteration is written behind those that were there") {
  const LoopModel model = modelOfBody("v.push_back(x[i]);");
  CHECK(model.effects.empty());
  REQUIRE(model.appends.size() == 1);
  CHECK(text(model, model.appends[0].step) == "1");
  CHECK(model.appends[0].inMemory);
  const auto write = std::find_if(model.accesses.begin(), model.accesses.end(),
                                  [](const Access& access) { return access.kind == AccessKind::Write; });
  REQUIRE(write != model.accesses.end());
  CHECK(write->certain);
  CHECK(text(model, *write->index) == "k_i + v.size()");
}

TEST_CASE("several elements an iteration and nests with a fixed number of iterations have their places") {
  const LoopModel two = modelOfBody("v.push_back(i); w.emplace_back(2); v.push_back(-i);");
  CHECK(two.effects.empty());
  REQUIRE(two.appends.size() == 2);
  CHECK(text(two, two.appends[0].step) == "2");
  CHECK(text(two, two.appends[1].step) == "1");
  const LoopModel nest = modelOfBody("for (int j = 0; j < m; ++j) v.push_back(j);");
  CHECK(nest.effects.empty());
  REQUIRE(nest.appends.size() == 1);
  CHECK(text(nest, nest.appends[0].step) == "m");
}

TEST_CASE("growth that is not the same in each iteration is counted") {
  for (const char* body :
       {"if (x[i]) v.push_back(1);", "if (x[i]) continue; v.push_back(1);", "if (x[i]) ; else v.emplace_back(2.5);",
        "for (int j = 0; j < i; ++j) v.push_back(j);", "v.push_back(1); for (int j = 0; j < m; ++j) v.push_back(j);",
        "int k = x[i]; while (k-- > 0) v.push_back(k);", "switch (x[i]) { case 1: v.push_back(i); break; }"}) {
    INFO(body);
    const LoopModel model = modelOfBody(body);
    CHECK(model.effects.empty());
    REQUIRE(model.appends.size() == 1);
    const int counter = model.appends[0].counter;
    REQUIRE(counter >= 0);
    CHECK(model.scalars[static_cast<std::size_t>(counter)].append == 0);
    std::size_t writes = 0;
    for (const Access& access : model.accesses)
      if (access.array == model.appends[0].array) {
        ++writes;
        CHECK(access.packedBy == counter);
        CHECK(access.suspended);
        CHECK_FALSE(access.index);
      }
    CHECK(writes == model.scalars[static_cast<std::size_t>(counter)].updates.size());
  }
}

TEST_CASE("a container that grows evenly beside one that is counted keeps its places") {
  const LoopModel model = modelOfBody("v.push_back(i); if (x[i]) w.push_back(x[i]);");
  CHECK(model.effects.empty());
  REQUIRE(model.appends.size() == 2);
  CHECK(model.appends[0].counter < 0);
  CHECK(model.appends[1].counter >= 0);
  // The first pass leaves out both.
  for (const Access& access : model.accesses)
    if (access.kind == AccessKind::Write) CHECK(access.suspended);
}

TEST_CASE("what the first pass could not leave out is not counted") {
  for (const char* body :
       {"v.push_back(1); if (x[i]) break;", "if (x[i]) v.push_back(1); if (x[i] > 3) break;",
        "x[i] ? v.push_back(1) : w.push_back(2);", "if (x[i] && (v.push_back(1), true)) w.push_back(2);",
        "const auto add = [&](int y) { v.push_back(y); }; if (x[i]) add(i);", "int k = 0; if (x[i]) v.push_back(++k);",
        "if (x[i]) { goto there; there: v.push_back(i); }"}) {
    INFO(body);
    CHECK(!modelOfBody(body).effects.empty());
  }
}

TEST_CASE("a container that grows is not used in any other way") {
  for (const char* body :
       {"v.push_back(v[0]);", "v.push_back(v.size());", "v.push_back(v.back());", "if (x[i]) v.push_back(v.size());",
        "if (v.empty()) v.push_back(1);", "if (x[i]) v.push_back(1); w.push_back(v[0]);",
        "v.push_back(1); v.pop_back();", "v.push_back(1); v.resize(3);", "v.push_back(*v.begin());",
        "v.push_back(1); for (int y : v) w.push_back(y);"}) {
    INFO(body);
    CHECK(!modelOfBody(body).effects.empty());
  }
}

TEST_CASE("elements that bytes cannot be written to are not appended") {
  const auto effects = [](const std::string& type, const std::string& value) {
    return modelOf("#include <string>\n#include <vector>\n[[clustrix::cluster]] void f(std::vector<" + type +
                   ">& v, int n) { for (int i = 0; i < n; ++i) v.push_back(" + value + "); }\n")
        .effects.size();
  };
  CHECK(effects("double", "0.5") == 0);
  CHECK(effects("std::pair<int, double>", "{i, 0.5}") == 0);
  CHECK(effects("bool", "true") > 0);
  CHECK(effects("std::string", "{}") > 0);
}

TEST_CASE("elements that cannot be there before they have a value are not appended") {
  const auto isRefused = [](const std::string& type, const std::string& value) {
    return hasEffect(modelOf("#include <vector>\n" + type +
                             "\n[[clustrix::cluster]] void f(std::vector<E>& v, int n) { for (int i = 0; i < n; ++i) "
                             "v.push_back(" +
                             value + "); }\n"),
                     "effect.allocation");
  };
  CHECK_FALSE(isRefused("struct E { int a; double b = 2; };", "{i, 1.5}"));
  CHECK_FALSE(isRefused("struct E { E() : a(3) {} E(int x) : a(x) {} int a; };", "E(i)"));
  CHECK(isRefused("struct E { const int a = 1; int b = 0; };", "E{}"));
  CHECK(isRefused("struct E { E(int x) : a(x) {} int a; };", "E(i)"));
  CHECK(isRefused("struct I { I(int x) : a(x) {} int a; }; struct E { I in; };", "{I(i)}"));
  CHECK(isRefused("class E { E() = default; public: E(int x) : a(x) {} int a; };", "E(i)"));
  CHECK(
      isRefused("struct E { int a; E& operator=(const E&) = delete; E(const E&) = default; E() = default; };", "E{}"));
}

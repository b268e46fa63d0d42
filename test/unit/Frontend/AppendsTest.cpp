// push_back in step with the loop is a write at a known place; any other growth stays an effect.
#include "Parse.h"

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

TEST_CASE("growth that is not the same in each iteration is an effect") {
  for (const char* body :
       {"if (x[i]) v.push_back(1);", "if (x[i]) continue; v.push_back(1);", "v.push_back(1); if (x[i]) break;",
        "for (int j = 0; j < i; ++j) v.push_back(j);", "v.push_back(1); for (int j = 0; j < m; ++j) v.push_back(j);",
        "x[i] ? v.push_back(1) : w.push_back(2);", "int k = x[i]; while (k-- > 0) v.push_back(k);"}) {
    INFO(body);
    CHECK(!modelOfBody(body).effects.empty());
  }
}

TEST_CASE("a container that grows is not used in any other way") {
  for (const char* body : {"v.push_back(v[0]);", "v.push_back(v.size());", "v.push_back(v.back());",
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
  CHECK(effects("bool", "true") > 0);
  CHECK(effects("std::string", "{}") > 0);
}

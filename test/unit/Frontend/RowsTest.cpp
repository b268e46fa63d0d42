// Containers of containers: one row by its name, varying rows as one array with a pitch.
#include "Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel modelOfLoop(const std::string& loop) {
  return modelOf(
      "#include <vector>\n[[clustrix::cluster]] void f(std::vector<std::vector<double>>& v, std::size_t r, "
      "int n) {\n  " +
      loop + "\n}\n");
}

}  // namespace

TEST_CASE("a row that is the same in all iterations is a container by its name") {
  const LoopModel model = modelOfLoop("for (std::size_t j = 0; j < v[r].size(); ++j) v[r][j] += 1;");
  CHECK(model.effects.empty());
  CHECK(model.obstacles.empty());
  CHECK(!model.needsIteration);  // the header has been there
  REQUIRE(model.arrays.size() == 1);
  CHECK(model.arrays[0].base == "v[static_cast<clustrix::Index>(r)].data()");
}

TEST_CASE("rows that vary lie a pitch apart") {
  const LoopModel model = modelOfLoop("for (int i = 0; i < n; ++i) for (int j = 0; j < n; ++j) v[i][j] = j;");
  CHECK(model.effects.empty());
  CHECK(model.obstacles.empty());
  REQUIRE(model.accesses.size() == 1);
  REQUIRE(model.accesses[0].index);
  CHECK(text(model, *model.accesses[0].index) == "k_i*v[].size() + k_j");
  CHECK(model.accesses[0].conditions.size() == 2);
}

TEST_CASE("rows of different sizes are walked, by index and by range") {
  for (const char* loop :
       {"for (std::size_t i = 0; i < v.size(); ++i) for (std::size_t j = 0; j < v[i].size(); ++j) v[i][j] = j;",
        "for (auto& row : v) for (double& x : row) x = 0;",
        "for (auto& row : v) for (std::size_t j = 0; j < row.size(); ++j) row[j] = 0;"}) {
    INFO(loop);
    const LoopModel model = modelOfLoop(loop);
    CHECK(model.effects.empty());
    CHECK(model.obstacles.empty());
    REQUIRE(!model.accesses.empty());
    CHECK(model.accesses[0].index.has_value());
  }
}

TEST_CASE("rows that are swapped, resized or copied in the loop are refused") {
  for (const char* loop : {"for (int i = 0; i + 1 < n; ++i) { v[i].swap(v[i + 1]); v[i][0] = 1; }",
                           "for (int i = 0; i < n; ++i) { v[i].resize(3); v[i][0] = 1; }",
                           "for (int i = 0; i < n; ++i) v[i].push_back(1);",
                           "for (int i = 1; i < n; ++i) v[i] = v[i - 1];", "for (auto row : v) row[0] = 1;"}) {
    INFO(loop);
    CHECK(!modelOfLoop(loop).effects.empty());
  }
}

TEST_CASE("a kernel on varying rows has the container by reference, and is the host's") {
  const LoopModel model = modelOfLoop("for (int i = 0; i < n; ++i) for (int j = 0; j < n; ++j) v[i][j] = v[i][0];");
  const auto isIt = [](const Capture& capture) { return capture.name == "v"; };
  const auto held = std::find_if(model.captures.begin(), model.captures.end(), isIt);
  REQUIRE(held != model.captures.end());
  CHECK(held->kind == Capture::Value);
  CHECK(held->type == "std::vector<std::vector<double>>&");
  REQUIRE(model.hostCalls.size() == 1);
  CHECK(model.hostCalls[0].message == "the rows of 'v' lie apart, and which are used varies");
}

TEST_CASE("a loop over the rows themselves names each by its number") {
  const LoopModel model = modelOfLoop("for (const auto& row : v) for (double x : row) n += x > 0;");
  CHECK(model.obstacles.empty());
  REQUIRE(model.body.size() > 2);
  CHECK(model.body[0].text == "const auto& row = ");
  CHECK(model.body[1].kind == BodyPiece::Captured);
}

TEST_CASE("a row is handed on as it is, and a container whose rows a function chooses keeps the loop on the host") {
  const auto called = [](const std::string& function, const std::string& call) {
    return modelOf("#include <vector>\n" + function +
                   "\n[[clustrix::cluster]] void f(const std::vector<std::vector<double>>& v, double* s, int n) {\n"
                   "  for (int i = 0; i < n; ++i) s[i] = " +
                   call + ";\n}\n");
  };
  const LoopModel one = called("double g(const std::vector<double>& row) { return row[0]; }", "g(v[i])");
  CHECK(one.obstacles.empty());
  CHECK(one.functions.empty());
  const LoopModel all =
      called("double g(const std::vector<std::vector<double>>& v, int i) { return v[i][0]; }", "g(v, i)");
  CHECK(!all.obstacles.empty());
}

TEST_CASE("rows are not searched: a later one than the loop gets to may not be there") {
  const LoopModel model = modelOfLoop("for (int i = 0; i < n; ++i) if (v[i].size() == 7) break;");
  CHECK(!model.obstacles.empty());
}

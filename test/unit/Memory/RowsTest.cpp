// Containers of containers: one row by its name, varying rows as one array with a pitch.
#include "../Fixtures/Parse.h"

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
  CHECK(!model.kernel.needsIteration);  // the header has been there
  REQUIRE(model.arrays.size() == 1);
  CHECK(model.arrays[0].base == "v[static_cast<clustrix::Index>(r)].data()");
}

TEST_CASE("the host computes the number of a row as the program does, where that wraps around") {
  const auto baseOf = [](const std::string& row) {
    const LoopModel model = modelOf(
        "#include <vector>\n[[clustrix::cluster]] void f(std::vector<std::vector<double>>& v, unsigned u, std::size_t "
        "r, "
        "long k, int n) {\n  for (int j = 0; j < n; ++j) v[" +
        row + "][j] = j;\n}\n");
    REQUIRE(!model.arrays.empty());
    return model.arrays[0].base;
  };
  const std::string u = "static_cast<clustrix::Index>(u)";
  CHECK(baseOf("u") == "v[" + u + "].data()");
  CHECK(baseOf("u + 4") == "v[static_cast<unsigned int>(" + u + " + 4)].data()");
  CHECK(baseOf("2 * (u - 1)") == "v[static_cast<unsigned int>(2*" + u + " - 2)].data()");
  // What wraps at 64 bits is the same number, and overflows in no signed type on the way.
  CHECK(baseOf("r") == "v[static_cast<clustrix::Index>(r)].data()");
  CHECK(baseOf("r + 1") == "v[static_cast<std::uint64_t>(r) + 1].data()");
  CHECK(baseOf("static_cast<int>(k) + 1") == "v[static_cast<int>(static_cast<std::uint64_t>(k) + 1)].data()");
  CHECK(baseOf("u * u") ==
        "v[static_cast<unsigned int>(static_cast<std::uint64_t>(u)*static_cast<std::uint64_t>(u))].data()");
  // Where another type has wrapped before, the row is one of many.
  CHECK(baseOf("(u + 4) + r") == "v[].data()");
  CHECK(baseOf("static_cast<short>(k) + 1") == "v[].data()");
}

TEST_CASE("no guard asks whether the number of a row wraps around on its way to the row") {
  const LoopModel model = modelOf(
      "#include <vector>\n[[clustrix::cluster]] void f(std::vector<std::vector<double>>& v, long far, int n) {\n"
      "  for (int j = 0; j < n; ++j) v[static_cast<int>(far)][j] = j;\n}\n");
  REQUIRE(!model.arrays.empty());
  const auto far = [&](SymbolId id) { return model.symbols[static_cast<std::size_t>(id.value)].name == "far"; };
  for (const Obligation& duty : model.obligations) CHECK_FALSE(duty.value.mentionsAny(far));
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
  const auto held = std::find_if(model.kernel.captures.begin(), model.kernel.captures.end(), isIt);
  REQUIRE(held != model.kernel.captures.end());
  CHECK(held->kind == Capture::Value);
  CHECK(held->type == "std::vector<std::vector<double>>&");
  REQUIRE(model.kernel.hostCalls.size() == 1);
  CHECK(model.kernel.hostCalls[0].message == "the rows of 'v' lie apart, and which are used varies");
}

TEST_CASE("a loop over the rows themselves names each by its number") {
  const LoopModel model = modelOfLoop("for (const auto& row : v) for (double x : row) n += x > 0;");
  CHECK(model.obstacles.empty());
  REQUIRE(model.kernel.body.size() > 2);
  CHECK(model.kernel.body[0].text == "const auto& row = ");
  CHECK(model.kernel.body[1].kind == BodyPiece::Captured);
}

TEST_CASE("a row is handed on as it is, and a function that chooses one of a container's is the kernel's own") {
  const auto called = [](const std::string& function, const std::string& call) {
    return modelOf("#include <vector>\n" + function +
                   "\n[[clustrix::cluster]] void f(const std::vector<std::vector<double>>& v, double* s, int n) {\n"
                   "  for (int i = 0; i < n; ++i) s[i] = " +
                   call + ";\n}\n");
  };
  const LoopModel one = called("double g(const std::vector<double>& row) { return row[0]; }", "g(v[i])");
  CHECK(one.obstacles.empty());
  CHECK(one.kernel.functions.empty());
  const LoopModel all =
      called("double g(const std::vector<std::vector<double>>& v, int i) { return v[i][0]; }", "g(v, i)");
  CHECK(all.obstacles.empty());
  CHECK(all.kernel.functions.size() == 1);
}

TEST_CASE("rows are not searched: a later one than the loop gets to may not be there") {
  const LoopModel model = modelOfLoop("for (int i = 0; i < n; ++i) if (v[i].size() == 7) break;");
  CHECK(!model.obstacles.empty());
}

namespace {

LoopModel modelOfCube(const std::string& loop) {
  return modelOf(
      "#include <span>\n#include <vector>\nstruct Row { std::vector<double> v; double k; std::span<double> s; union { "
      "int "
      "a; float b; }; };\n"
      "[[clustrix::cluster]] void f(std::vector<std::vector<std::vector<double>>>& c, std::vector<Row>& rows,\n"
      "                             std::vector<double> (&three)[3], std::vector<std::vector<double>>* p, int n, int "
      "m) {\n"
      "  " +
      loop + "\n}\n");
}

std::string lastIndex(const LoopModel& model) {
  const auto& index = model.accesses.empty() ? std::nullopt : model.accesses.back().index;
  return index ? model.arrays[static_cast<std::size_t>(model.accesses.back().array.value)].base + " " +
                     text(model, *index)
               : "";
}

}  // namespace

TEST_CASE("rows of planes lie a pitch apart, planes another one") {
  for (const char* loop :
       {"for (int k = 0; k < n; ++k) for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) c[k][i][j] = 1;",
        "for (int k = 0; k < n; ++k) { auto& plane = c[k]; for (int i = 0; i < n; ++i) { auto& row = plane[i]; "
        "for (int j = 0; j < m; ++j) row[j] = 1; } }"}) {
    INFO(loop);
    const LoopModel model = modelOfCube(loop);
    CHECK(model.effects.empty());
    CHECK(model.obstacles.empty());
    CHECK(lastIndex(model) == "c[][].data() k_k*c[].size()*c[][].size() + k_i*c[][].size() + k_j");
    REQUIRE(!model.accesses.empty());
    CHECK(model.accesses.back().existing == 4);
    CHECK(std::none_of(model.kernel.captures.begin(), model.kernel.captures.end(),
                       [](const Capture& capture) { return capture.name == "c_size"; }));
  }
}

TEST_CASE("containers and numbers of objects in a container are arrays of their own") {
  const LoopModel model = modelOfCube("for (int i = 0; i < n; ++i) rows[i].v[0] = rows[i].k;");
  CHECK(model.effects.empty());
  CHECK(lastIndex(model) == "rows[].v.data() k_i*rows[].v.size()");
  CHECK(model.accesses.front().index.has_value());
  CHECK(lastIndex(modelOfCube("for (int i = 0; i < n; ++i) rows[i].k = i;")) == "rows[].k k_i");
}

TEST_CASE("views and members of unions in objects of a container are not told apart") {
  CHECK(!modelOfCube("for (int i = 0; i < n; ++i) rows[i].s[0] = 1;").effects.empty());
  CHECK(!modelOfCube("for (int i = 0; i < n; ++i) rows[i].a = 1;").effects.empty());
}

TEST_CASE("an array of containers has rows") {
  const LoopModel model = modelOfCube("for (int i = 0; i < n; ++i) for (int k = 0; k < 3; ++k) three[k][i] = 1;");
  CHECK(model.effects.empty());
  CHECK(model.obstacles.empty());
  CHECK(lastIndex(model) == "three[].data() k_k*three[].size() + k_i");
}

TEST_CASE("a container behind a pointer that only inner loops use is there where they have iterations") {
  const LoopModel model = modelOfCube("for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) (*p)[i][j] = 1;");
  CHECK(model.obstacles.empty());
  CHECK(model.kernel.needsIteration);
  REQUIRE(model.requirements.size() == 1);
  CHECK(text(model, model.requirements[0].value) == "m - 1");
  // How often the inner loop runs is another number each time.
  CHECK(!modelOfCube("for (int i = 0; i < n; ++i) for (int j = 0; j < i; ++j) (*p)[i][j] = 1;").obstacles.empty());
}

TEST_CASE("rows of which one grows are not used") {
  CHECK(!modelOfLoop("for (int i = 0; i < n; ++i) { v[r].push_back(1); v[i][0] += 1; }").effects.empty());
}

// Arrays with rows of a run-time length.
#include "../Fixtures/Parse.h"
#include "../Fixtures/PieceText.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel loop(const std::string& declarations, const std::string& statement) {
  return modelOf(
      "#define AT(t, i, j) t[i][j]\ndouble first(double*);\n"
      "[[clustrix::cluster]] void f(int n, int m, int x) {\n " +
      declarations + "\n for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) " + statement + "\n}\n");
}

std::string written(const LoopModel& model) {
  for (const Access& access : model.accesses)
    if (access.kind == AccessKind::Write)
      return model.arrays[static_cast<std::size_t>(access.array.value)].name + "[" +
             (access.index ? text(model, *access.index) : "any") + "]";
  return "nothing";
}

std::string bodyText(const LoopModel& model) { return pieceText(model.kernel.body, model); }

}  // namespace

TEST_CASE("an element lies as many rows behind the first as its subscripts say") {
  const LoopModel plane = loop("double t[n][m];", "t[i][j] = x;");
  CHECK(written(plane) == "t[k_i*m + k_j]");
  CHECK(plane.effects.empty());
  CHECK(bodyText(plane).find("t[(i) * t_pitch + (j)] = x;") != std::string::npos);
  const LoopModel cube = loop("double t[3][m][5];", "t[1][i + 2][j] = x;");
  CHECK(written(cube) == "t[5*k_i + k_j + 5*m + 10]");
  CHECK(bodyText(cube).find("t[((1) * t_pitch + (i + 2)) * t_pitch_2 + (j)] = x;") != std::string::npos);
}

TEST_CASE("a length that has changed since is taken from the array itself") {
  const LoopModel model = loop("double t[n][m]; m -= 1;", "t[i][j] = x;");
  CHECK(written(model) == "t[k_i*t_pitch + k_j]");
  // The loop would see the other m.
  CHECK(written(loop("double t[n][m]; if (int m = 3; n > m)", "t[i][j] = x;")) == "t[k_i*t_pitch + k_j]");
}

TEST_CASE("a row by itself is refused, and subscripts in a macro are written out") {
  CHECK_FALSE(loop("double t[n][m];", "first(t[i]);").effects.empty());
  const LoopModel model = loop("double t[n][m];", "AT(t, i, j) = x;");
  CHECK(written(model) == "t[k_i*m + k_j]");
  CHECK(model.effects.empty());
}

// Rows behind pointers: an array of their own, with a pitch that no subscript reaches.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel modelOfLoop(const std::string& loop) {
  return modelOf(
      "struct Node { double x, y; };\n"
      "[[clustrix::cluster]] void f(double** a, double*** c, Node** nodes, const int* which, double* b, int n, int m) "
      "{\n"
      "  " +
      loop + "\n}\n");
}

const ArrayObject* arrayWith(const LoopModel& model, const std::string& base) {
  for (const ArrayObject& array : model.arrays)
    if (array.base == base) return &array;
  return nullptr;
}

std::string indexIn(const LoopModel& model, const std::string& base) {
  for (const Access& access : model.accesses)
    if (model.arrays[static_cast<std::size_t>(access.array.value)].base == base && access.index)
      return text(model, *access.index);
  return "";
}

}  // namespace

TEST_CASE("rows behind pointers lie a pitch apart, and each element is inside its row") {
  const LoopModel model = modelOfLoop("for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) a[i][j] = j;");
  CHECK(model.effects.empty());
  CHECK(model.obstacles.empty());
  REQUIRE(arrayWith(model, "a[]"));
  CHECK(arrayWith(model, "a[]")->identity.empty());
  CHECK(!arrayWith(model, "a[]")->extent);
  CHECK(indexIn(model, "a") == "k_i");
  CHECK(indexIn(model, "a[]") == "k_i*a[].size() + k_j");
  CHECK(model.accesses.back().conditions.size() == 2);
}

TEST_CASE("planes of rows have two pitches, and a row by a name is the same row") {
  const LoopModel planes = modelOfLoop("for (int k = 0; k < n; ++k) for (int j = 0; j < m; ++j) c[k][j][n] = j;");
  CHECK(indexIn(planes, "c[][]") == "k_k*c[].size()*c[][].size() + k_j*c[][].size() + n");
  const LoopModel row =
      modelOfLoop("for (int i = 0; i < n; ++i) { double* row = a[i] + 1; for (int j = 0; j < m; ++j) row[j] = j; }");
  CHECK(indexIn(row, "a[]") == "k_i*a[].size() + k_j + 1");
}

TEST_CASE("a member behind a pointer is a part of an element") {
  const LoopModel model = modelOfLoop("for (int i = 0; i < n; ++i) nodes[i]->y += 1;");
  CHECK(model.effects.empty());
  REQUIRE(model.accesses.size() > 1);
  CHECK(model.accesses.back().byteBegin == 8);
}

TEST_CASE("a row that is the same in all iterations is a pointer of its own") {
  const LoopModel model = modelOfLoop("for (int j = 0; j < m; ++j) a[n][j] = j;");
  CHECK(!arrayWith(model, "a[]"));
}

TEST_CASE("pointers that the loop writes are not followed") {
  CHECK(!modelOfLoop("for (int i = 0; i < n; ++i) { a[i] = b; a[i][0] = 1; }").effects.empty());
}

TEST_CASE("what is behind pointers is not searched") {
  const LoopModel model = modelOfLoop("for (int i = 0; i < n; ++i) if (a[i][0] > 3) break;");
  CHECK(!arrayWith(model, "a[]"));
}

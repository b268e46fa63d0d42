#include "../Fixtures/Parse.h"

#include <algorithm>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

TEST_CASE("subscripts are polynomials over counters and parameters") {
  const LoopModel model = modelOf(R"(
[[clustrix::cluster]] void f(double* a, const double (*b)[8], int n, int m) {
  for (int i = 1; i < n; ++i) { const int row = i * m; a[row + 2] = b[i][3] + *(a + row); }
}
)");
  REQUIRE(model.accesses.size() == 3);
  CHECK(model.accesses[0].index->constantTerm() == 11);
  CHECK(text(model, *model.accesses[0].index->coefficientOf(model.loops[0].counter)) == "8");
  CHECK(text(model, *model.accesses[1].index->coefficientOf(model.loops[0].counter)) == "m");
  CHECK(model.accesses[2].kind == AccessKind::Write);
  CHECK(model.accesses[2].index->constantTerm() == 2);
}

TEST_CASE("members of elements are parts of their bytes") {
  const LoopModel model = modelOf(R"(
struct S { int key; double value; };
[[clustrix::cluster]] void f(S* s, int n) { for (int i = 0; i < n; ++i) s[i].value = s[i].key; }
)");
  REQUIRE(model.accesses.size() == 2);
  CHECK((model.accesses[0].byteBegin == 0 && model.accesses[0].byteEnd == 4));
  CHECK((model.accesses[1].byteBegin == 8 && model.accesses[1].byteEnd == 16));
}

TEST_CASE("a pointer that not every iteration moves alike leads to nowhere known") {
  CHECK(hasEffect(modelOf("[[clustrix::cluster]] void f(int* p, int* q, int n) {\n"
                          "  for (int i = 0; i < n; ++i) { *p = i; if (i & 1) p = q; } }\n"),
                  "effect.pointer-unknown"));
}

namespace {

/// The accesses to `s` of a loop over k, whose body is `statements`, as `bytes [b, e) SIZE from OFFSET`.
std::vector<std::string> piecesOf(const std::string& statements) {
  const LoopModel model = modelOf(
      "struct P { double x, y; };\n"
      "struct S { int key; double v[4]; P p[2]; double m[3][3]; };\n"
      "[[clustrix::cluster]] void f(S* s, const int* from, int n, int i) {\n"
      "  for (int k = 0; k < n; ++k) { " +
      statements + " } }\n");
  std::vector<std::string> pieces;
  for (const Access& access : model.accesses) {
    if (model.arrays[static_cast<std::size_t>(access.array.value)].name != "s") continue;
    pieces.push_back(std::to_string(access.byteBegin) + ".." + std::to_string(access.byteEnd));
    if (access.someBytes > 0) pieces.back() += " " + std::to_string(access.someBytes);
    if (access.offset) pieces.back() += " from " + text(model, *access.offset);
    CHECK_FALSE(coversElement(access, 144));
  }
  return pieces;
}

using Pieces = std::vector<std::string>;

}  // namespace

TEST_CASE("an element of a member's array is a piece of the member") {
  CHECK(piecesOf("s[i].v[k] = 1;") == Pieces{"8..40 8 from 8*k_k + 8"});
  CHECK(piecesOf("s[i].v[2] = 1;") == Pieces{"24..32"});
  CHECK(piecesOf("s[i].p[k].y = 1;") == Pieces{"40..72 8 from 16*k_k + 48"});
  CHECK(piecesOf("s[i].m[2][k] = 1;") == Pieces{"72..144 8 from 8*k_k + 120"});
  CHECK(piecesOf("s[i].m[k][1] = 1;") == Pieces{"72..144 8 from 24*k_k + 80"});
}

TEST_CASE("a piece whose place is not known may be anywhere in the member") {
  CHECK(piecesOf("s[i].v[from[k]] = 1;") == Pieces{"8..40 8"});
  CHECK(piecesOf("s[i].p[from[k]].y = 1;") == Pieces{"40..72 8"});
}

TEST_CASE("a pointer into an element keeps to the array that it points into, and else to the element") {
  CHECK(piecesOf("double* p = s[i].v + 1; p[k] = 1;") == Pieces{"8..40 8 from 8*k_k + 16"});
  CHECK(piecesOf("double* p = &s[i].v[1]; p[-1] = 1;") == Pieces{"8..16"});
  CHECK(piecesOf("double* p = &s[i].p[0].x; p[1] = 1;") == Pieces{"48..56"});
  CHECK(piecesOf("double* p = &s[i].p[0].x; *p = 1;") == Pieces{"40..48"});
}

TEST_CASE("the characters of strings are elements") {
  const auto loop = [](const std::string& statement) {
    return modelOf(
        "#include <string>\n#include <string_view>\n"
        "[[clustrix::cluster]] void f(std::string& s, std::string_view v, const std::string& c) {\n"
        "  for (std::size_t i = 0; i < s.length(); ++i) { " +
        statement + " } }\n");
  };
  CHECK(loop("s[i] = v[i];").effects.empty());
  CHECK(loop("s[i] = c.front();").arrays.size() == 2);
  CHECK_FALSE(loop("s += v[i];").effects.empty());
  const LoopModel model = loop("s[i] = v[i];");
  for (const ArrayObject& array : model.arrays) CHECK(array.constElements == (array.name == "v"));
}

namespace {

/// Whether the element that a loop over j writes is seen as a variable.
bool isVariable(const std::string& head, const std::string& statement) {
  const LoopModel model =
      modelOf("[[clustrix::cluster]] void f(double* x, const double* w, const int* at, int i, int n, int m) { " + head +
              " " + statement + " }\n");
  return model.scalars.size() == 1 &&
         std::none_of(model.accesses.begin(), model.accesses.end(),
                      [](const Access& access) { return access.kind == AccessKind::Write; });
}

}  // namespace

TEST_CASE("a fixed element is a variable beside elements that lie elsewhere") {
  CHECK(isVariable("for (int j = 0; j < i; ++j)", "x[i] -= w[j] * x[j];"));
  CHECK(isVariable("for (int j = i + 1; j < n; ++j)", "x[i] -= w[j] * x[j];"));
  CHECK(isVariable("for (int j = 0; j < n; ++j)", "x[i * m + n] -= x[i * m + j] * x[m * n + j];"));
  CHECK(isVariable("for (int j = 0; j < n; ++j)", "if (j > i) x[i] += x[j];"));
  CHECK(isVariable("for (int j = 0; j < n; ++j)", "x[i] = w[j] * x[i - 1];"));
  CHECK(isVariable("for (int j = 0; j < n; ++j)", "x[3] = w[j] * x[2];"));
  CHECK(isVariable("for (int j = 0; j < n; ++j)", "x[i] = w[j] * x[m];"));
}

TEST_CASE("a fixed element is no variable beside elements that may be that one") {
  CHECK_FALSE(isVariable("for (int j = 0; j <= i; ++j)", "x[i] -= w[j] * x[j];"));
  CHECK_FALSE(isVariable("for (int j = 0; j < n; ++j)", "x[i] -= w[j] * x[j];"));
  CHECK_FALSE(isVariable("for (int j = 0; j < n; ++j)", "x[i] -= w[j] * x[at[j]];"));
  CHECK_FALSE(isVariable("for (int j = 0; j < i; ++j)", "{ x[i] += x[j]; x[j] = 0; }"));
  CHECK_FALSE(isVariable("for (int j = 0; j < i; ++j)", "{ x[i] += x[j]; x[i + 1] += x[j]; }"));
  CHECK_FALSE(isVariable("for (int j = 0; j < n; ++j)", "{ x[i] = w[j]; x[m] = w[j] * x[i - 1]; }"));
}

TEST_CASE("one of several members is a piece of what holds them") {
  const std::string classes =
      "struct Q { double x, y, z; double& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; } };\n"
      "struct T { double x, y, z; double& operator[](int i) { if (i == 0) return x; if (i == 1) return y; return z; } "
      "};\n";
  const auto written = [&](const std::string& type, const std::string& statements) {
    const LoopModel model = modelOf(classes + "[[clustrix::cluster]] void f(" + type +
                                    "* a, int n, int m) { for (int i = 0; i < n; ++i) { " + statements + " } }\n");
    CHECK(model.effects.empty());
    std::string all;
    for (const Access& access : model.accesses)
      if (access.kind == AccessKind::Write)
        all += text(model, *access.index) + ":" + std::to_string(access.byteBegin) + "-" +
               std::to_string(access.byteEnd) + (access.someBytes ? "?" : "") + " ";
    return all;
  };
  for (const char* type : {"Q", "T"}) {
    INFO(type);
    CHECK(written(type, "a[i][m] = 1;") == "k_i:0-24? ");
    CHECK(written(type, "a[i][0] = 1;") == "k_i:0-8 ");
    CHECK(written(type, "a[i][1] = 1;") == "k_i:8-16 ");
    CHECK(written(type, "a[i][2] = 1;") == "k_i:16-24 ");
    // Of the iteration's own.
    CHECK(written(type, std::string(type) + " own = a[i]; own[m] += 1; own[0] -= 2; a[i] = own;") == "k_i:0-24 ");
  }
}

TEST_CASE("one of two variables is not known") {
  CHECK(hasEffect(modelOf("[[clustrix::cluster]] void f(int* a, int n, int m) { for (int i = 0; i < n; ++i) {\n"
                          "  int x = i, y = 2 * i; int& z = m > 0 ? x : y; z = 0; a[x] = y; } }\n"),
                  "effect.pointer-unknown"));
}

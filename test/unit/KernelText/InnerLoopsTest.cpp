#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel loop(const std::string& statements) {
  return modelOf(R"(
#define EACH(j, n) for (int j = 0; j < n; ++j)
[[clustrix::cluster]] void f(double* a, const int* limit, int n, int m) {
  int j = 0;
  for (int i = 0; i < n; ++i) { )" +
                 statements + " }\n}\n");
}

/// The body with `<` and `>` around the heads of loops, and the variables that those count with.
std::string marked(const std::string& statements) {
  const LoopModel model = loop(statements);
  std::string text;
  for (const BodyPiece& piece : model.kernel.body) {
    const KernelVariable variable = piece.kind == BodyPiece::HeadBegin
                                        ? model.kernel.innerLoops[static_cast<std::size_t>(piece.index)].variable
                                        : KernelVariable{};
    text += piece.kind == BodyPiece::Captured    ? model.kernel.captures[static_cast<std::size_t>(piece.index)].name
            : piece.kind == BodyPiece::HeadBegin ? variable.cType() + " " + variable.name + "<"
            : piece.kind == BodyPiece::HeadEnd   ? ">"
            : piece.kind == BodyPiece::OnceBegin ? "["
            : piece.kind == BodyPiece::OnceEnd   ? "]"
                                                 : piece.text;
  }
  return text;
}

}  // namespace

TEST_CASE("the head of a counted loop is marked, braces and lines or not") {
  CHECK(marked("for (int j = 0; j < m; ++j) a[i * m + j] = 0;") ==
        "{ int j<for (int j = 0; j < m; ++j)> a[i * m + j] = 0; }");
  CHECK(marked("for (long j = m; j-- > 0;) { a[i * m + j] = 0; }") ==
        "{ for (long j = m; j-- > 0;) { [a[i * m + j] = 0;] } }");
  CHECK(marked("for (unsigned j = 0; j < 8u; j += 2)\n a[i * 8 + j] = 0;") ==
        "{ unsigned int j<for (unsigned j = 0; j < 8u; j += 2)>\n a[i * 8 + j] = 0; }");
}

TEST_CASE("loops in loops are marked each, and know which loop of the model they are") {
  CHECK(marked("for (int j = 0; j < m; ++j) for (int k = 0; k < 4; ++k) a[(i * m + j) * 4 + k] = 0;") ==
        "{ int j<for (int j = 0; j < m; ++j)> int k<for (int k = 0; k < 4; ++k)> a[(i * m + j) * 4 + k] = 0; }");
  const LoopModel model = loop("for (int j = 0; j < m; ++j) for (int k = 0; k < 4; ++k) a[(i * m + j) * 4 + k] = 0;");
  REQUIRE(model.kernel.innerLoops.size() == 2);
  for (const InnerLoop& inner : model.kernel.innerLoops)
    CHECK(model.loops[static_cast<std::size_t>(inner.loop)].variable == inner.variable.name);
}

TEST_CASE("a variable from outside may be the one that counts") {
  CHECK(marked("for (j = 0; j < m; ++j) a[i * m + j] = 0;") == "{ int j<for (j = 0; j < m; ++j)> a[i * m + j] = 0; }");
}

TEST_CASE("a variable from in front of loops counts in a marked one where nothing but loops that begin it names it") {
  const auto heads = [](const std::string& statements) {
    const LoopModel model = loop(statements);
    return std::count_if(model.kernel.body.begin(), model.kernel.body.end(),
                         [](const BodyPiece& piece) { return piece.kind == BodyPiece::HeadBegin; });
  };
  const std::string zeros = "for (j = 0; j < m; ++j) a[i * m + j] = 0;";
  CHECK(heads(zeros) == 1);
  CHECK(heads(zeros + " for (j = 1; j < m; j += 2) a[i * m + j] += 1;") == 2);
  CHECK(heads(zeros + " a[i] = j;") == 0);
  CHECK(heads("j = 3; a[i] = j; " + zeros) == 0);
  CHECK(heads("for (j = 3; j < m; ++j) { } a[j] = 1; for (int k = 0; k < m; ++k) a[i * m + k] = 0;") == 1);
  // One of its own in the body is another variable.
  CHECK(heads(zeros + " { int j = 3; a[i] = j; }") == 1);
}

TEST_CASE("heads that do more than count one variable are left alone") {
  for (const char* head : {"for (int j = 0, e = m; j < e; ++j)", "for (int j = 0, k = 0; j < m; ++j, ++k)",
                           "for (int j = 0; j < limit[i]; ++j)", "for (const int* p = limit; p < limit + m; ++p)",
                           "while (j < m)", "EACH(j, m)"}) {
    INFO(head);
    const LoopModel model = loop(std::string(head) + " { a[i * m + j] = 0; }");
    CHECK(std::none_of(model.kernel.body.begin(), model.kernel.body.end(),
                       [](const BodyPiece& piece) { return piece.kind == BodyPiece::HeadBegin; }));
  }
}

TEST_CASE("a statement of a block that writes memory is marked, at any depth") {
  CHECK(marked("a[i] = 1; { a[i] *= 2; }") == "{ [a[i] = 1;] { [a[i] *= 2;] } }");
  CHECK(marked("for (int j = 0; j < m; ++j) { a[i] += j; }") ==
        "{ int j<for (int j = 0; j < m; ++j)> { [a[i] += j;] } }");
  CHECK(marked("for (int j = 0; j < m; ++j) { for (int k = 0; k < 4; ++k) { a[i] += j * k; } }") ==
        "{ int j<for (int j = 0; j < m; ++j)> { int k<for (int k = 0; k < 4; ++k)> { [a[i] += j * k;] } } }");
  // Under a condition without braces, something else would fall under what is put in front.
  CHECK(marked("if (n > 3) a[i] = 1;") == "{ if (n > 3) a[i] = 1; }");
  CHECK(marked("if (n > 3) { a[i] = 1; }") == "{ if (n > 3) { [a[i] = 1;] } }");
  CHECK(marked("for (int j = 0; j < m; ++j) a[i] += j;") == "{ int j<for (int j = 0; j < m; ++j)> a[i] += j; }");
}

TEST_CASE("a mark knows the accesses of its statement, and so the loops around it") {
  const LoopModel model = loop("a[i] = 1; for (int j = 0; j < m; ++j) { a[i] += j; }");
  REQUIRE(model.kernel.once.size() == 2);
  const auto around = [&](std::size_t mark) { return model.accesses.at(model.kernel.once[mark].firstAccess).loops; };
  CHECK(around(0) == std::vector<int>{0});
  CHECK(around(1) == std::vector<int>{0, 1});
}

TEST_CASE("a statement that changes a variable of the iteration's is not done once for all") {
  CHECK(marked("int c = 0; a[i] = c++;") == "{ int c = 0; a[i] = c++; }");
  CHECK(marked("double t = 0; a[i] = t = 3;") == "{ double t = 0; a[i] = t = 3; }");
  CHECK(marked("double t = 0; t = a[i];") == "{ double t = 0; t = a[i]; }");
  CHECK(marked("double t = 1; a[i] = (t) * t;") == "{ double t = 1; [a[i] = (t) * t;] }");
  CHECK(marked("double t = 0; t += (a[i] = 2);") == "{ double t = 0; t += (a[i] = 2); }");
  CHECK(marked("int c = 0; (a[i] = 1, ++c);") == "{ int c = 0; (a[i] = 1, ++c); }");
}

TEST_CASE("a statement that changes a variable from outside is not done once for all") {
  const LoopModel model = modelOf(R"(
[[clustrix::cluster]] double f(double* y, const double* x, int n) {
  double total = 0;
  for (int i = 0; i < n; ++i) {
    total += (y[i] = x[i]);
    y[i] *= 2;
  }
  return total;
})");
  CHECK(model.kernel.once.size() == 1);
}

namespace {

/// The loop over j with that body, and that in front of it.
InnerLoop inner(const std::string& front, const std::string& body) {
  const LoopModel model = loop(front + " for (int j = 0; j < m; ++j) " + body + " a[i] = 1;");
  REQUIRE_FALSE(model.kernel.innerLoops.empty());
  return model.kernel.innerLoops[0];
}

/// `s`, `*p`: what it adds to and multiplies.
std::string sums(const std::string& front, const std::string& body) {
  std::string text;
  for (const InnerLoop::Sum& sum : inner(front, body).sums)
    text += (text.empty() ? "" : " ") + std::string(sum.multiplies ? "*" : "") + sum.name;
  return text;
}

using Words = std::set<std::string>;

}  // namespace

TEST_CASE("sums and products of the iteration's that a loop names once") {
  CHECK(sums("double s = 0;", "s += a[j];") == "s");
  CHECK(sums("double s = 0, p = 1; long c = 0;", "{ s -= a[j]; p *= a[j]; if (a[j] > 0) c += 1; }") == "c *p s");
  CHECK(sums("float s = 0;", "s += 2.0f;") == "s");
}

TEST_CASE("a step is a sum, on either side of the variable and of whatever width") {
  CHECK(sums("int c = 0;", "if (a[j] > 0) c++;") == "c");
  CHECK(sums("long c = 0; int d = 0;", "{ if (a[j] > 0) ++c; if (a[j] < 0) --d; }") == "c d");
  CHECK(sums("short c = 0;", "if (a[j] > 0) c--;") == "c");
  CHECK(sums("int c = 0;", "{ c++; --c; }") == "");
  CHECK(sums("", "{ int c = 0; ++c; }") == "");
}

TEST_CASE("a variable from outside of the iteration is a sum as well") {
  const std::string text = R"(
[[clustrix::cluster]] double f(const double* a, int n, int m) {
  double total = 0;
  int count = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) { total += a[i * m + j]; if (a[i] > 0) ++count; }
  return total * count;
})";
  const LoopModel model = modelOf(text);
  REQUIRE(model.kernel.innerLoops.size() == 1);
  const std::vector<InnerLoop::Sum> both = {{"count", false}, {"total", false}};
  CHECK(model.kernel.innerLoops[0].sums == both);
  CHECK(model.kernel.innerLoops[0].outsiders.contains("total"));
}

TEST_CASE("a loop knows which of the variables that its body names are the iteration's") {
  const InnerLoop some = inner("double s = 0; int at = -1;", "if (a[j] > s) { s = a[j]; at = j + m; }");
  CHECK(some.locals == Words{"at", "j", "s"});
  CHECK(some.outsiders == Words{"a", "m"});
  // The body's own are the iteration's, too, and the head is none of the body.
  const InnerLoop own = inner("double s = 0;", "{ const double t = limit[j]; s += t; }");
  CHECK(own.locals == Words{"j", "s", "t"});
  CHECK(own.outsiders == Words{"limit"});
  // One name for two variables is among both.
  const InnerLoop both = inner("double s = 0;", "{ s += n; { int n = 3; s += n; } }");
  CHECK(both.locals.contains("n"));
  CHECK(both.outsiders.contains("n"));
}

TEST_CASE("no sum where its value is seen, is narrowed, is another kind of number, or is changed by an inner loop") {
  CHECK(sums("double s = 0;", "{ s += a[j]; a[j] = s; }") == "");
  CHECK(sums("double s = 0;", "{ s += a[j]; s += 1; }") == "");
  CHECK(sums("float s = 0;", "s += a[j];") == "");  // added in double, then narrowed
  CHECK(sums("double s = 0;", "for (int k = 0; k < 3; ++k) s += a[j];") == "");
  CHECK(sums("double s = 0;", "s = s + a[j];") == "");
  CHECK(sums("double s = 1;", "s /= 2;") == "");
  CHECK(sums("int s = 1;", "s ^= j;") == "");
  CHECK(sums("", "{ double s = 0; s += a[j]; }") == "");
}

TEST_CASE("a sum has no other variable of its name in the loop's body") {
  CHECK(sums("double s = 0;", "{ s += a[j]; { const double t = a[j]; a[j] = t; } }") == "s");
  CHECK(sums("double s = 0;", "{ s += a[j]; { const double s = a[j]; a[j] = s; } }") == "");
}

namespace {

/// `y`, `*p`: the arrays of which the loop over j changes an element.
std::string elementSums(const std::string& body) {
  const LoopModel model = modelOf(R"(
#include <vector>
struct Grid { double* y; };
[[clustrix::cluster]] void f(const double* a, double* y, float* z, double** rows, std::vector<double>& v, long* count,
                             const Grid& g, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) )" +
                                  body + "\n}\n");
  REQUIRE_FALSE(model.kernel.innerLoops.empty());
  std::string text;
  for (const InnerLoop::Sum& sum : model.kernel.innerLoops[0].elementSums)
    text += (text.empty() ? "" : " ") + std::string(sum.multiplies ? "*" : "") + sum.name;
  return text;
}

}  // namespace

TEST_CASE("elements of arrays that a loop names once are added to, or multiplied") {
  CHECK(elementSums("y[j] += a[i * m + j];") == "y");
  CHECK(elementSums("{ y[2 * j + 1] -= a[j]; v[j] *= a[j]; if (a[j] > 0) ++count[j]; (z[j]) += 2.0f; }") ==
        "count *v y z");
}

TEST_CASE("no sum of elements where one is seen, is narrowed, is a member's or lies in a row") {
  for (const char* body :
       {"{ y[j] += 1; y[j] += 2; }", "y[j] += y[j + 1];", "y[j] = y[j] + 1;", "y[j] /= 2;", "z[j] += a[j];",
        "g.y[j] += a[j];", "rows[i][j] += a[j];", "*(y + j) += a[j];", "j[y] += a[j];",
        "for (int k = 0; k < 4; ++k) y[j] += k;", "{ y[j] += 1; { const double y = a[j]; z[j] = y > 0; } }",
        "{ double y[4] = {}; y[j & 3] += a[j]; }"}) {
    INFO(body);
    CHECK(elementSums(body) == "");
  }
}

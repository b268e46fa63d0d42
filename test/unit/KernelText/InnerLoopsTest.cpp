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
        "{ for (long j = m; j-- > 0;) { a[i * m + j] = 0; } }");
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

TEST_CASE("a statement of a block that writes memory outside of the inner loops is marked") {
  CHECK(marked("a[i] = 1; for (int j = 0; j < m; ++j) { a[i] += j; } { a[i] *= 2; }") ==
        "{ [a[i] = 1;] int j<for (int j = 0; j < m; ++j)> { a[i] += j; } { [a[i] *= 2;] } }");
  // Under a condition without braces, something else would fall under what is put in front.
  CHECK(marked("if (n > 3) a[i] = 1;") == "{ if (n > 3) a[i] = 1; }");
  CHECK(marked("if (n > 3) { a[i] = 1; }") == "{ if (n > 3) { [a[i] = 1;] } }");
}

TEST_CASE("a statement that changes a variable of the iteration's is not done once for all") {
  CHECK(marked("int c = 0; a[i] = c++;") == "{ int c = 0; a[i] = c++; }");
  CHECK(marked("double t = 0; a[i] = t = 3;") == "{ double t = 0; a[i] = t = 3; }");
  CHECK(marked("double t = 0; t = a[i];") == "{ double t = 0; t = a[i]; }");
  CHECK(marked("double t = 1; a[i] = (t) * t;") == "{ double t = 1; [a[i] = (t) * t;] }");
}

namespace {

/// `s`, `*p`: what the loop inside adds to and multiplies; "-" where there is no such loop.
std::string sums(const std::string& front, const std::string& body) {
  const LoopModel model = loop(front + " for (int j = 0; j < m; ++j) " + body + " a[i] = 1;");
  if (model.kernel.innerLoops.empty()) return "-";
  std::string text;
  for (const InnerLoop::Sum& sum : model.kernel.innerLoops[0].sums)
    text += (text.empty() ? "" : " ") + std::string(sum.multiplies ? "*" : "") + sum.name;
  return text;
}

}  // namespace

TEST_CASE("sums and products of the iteration's that a loop names once") {
  CHECK(sums("double s = 0;", "s += a[j];") == "s");
  CHECK(sums("double s = 0, p = 1; long c = 0;", "{ s -= a[j]; p *= a[j]; if (a[j] > 0) c += 1; }") == "c *p s");
  CHECK(sums("float s = 0;", "s += 2.0f;") == "s");
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

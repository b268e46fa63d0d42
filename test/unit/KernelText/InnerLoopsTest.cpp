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
    const KernelVariable variable =
        piece.kind == BodyPiece::HeadBegin
            ? model.kernel.innerLoops[static_cast<std::size_t>(piece.index)].variable
            : KernelVariable{};
    text += piece.kind == BodyPiece::Captured    ? model.kernel.captures[static_cast<std::size_t>(piece.index)].name
            : piece.kind == BodyPiece::HeadBegin ? variable.cType() + " " + variable.name + "<"
            : piece.kind == BodyPiece::HeadEnd   ? ">"
                                                 : piece.text;
  }
  return text;
}

}  // namespace

TEST_CASE("the head of a counted loop is marked, braces and lines or not") {
  CHECK(marked("for (int j = 0; j < m; ++j) a[i * m + j] = 0;") ==
        "{ int j<for (int j = 0; j < m; ++j)> a[i * m + j] = 0; }");
  CHECK(marked("for (long j = m; j-- > 0;) { a[i * m + j] = 0; }") == "{ for (long j = m; j-- > 0;) { a[i * m + j] = 0; } }");
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
  CHECK(marked("for (j = 0; j < m; ++j) a[i * m + j] = 0;") ==
        "{ int j<for (j = 0; j < m; ++j)> a[i * m + j] = 0; }");
}

TEST_CASE("heads that do more than count one variable are left alone") {
  for (const char* head : {"for (int j = 0, e = m; j < e; ++j)", "for (int j = 0, k = 0; j < m; ++j, ++k)",
                           "for (int j = 0; j < limit[i]; ++j)", "for (const int* p = limit; p < limit + m; ++p)", "while (j < m)", "EACH(j, m)"}) {
    INFO(head);
    const LoopModel model = loop(std::string(head) + " { a[i * m + j] = 0; }");
    CHECK(std::none_of(model.kernel.body.begin(), model.kernel.body.end(),
                       [](const BodyPiece& piece) { return piece.kind == BodyPiece::HeadBegin; }));
  }
}

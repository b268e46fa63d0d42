// Variables that only macros of the body name.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel loop(const std::string& text) {
  return modelOf("#define CUR a[i]\n[[clustrix::cluster]] void f(int* a, int m, int n) { " + text + " }\n");
}
std::string words(const LoopModel& model) {
  std::string result;
  for (const BodyPiece& piece : model.kernel.body) {
    if (piece.kind == BodyPiece::Captured) result += model.kernel.captures[static_cast<std::size_t>(piece.index)].name;
    if (piece.kind == BodyPiece::Counter) result += "<k>";
    result += piece.text;
  }
  return result;
}

}  // namespace

TEST_CASE("a variable that only macros name is declared by the body's text") {
  const LoopModel model = loop("for (int i = 0; i < n; ++i) CUR *= 2;");
  CHECK(words(model) == "int i = static_cast<int>(<k>);\nCUR *= 2;");
  CHECK_FALSE(model.kernel.variable.declared());
}

TEST_CASE("its value is that of the iteration, wherever the loop starts and however it steps") {
  CHECK(
      words(loop("for (int i = 4; i < n; i += 3) CUR *= 2;")).starts_with("int i = static_cast<int>(4 + (3) * <k>);"));
  const LoopModel model = loop("for (long i = m; i > n; --i) { CUR *= 2; }");
  CHECK(words(model).starts_with("long i = static_cast<long>(first_i + (-1) * <k>);"));
  CHECK(model.kernel.captures.back().expression == "static_cast<clustrix::Index>(m)");
}

TEST_CASE("a variable that the text names, or that nothing names, is declared by nobody else") {
  CHECK(loop("for (int i = 0; i < n; ++i) CUR += i;").kernel.variable.cType() == "int");
  CHECK(words(loop("for (int i = 0; i < n; ++i) CUR += i;")) == "CUR += i;");
  CHECK(words(loop("int s = 0; for (int i = 0; i < n; ++i) { s += 2; }")).find("int i") == std::string::npos);
}

TEST_CASE("a comment or a string does not name the variable") {
  CHECK(words(loop("for (int i = 0; i < n; ++i) { /* i */ CUR *= \"i\"[0]; }")).starts_with("int i = "));
}

// What of a loop in other words becomes its head's; LoopNormalisationTest.cpp asks whether it is counted then.
#include "Normalise/NormalisedLoop.h"

#include "../Fixtures/ParsedFunction.h"

#include "clang/Lex/Lexer.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// "test: i >= n; drop: ++i; step: ++i; ": the parts of the last statement, a loop; "" where it stays as it is.
std::string parts(const std::string& statements) {
  const ParsedFunction parsed(
      "void exchange(double&, double&);\nvoid use(double*);\nvoid f(double* a, double* b, int n, int i, int j) {\n" +
      statements + "\n}\n");
  auto& context = parsed.function().getASTContext();
  const auto* body = llvm::cast<clang::CompoundStmt>(parsed.function().getBody());
  const auto loop = normalisedLoop(context, *body, body->body_back());
  if (!loop) return "";
  const auto text = [&](const std::string& what, const clang::Stmt* statement) {
    return what + ": " +
           clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(statement->getSourceRange()),
                                       context.getSourceManager(), context.getLangOpts())
               .str() +
           "; ";
  };
  std::string all;
  if (loop->test) all += text(loop->testedLast ? "last test" : "test", loop->test);
  for (const clang::Stmt* one : loop->dropped) all += text("drop", one);
  for (const clang::Expr* one : loop->steps) all += text("step", one);
  for (const clang::Expr* one : loop->lastSteps) all += text("last step", one);
  for (const auto& [range, words] : loop->replaced) all += "say: " + words + "; ";
  return all;
}

}  // namespace

TEST_CASE("the test that leaves an endless loop goes into the head, first or last as it stood") {
  CHECK(parts("for (;;) { if (i >= n) break; a[i] = 1; ++i; }") == "test: i >= n; drop: if (i >= n) break; ");
  CHECK(parts("while (true) { a[i] = 1; ++i; if (i >= n) { break; } }") ==
        "last test: i >= n; drop: if (i >= n) { break; }; ");
  CHECK(parts("for (;;) { double t = a[i]; if (i >= n) break; b[i] = t; ++i; }") ==
        "test: i >= n; drop: if (i >= n) break; ");
}

TEST_CASE("steps that end the body go in front of the head's, in their order") {
  CHECK(parts("while (i < j) { a[i] = a[j]; ++i; j -= 2; }") == "drop: j -= 2; drop: ++i; step: ++i; step: j -= 2; ");
  CHECK(parts("for (; i < j; ++i) { a[i] = a[j]; --j; }") == "drop: --j; step: --j; ");
  CHECK(parts("while (i < j) { a[i] = 1; ++n; ++i; --j; }") == "drop: --j; drop: ++i; step: ++i; step: --j; ");
  CHECK(parts("while (i < j) { a[i] = 1; i += j; --j; }") == "drop: --j; drop: i += j; step: i += j; step: --j; ");
}

TEST_CASE("behind a step that begins the body its variable is said as it will be") {
  CHECK(parts("while (i > 0) { --i; a[i] = b[i]; }") == "drop: --i; step: --i; say: (i - 1); say: (i - 1); ");
  CHECK(parts("do { ++i; a[i] = 1; } while (i < n);") == "drop: ++i; last step: ++i; say: (i + 1); ");
}

TEST_CASE("steps in the midst of a statement leave their variable behind") {
  CHECK(parts("while (i < j) exchange(a[i++], a[j--]);") == "step: i++; step: j--; say: i; say: j; ");
  CHECK(parts("while (i < j) { exchange(a[i++], a[j--]); b[0] = 1; }") == "step: i++; step: j--; say: i; say: j; ");
}

TEST_CASE("a loop that is best said as it is has no other words") {
  for (const char* loop :
       {"for (i = 0; i < n; ++i) a[i] = 1;", "while (i < n) { a[i] = 1; ++i; }", "while (i < n) a[i++] = 1;",
        "while (true) { a[i] = 1; if (i >= n) return; ++i; }", "for (;;) { a[i++] = 1; }",
        "while (int k = n - i) { a[k] = 1; ++i; --n; }", "do { a[i] = 1; } while (false);",
        "while (i < j) { if (a[i] > 0) continue; a[i] = a[j]; ++i; --j; }",
        "while (i < j) { int by = 1; a[i] = a[j]; i += by; j -= by; }", "while (i > 0) { --i; use(a + i); }",
        "while (i < j) exchange(a[++i], a[--j]);"}) {
    INFO(loop);
    CHECK(parts(loop) == "");
  }
}

#include "Syntax/ControlFlow.h"

#include "../Fixtures/ParsedFunction.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// A loop with that body.
class Loop : public ParsedFunction {
 public:
  explicit Loop(const std::string& body)
      : ParsedFunction("void f(int n) { for (int i = 0; i < n; ++i) { " + body + " } out: ; }") {}
  const clang::Stmt* loop() const { return &statement<clang::ForStmt>(); }
  const clang::Stmt* body() const { return statement<clang::ForStmt>().getBody(); }
};

bool breaks(const std::string& body) { return leavesByKeyword(Loop(body).body(), true, false); }
bool continues(const std::string& body) { return leavesByKeyword(Loop(body).body(), false, true); }
bool returns(const std::string& body) { return leavesByKeyword(Loop(body).body(), false, false); }

}  // namespace

TEST_CASE("a do loop whose condition is a literal that does not hold runs once") {
  const auto once = [](const std::string& loop) {
    const ParsedFunction source("void f(int n) { " + loop + " }");
    return runsOnce(*source.function().getBody()->child_begin());
  };
  CHECK(once("do { ++n; } while (0);"));
  CHECK(once("do { ++n; } while ((false));"));
  for (const char* loop : {"do { ++n; } while (1);", "do { ++n; } while (true);", "do { ++n; } while (n);",
                           "while (0) ++n;", "for (; false;) ++n;", "{ ++n; }"}) {
    INFO(loop);
    CHECK_FALSE(once(loop));
  }
}

TEST_CASE("a keyword leads out of a statement unless a loop, a switch or a lambda in it is what it leaves") {
  CHECK(breaks("if (n) { break; }"));
  CHECK_FALSE(breaks("if (n) continue;"));
  CHECK(continues("switch (n) { case 1: continue; }"));
  CHECK_FALSE(breaks("switch (n) { case 1: break; }"));
  for (const char* inner : {"while (n) { if (n) continue; break; }", "do { if (n) continue; break; } while (n);"}) {
    CHECK_FALSE(breaks(inner));
    CHECK_FALSE(continues(inner));
  }
  CHECK(returns("while (n) switch (n) { case 1: return; }"));
  CHECK(returns("int k = ({ if (n) return; 2; });"));
  CHECK_FALSE(returns("auto g = [] { return; }; g();"));
  CHECK_FALSE(returns("if (n) break; else continue;"));
}

TEST_CASE("jumps lead to the labels that stand outside, and to nowhere known where they are computed") {
  const Loop out("if (n) goto out; goto in; in: ;");
  CHECK(targetsOutside(out.body()) == std::set<const clang::Stmt*>{&out.statement<clang::LabelStmt>(1)});
  CHECK(targetsOutside(Loop("void* p = &&out; goto *p;").body()) == std::set<const clang::Stmt*>{nullptr});
  CHECK(targetsOutside(Loop("if (n) goto in; --n; in: ++n;").body()).empty());
  CHECK(jumpsOut(out.body()));
  CHECK_FALSE(jumpsOut(Loop("if (n) goto in; --n; in: ++n;").body()));
  CHECK_FALSE(jumpsOut(Loop("auto g = [] { goto own; own: ; }; g();").body()));
}

TEST_CASE("a statement is left early by a keyword or a jump that leads out of it") {
  for (const char* body : {"if (n) break;", "if (n) continue;", "if (n) return;", "if (n) goto out;"})
    CHECK(leavesEarly(Loop(body).body()));
  for (const char* body : {"if (n) goto in; --n; in: ++n;", "while (n) break;", "++n;"})
    CHECK_FALSE(leavesEarly(Loop(body).body()));
}

TEST_CASE("a loop may be left by all that ends it before its condition does") {
  for (const char* body : {"if (n) break;", "while (n) return;", "switch (n) { case 1: throw n; }", "if (n) goto out;",
                           "int k = n ? throw 1 : 2;", "{ { break; } }"}) {
    INFO(body);
    CHECK(mayBeLeft(Loop(body).loop()));
  }
  for (const char* body : {"if (n) continue;", "while (n) break;", "switch (n) { case 1: break; }", "++n;",
                           "auto g = [] { throw 1; };", "if (n) goto in; --n; in: ++n;"}) {
    INFO(body);
    CHECK_FALSE(mayBeLeft(Loop(body).loop()));
  }
}

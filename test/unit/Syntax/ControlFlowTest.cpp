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

TEST_CASE("what never comes back is known by its declaration or by how its body ends") {
  const auto neverComes = [](const std::string& declarations, const std::string& statement) {
    const ParsedFunction source(declarations + "\nvoid f(int n) { " + statement + " }");
    return neverComesBack(*source.function().getBody()->child_begin());
  };
  for (const char* statement :
       {"throw n;", "throw;", "(throw 1);", "stop(n);", "(void)stop(n);", "ends(n);", "deep(n);"}) {
    INFO(statement);
    CHECK(neverComes("[[noreturn]] void stop(int); void ends(int n) { n = 2; stop(n); } void deep(int n) { ends(n); }",
                     statement));
  }
  for (const char* function :
       {"void g(int n);", "void g(int n) { if (n) throw 1; }", "void g(int n) { if (n) return; throw 1; }",
        "void g(int n) { goto out; throw 1; out: ; }", "void g(int n) { try { throw 1; } catch (...) {} }",
        "void g(int n) { if (n > 100) g(n); }",
        "extern \"C\" [[noreturn]] void __assert_fail(); "
        "void g(int) { __assert_fail(); }"}) {
    INFO(function);
    CHECK_FALSE(neverComes(function, "g(n);"));
  }
  CHECK_FALSE(neverComes("struct S { virtual void g() { throw 1; } }; S& s();", "s().g();"));
  CHECK(neverComes("struct S { void g() { throw 1; } }; S& s();", "s().g();"));
}

TEST_CASE("a loop only fails where all that leaves it never comes back") {
  for (const char* body :
       {"throw 1;", "if (n) throw 1;", "for (int j = 0; j < n; ++j) { if (j) throw 1; else break; }"}) {
    INFO(body);
    CHECK(onlyFails(Loop(body).loop()));
  }
  for (const char* body : {"++n;", "if (n) throw 1; else break;", "if (n) throw 1; if (i) return;",
                           "if (n) throw 1; goto out;", "auto g = [] { throw 1; };"}) {
    INFO(body);
    CHECK_FALSE(onlyFails(Loop(body).loop()));
  }
}

TEST_CASE("a loop fails in the functions that it calls, too") {
  const auto fails = [](const std::string& functions, const std::string& body) {
    const ParsedFunction source(functions + " void f(int n) { for (int i = 0; i < n; ++i) { " + body + " } }");
    return onlyFails(&source.statement<clang::ForStmt>());
  };
  CHECK(fails("void g(int n) { if (n) throw 1; }", "g(i);"));
  CHECK(fails("int g(int n) { if (n) throw 1; return n; } int h(int n) { return g(n) + 1; }", "n = h(i);"));
  CHECK_FALSE(fails("void g(int n) { if (n) return; }", "g(i);"));
  CHECK_FALSE(fails("void g(int n) { if (n) g(n - 1); }", "g(i);"));
  CHECK_FALSE(fails("void g(int n) { if (n) throw 1; }", "g(i); if (i) break;"));
}

TEST_CASE("a complaint is a message on the standard error stream, and no other output is one") {
  const std::string streams =
      "struct FILE; extern \"C\" { extern FILE* stderr; extern FILE* out; int fprintf(FILE*, const char*, ...);"
      " int fputs(const char*, FILE*); void perror(const char*); int printf(const char*, ...); }\n"
      "namespace std { struct ostream {}; extern ostream cerr, clog, cout; ostream& operator<<(ostream&, int);"
      " ostream& operator<<(ostream&, const char*); }\n";
  const auto isComplaint = [&](const std::string& statement) {
    const ParsedFunction source(streams + "void f(int n) { " + statement + " }");
    return complains(*source.function().getBody()->child_begin());
  };
  for (const char* statement :
       {"fprintf(stderr, \"%d\", n);", "fputs(\"bad\", stderr);", "perror(\"bad\");", "std::cerr << n;",
        "std::clog << \"n \" << n << \"\\n\";", "(void)fprintf(stderr, \"\");"}) {
    INFO(statement);
    CHECK(isComplaint(statement));
  }
  for (const char* statement : {"printf(\"%d\", n);", "fprintf(out, \"%d\", n);", "std::cout << n;",
                                "fputs(\"bad\", out);", "n = fprintf(stderr, \"\");", "++n;", "{ perror(\"bad\"); }"}) {
    INFO(statement);
    CHECK_FALSE(isComplaint(statement));
  }
}

// Loops that are left early: what counts as leaving, how the loop begins again, and what may not be tried in vain.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel loop(const std::string& text) {
  return modelOf("#include <vector>\n#include <array>\n[[clustrix::cluster]] int f(" + text + " return 0; }\n");
}
LoopModel body(const std::string& statements) {
  return loop("const int* a, int n, int x) { for (int i = 0; i < n; ++i) { " + statements + " }");
}
std::string bodyText(const LoopModel& model) {
  std::string text;
  for (const BodyPiece& piece : model.kernel.body)
    text += piece.kind == BodyPiece::Captured ? model.kernel.captures[static_cast<std::size_t>(piece.index)].name
            : piece.kind == BodyPiece::Leave  ? (piece.index == 1 ? "{LEAVE}" : "LEAVE")
                                              : piece.text;
  return text;
}
std::string restartOf(const std::string& text) {
  const LoopModel model = loop(text);
  REQUIRE(model.restart);
  const std::string where = model.restart->end == 0 ? "front: " : "";
  return where + model.restart->open + (model.restart->ofCounter ? "K" : "V") + model.restart->close;
}

}  // namespace

TEST_CASE("break, return and throw leave the loop, each with what stands before it in its branch") {
  CHECK(bodyText(body("if (a[i] > x) break;")) == "{ if (a[i] > x) LEAVE; }");
  CHECK(bodyText(body("if (a[i] > x) { x = i; break; }")) == "{ if (a[i] > x) {LEAVE} }");
  CHECK(bodyText(body("if (a[i] > x) return a[i]; else x = 1;")) == "{ if (a[i] > x) LEAVE; else x = 1; }");
  CHECK(bodyText(body("if (a[i] > x) { if (x) return 1; else throw 2; }")) == "{ if (a[i] > x) {LEAVE} }");
  const LoopModel model = body("if (a[i] == 1) break; if (a[i] == 2) return 1; if (a[i] == 3) throw 1;");
  REQUIRE(model.leaves.size() == 3);
  CHECK(model.leaves[0].code == "effect.break");
  CHECK(model.leaves[1].code == "effect.return");
  CHECK(model.leaves[2].code == "effect.exception");
  CHECK(model.effects.empty());
  CHECK_FALSE(model.loops[0].certain);
}

TEST_CASE("what stands before a jump is part of leaving only where the jump is certain") {
  CHECK(bodyText(body("if (a[i]) { x = 1; if (i) continue; break; }")).find("x = 1") != std::string::npos);
  CHECK(bodyText(body("if (a[i]) { x = 1; if (i) break; }")).find("x = 1") != std::string::npos);
  const LoopModel inner = body("for (int j = 0; j < n; ++j) { if (a[j]) { x = 1; if (j) break; return 1; } }");
  CHECK(bodyText(inner).find("x = 1") != std::string::npos);
}

TEST_CASE("a break of an inner loop or of a switch does not leave the loop") {
  CHECK(body("for (int j = 0; j < n; ++j) if (a[j]) break;").leaves.empty());
  CHECK(body("switch (a[i]) { case 1: break; default: x = 1; }").leaves.empty());
  CHECK(body("switch (a[i]) { case 1: return 3; default: break; }").leaves.size() == 1);
}

TEST_CASE("a variable that a leaving statement reads lives on") {
  const LoopModel model = loop(
      "const int* a, int n) { int last = 0, at = 0; for (int i = 0; i < n; ++i) { "
      "if (a[i]) { at = last; break; } last = i; } return at;");
  REQUIRE(model.scalars.size() == 1);
  CHECK(model.scalars[0].liveAfter);
}

TEST_CASE("the head of a loop tells how it begins at a later iteration") {
  CHECK(restartOf("int* a, int n) { for (int i = 1; i < n; i += 2) if (a[i]) break;") == "static_cast<int>(V)");
  CHECK(restartOf("int* a, int n) { int i; for (i = 1; i < n; ++i) if (a[i]) break;") == "static_cast<int>(V)");
  CHECK(restartOf("int* a, int n) { for (int i{1}; i < n; ++i) if (a[i]) break;") == "{static_cast<int>(V)}");
  CHECK(restartOf("int* a, int n) { for (int i(1); i < n; ++i) if (a[i]) break;") == "static_cast<int>(V)");
  CHECK(restartOf("int* a, int n) { int i = 0; while (i < n) { if (a[i]) break; ++i; }") ==
        "front: i = static_cast<int>(V);");
  CHECK(restartOf("int* a, int n) { for (; n-- > 0;) if (a[n]) break;") == "front: n = static_cast<int>(V + 1);");
  CHECK(restartOf("int* a, int n) { for (int* p = a; p < a + n; p += 2) if (*p) break;") == "(a) + 2 * (K)");
  CHECK(restartOf("std::vector<int>& v) { for (int x : v) if (x) break;") == "clustrix::from(v, K)");
  CHECK_FALSE(loop("int* a, int n) { \n#define ZERO 0\n for (int i = ZERO; i < n; ++i) if (a[i]) break;").restart);
}

TEST_CASE("an extent is a number where nothing that it names has changed") {
  const auto elements = [](const std::string& text) -> std::string {
    const LoopModel model = loop(text);
    REQUIRE(model.arrays.size() == 1);
    const auto& value = model.arrays[0].extentValue;
    return value ? test::text(model, *value) : "none";
  };
  const std::string find = " for (int i = 0; i < n; ++i) if (a[i]) break;";
  CHECK(elements("[[clustrix::extent(n)]] int* a, int n) {" + find) == "n");
  CHECK(elements("[[clustrix::extent(2 * (n + 1) - m)]] int* a, int n, int m) {" + find) == "2*n - m + 2");
  CHECK(elements("[[clustrix::extent(n)]] int* a, int n) { n += 2;" + find) == "none");
  CHECK(elements("[[clustrix::extent(n)]] int* a, int n) { ++a;" + find) == "none");
  CHECK(elements("[[clustrix::extent(n / 2)]] int* a, int n) {" + find) == "none");
  CHECK(elements("int* a, int n) {" + find) == "none");
  CHECK(elements("std::array<int, 8>& a, int n) {" + find) != "none");
  CHECK(elements("int n) { static int a[9];" + find) == "9");
}

TEST_CASE("what may fail in an iteration that is tried in vain is an effect") {
  const auto fails = [](const std::string& statements) { return hasEffect(body(statements), "search.speculation"); };
  CHECK(fails("if (x / a[i] == 3) break;"));
  CHECK(fails("if (x % a[i] == 3) break;"));
  CHECK(fails("if (a[i] / -1 == 3) break;"));
  CHECK(fails("if ((x << a[i]) == 3) break;"));
  CHECK(fails("if ((x >> 32) == 3) break;"));
  CHECK(fails("int t[3] = {1, 2, 3}; if (t[a[i]] == 3) break;"));
  CHECK_FALSE(fails("if (x / 7 == 3 || x % 3 == 1 || (a[i] >> 4) == 2 || a[i] / 2.5 > 1) break;"));
  CHECK_FALSE(fails("int t[3] = {1, 2, 3}; if (t[2] == a[i]) break;"));
  // What leaves runs only where the loop itself comes to it.
  CHECK_FALSE(fails("if (a[i]) return x / a[i];"));
}

TEST_CASE("an operation with what counts may be tried where it is defined in all iterations") {
  const auto fails = [](const std::string& text) { return hasEffect(loop(text), "search.speculation"); };
  CHECK_FALSE(fails("int n) { for (int j = 2; j < n; ++j) if (n % j == 0) break;"));
  CHECK_FALSE(fails("unsigned long n) { for (int j = 1; j < 99; j += 2) if (n / j == 3) break;"));
  CHECK_FALSE(fails("int n) { for (int j = n; j > 0; --j) if (n % j == 0) break;"));
  CHECK_FALSE(fails("int n, int first) { for (int j = first; j < n; ++j) if (n % j == 0) break;"));
  CHECK_FALSE(fails("int n) { for (int j = 2; j < n; ++j) if (j > n / 3 && n % j == 0) break;"));
  CHECK_FALSE(fails("unsigned n) { for (int j = 0; j < 32; ++j) if (n & (1u << j)) break;"));
  CHECK_FALSE(fails("int n, int x) { for (int j = 0; j < n; ++j) { int y = n; y %= j + 1; if (y == x) break; }"));
  CHECK(fails("int n) { for (int j = 0; j < n; ++j) if (n % j == 0) break;"));
  CHECK(fails("int n) { for (int j = -3; j < n; ++j) if (n % j == 0) break;"));
  CHECK(fails("int n) { for (int j = 2; j < n; ++j) { int d = j; if (n > 5) d = 0; if (n % d == 0) break; }"));
  CHECK(fails("int n) { for (int j = 2; j < n; ++j) if (n << -j == 0) break;"));
}

TEST_CASE("a function's operation is defined where it is in all its calls") {
  const auto calls = [](const std::string& condition) {
    return modelOf(
        "inline int rest(int a, int b) { return a % b; }\n"
        "[[clustrix::cluster]] int f(const int* a, int n) { for (int j = 1; j < n; ++j) "
        "if (" +
        condition + ") return j; return 0; }\n");
  };
  CHECK_FALSE(hasEffect(calls("rest(n, j) == 0 || rest(n, 2 * j) == 1"), "search.speculation"));
  CHECK(hasEffect(calls("rest(n, j) == 0 || rest(n, a[j]) == 1"), "search.speculation"));
}

TEST_CASE("a division in a called function is found") {
  const LoopModel model = modelOf(
      "inline int part(int a, int b) { return a / b; }\n"
      "[[clustrix::cluster]] int f(const int* a, int n) { for (int i = 0; i < n; ++i) "
      "if (part(n, a[i]) == 2) return i; return 0; }\n");
  CHECK(hasEffect(model, "search.speculation"));
}

TEST_CASE("signed arithmetic of iterations that are tried in vain must not overflow") {
  const auto duties = [](const char* leave) {
    return body(std::string("const int k = i * n; if (a[k] > 3) ") + leave).obligations.size();
  };
  CHECK(duties("break;") > duties("continue;"));
}

TEST_CASE("a loop that writes and then fails is rolled back, and one that is searched is not") {
  const LoopModel writes = loop("int* a, int n) { for (int i = 0; i < n; ++i) { if (a[i] < 0) throw i; a[i] = 2; }");
  CHECK(writes.rollsBack);
  REQUIRE(writes.leaves.size() == 1);
  CHECK(bodyText(writes) == "{ if (a[i] < 0) LEAVE; a[i] = 2; }");
  CHECK(writes.loops[0].certain);
  REQUIRE(writes.accesses.size() == 2);
  CHECK(writes.accesses[1].certain);
  CHECK_FALSE(loop("const std::vector<int>& a) { for (auto x : a) if (x < 0) throw x;").rollsBack);
  CHECK_FALSE(loop("int* a, int n) { for (int i = 0; i < n; ++i) { if (a[i] < 0) break; a[i] = 2; }").rollsBack);
  CHECK(loop("const int* a, int n) { for (int i = 0; i < n; ++i) if (a[i] < 0) throw i;").rollsBack);
}

TEST_CASE("a message in front of what never comes back is part of it") {
  const std::string before =
      "#include <cstdio>\n#include <cstdlib>\nvoid fail(int i) { std::printf(\"%d\", i); std::exit(i); }\n";
  const auto of = [&](const std::string& statement) {
    return modelOf(before + "[[clustrix::cluster]] void f(int* a, int n) { for (int i = 0; i < n; ++i) { " + statement +
                   " a[i] = 2; } }\n");
  };
  for (const char* statement : {"if (a[i]) { std::printf(\"bad\"); std::exit(1); }", "if (a[i]) fail(i);",
                                "if (a[i]) std::abort();", "if (a[i]) { a[0] = 5; fail(i); a[1] = 6; }"}) {
    INFO(statement);
    const LoopModel model = of(statement);
    CHECK(model.rollsBack);
    CHECK(model.effects.empty());
    CHECK(bodyText(model).find("LEAVE") != std::string::npos);
  }
  // Where it is not certain that it never comes back, what stands in front of it happens.
  CHECK(hasEffect(of("if (a[i]) { std::printf(\"bad\"); if (i) std::exit(1); }"), "effect.io"));
  CHECK(hasEffect(of("int t = a[i] ? (std::exit(1), 2) : 3; a[i] = t;"), "effect.call"));
}

TEST_CASE("what stands in a row before what never comes back is part of it, and nothing that may go elsewhere") {
  const auto of = [](const std::string& check, const std::string& statement = "check(a[i] > 0, i);") {
    return modelOf("#include <cstdio>\n#include <cstdlib>\nvoid check(bool fine, int i) { " + check +
                   " }\n[[clustrix::cluster]] void f(int* a, int n) { for (int i = 0; i < n; ++i) { " + statement +
                   " a[i] = 2; } }\n");
  };
  for (const char* check : {"if (fine) return; std::printf(\"%d\", i); std::exit(1);",
                            "if (fine) return; int code = i; if (i) code = 2; throw code;",
                            "if (!fine) { std::printf(\"bad\"); std::exit(1); }"}) {
    INFO(check);
    const LoopModel model = of(check);
    CHECK(model.rollsBack);
    CHECK(model.effects.empty());
    CHECK(model.leaves.size() == 1);
  }
  const LoopModel own = of("", "if (a[i] > 0) { a[i] = 3; continue; } std::printf(\"%d\", i); std::abort();");
  CHECK(own.effects.empty());
  CHECK(own.rollsBack);
  CHECK(hasEffect(of("if (fine) return; std::printf(\"%d\", i); if (i) return; std::exit(1);"), "effect.io"));
  CHECK(hasEffect(of("if (fine) return; std::printf(\"%d\", i); goto end; std::exit(1); end: return;"), "effect.io"));
  CHECK(hasEffect(of("if (fine) return; std::printf(\"%d\", i); if (i) std::exit(1);"), "effect.io"));
}

TEST_CASE("an element of the iteration's own that other iterations would not have is not tried in vain") {
  const auto of = [&](const std::string& statement) {
    return loop(
        "int* a, int n) { for (int i = 0; i < n; ++i) { int own[8] = {}, two[2][4] = {}; if (a[i] < 0) throw i; " +
        statement + " a[i] = own[1] + two[1][1]; }");
  };
  for (const char* statement :
       {"for (int j = 0; j < 8; ++j) own[j] = j;", "own[3] = 1;",
        "for (int j = 0; j < 2; ++j) for (int k = 0; k < 4; ++k) two[j][k] = own[2 * j + k];"}) {
    INFO(statement);
    CHECK(of(statement).effects.empty());
  }
  for (const char* statement : {"own[a[i]] = 1;", "own[i] = 1;", "for (int j = 0; j < a[i]; ++j) own[j] = 1;",
                                "two[a[i]][0] = 1;", "two[1][a[i] & 7] = 1;"}) {
    INFO(statement);
    CHECK(hasEffect(of(statement), "search.speculation"));
  }
}

TEST_CASE("a message that not every iteration prints rolls the launch back, and one that all print is output") {
  const auto of = [](const std::string& statement) {
    return modelOf("#include <cstdio>\n[[clustrix::cluster]] void f(int* a, int n) { for (int i = 0; i < n; ++i) { " +
                   statement + " a[i] = 2; } }\n");
  };
  const LoopModel model =
      of("switch (a[i]) { case 1: a[i] = 5; break; default: std::fprintf(stderr, \"%d\", i); break; }");
  CHECK(model.rollsBack);
  CHECK(model.effects.empty());
  REQUIRE(model.leaves.size() == 1);
  CHECK(model.leaves[0].code == "effect.io");
  CHECK(of("if (a[i] < 0) std::fprintf(stderr, \"%d\", i);").effects.empty());
  CHECK(hasEffect(of("std::fprintf(stderr, \"%d\", i);"), "effect.io"));
  CHECK(hasEffect(of("if (a[i] < 0) std::printf(\"%d\", i);"), "effect.io"));
  CHECK(hasEffect(of("if (a[i] < 0) std::fprintf(stderr, \"%d\", i); if (a[i] == 7) break;"), "effect.io"));
}

TEST_CASE("a check through an object's own function is rolled back, since no search has the function") {
  const LoopModel model = modelOf(
      "#include <vector>\nclass D { public: double& v(int i) { return m_v[i]; } private: std::vector<double> m_v; };\n"
      "[[clustrix::cluster]] void check(D& d, int n) { for (int i = 0; i < n; ++i) if (d.v(i) <= 0) throw i; }\n");
  CHECK(model.rollsBack);
  CHECK(model.effects.empty());
}

TEST_CASE(
    "a function that may not come back comes back with nothing, and what is known of it is known in no iteration") {
  const auto of = [](const std::string& functions, const std::string& statements) {
    return modelOf("#include <cstdlib>\n#include <cstdio>\n" + functions +
                   " [[clustrix::cluster]] void f(int* a, const int* b, int n) { for (int i = 0; i < n; ++i) { " +
                   statements + " } }\n");
  };
  const std::string checked = "int checked(int x) { if (x < 0) { std::printf(\"bad\"); std::exit(1); } return x; }";
  const LoopModel model = of(checked, "a[i] = checked(b[i]); a[i] += checked(2);");
  CHECK(model.rollsBack);
  CHECK(model.effects.empty());
  REQUIRE(model.leaves.size() == 1);
  CHECK(model.leaves[0].message == "'exit' never comes back");
  REQUIRE(model.kernel.functions.size() == 1);
  REQUIRE(model.kernel.functions[0].body.size() == 3);
  CHECK(model.kernel.functions[0].body[1].kind == BodyPiece::Leave);
  // The subscript may be that of an iteration that goes on.
  const LoopModel index = of(checked, "a[checked(i)] = 1;");
  REQUIRE(index.accesses.size() == 1);
  CHECK_FALSE((index.accesses[0].index && *index.accesses[0].index == Polynomial::symbol(index.loops[0].counter)));
  CHECK(of("void deep(int x) { if (x > 9) throw x; } void outer(int x) { deep(x + 1); }", "outer(b[i]); a[i] = 1;")
            .kernel.functions.size() == 2);
}

TEST_CASE("a function that cannot come back with nothing, or that no kernel repeats, keeps its exception") {
  const auto of = [](const std::string& functions, const std::string& statements) {
    return modelOf(functions + " [[clustrix::cluster]] void f(int* a, const int* b, int n) { for (int i = 0; i < n; " +
                   "++i) { " + statements + " } }\n");
  };
  CHECK(hasEffect(of("const int& of(const int& x) { if (x < 0) throw 1; return x; }", "a[i] = of(b[i]);"),
                  "effect.exception"));
  CHECK(hasEffect(of("struct S { int v; S(int x) : v(x) { if (x < 0) throw 1; } };", "S s(b[i]); a[i] = s.v;"),
                  "effect.exception"));
  CHECK(hasEffect(of("", "auto g = [](int x) { if (x < 0) throw 1; return x; }; a[i] = g(b[i]);"), "effect.exception"));
  // A function that returns in some cases is no way out.
  const LoopModel returns =
      of("int g(int x) { if (x < 0) { if (x < -5) return 7; throw 1; } return x; }", "a[i] = g(b[i]);");
  REQUIRE(returns.kernel.functions.size() == 1);
  std::string text;
  for (const BodyPiece& piece : returns.kernel.functions[0].body)
    text += piece.kind == BodyPiece::Leave ? (piece.index == 1 ? "{LEAVE}" : "LEAVE") : piece.text;
  CHECK(text == "{ if (x < 0) { if (x < -5) return 7; LEAVE; } return x; }");
}

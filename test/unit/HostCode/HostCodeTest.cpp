#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

const HostNode* find(const HostNode& node, const SourceUnit& unit, const std::string& text, HostNode::Kind kind) {
  const bool here = node.kind == kind && node.end > node.begin && unit.text.compare(node.begin, text.size(), text) == 0;
  if (here) return &node;
  for (const HostNode& child : node.children)
    if (const HostNode* found = find(child, unit, text, kind)) return found;
  return nullptr;
}

/// The piece of code that begins with `text`, in the last annotated function.
HostNode codeAt(const SourceUnit& unit, const std::string& text) {
  INFO(text);
  REQUIRE(!unit.functions.empty());
  const HostCode& code = unit.functions.back().hostCode;
  INFO(code.problem);
  REQUIRE(code.problem.empty());
  const HostNode* found = find(code.body, unit, text, HostNode::Code);
  REQUIRE(found);
  return *found;
}

std::string words(const HostEffect& touch) {
  if (touch.anything) return "anything";
  std::string text;
  for (const std::string& place : touch.reads) text += "reads " + place + "; ";
  for (const std::string& place : touch.writes) text += "writes " + place + "; ";
  if (touch.lends >= 0) text += "lends " + std::to_string(touch.lends) + "; ";
  return text;
}

const std::string head = R"(
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>
void unknown(double*);
void keep(const double&);
double number();
double g;
struct Box { double values[4]; double* data; int flag : 3; };
)";

std::string function(const std::string& body) {
  const std::string twoLoops = "for (int k = 0; k < n; ++k) a[k] = 0;\nfor (int k = 0; k < n; ++k) b[k] = 0;\n";
  return head + "[[clustrix::cluster]] void f(double* a, double* b, int n, Box& box, std::vector<double>& v) {\n" +
         body + "\n" + twoLoops + "}\n";
}

std::string touched(const std::string& statement, const std::string& before = "") {
  return words(codeAt(parse(function(before + "\n" + statement)), statement).touch);
}

int lifetimes(const HostNode& node) {
  int count = node.kind == HostNode::Lifetime ? 1 : 0;
  for (const HostNode& child : node.children) count += lifetimes(child);
  return count;
}

/// The variables of lifetimes that end with their own memory alone.
std::string owners(const HostNode& node) {
  std::string found = node.owner.empty() ? "" : node.owner + " ";
  for (const HostNode& child : node.children) found += owners(child);
  return found;
}
std::string ownersIn(const std::string& body) { return owners(parse(function(body)).functions[0].hostCode.body); }

int lifetimesIn(const std::string& body) { return lifetimes(parse(function(body)).functions[0].hostCode.body); }

std::string problemOf(const std::string& text) { return parse(text).functions.back().hostCode.problem; }

}  // namespace

TEST_CASE("arrays, plain objects and vectors of plain elements end with what they own, unless a caller gets it") {
  CHECK(ownersIn("double w[4]; std::vector<double> v2(n); Box one; one.data = w; std::vector<Box> boxes;") ==
        "w v2 one boxes ");
  CHECK(ownersIn("int out; int* p = &out;") == "out ");
  CHECK(ownersIn("std::vector<std::vector<double>> rows;") == "");
  CHECK(ownersIn("double w[4], u[4];") == "");
  CHECK(ownersIn("double w[n][4];") == "");
  CHECK(ownersIn("std::vector<double> w(n); if (n > 3) return (void)w.swap(v);") == "");
  CHECK(ownersIn("std::vector<bool> bits(n);") == "");
}

TEST_CASE("what stays in registers and headers of containers touches nothing") {
  CHECK(touched("std::swap(a, b);") == "");
  CHECK(touched("a += n * 2;") == "");
  CHECK(touched("a = &b[n];") == "");
  CHECK(touched("const int m = static_cast<int>(v.size()) - n;") == "");
  CHECK(touched("double* p = v.data() + n;") == "");
  CHECK(touched("v.swap(w);", "std::vector<double> w(n, 0.5);") == "");
  CHECK(touched("std::vector<double> w(n, 0.5);") == "");
  CHECK(touched("x = std::fmax(x, std::sqrt(0.5 * n));", "double x = 1;") == "");
  CHECK(touched("std::printf(\"%d %g\\n\", n, 0.5);") == "");
  CHECK(touched("a = std::exchange(b, a);") == "");
  CHECK(touched("n = table[n & 1];", "static const int table[2] = {1, 2};") == "");
}

TEST_CASE("places that are surely there are named, those that others need first") {
  CHECK(touched("x = b[0];", "double x = 1;") == "reads b[0]; ");
  CHECK(touched("a[n - 1] = b[0] * 2;") == "reads b[0]; writes a[n - 1]; ");
  CHECK(touched("a[0] += 1;") == "writes a[0]; ");
  CHECK(touched("a[0] = a[0] + b[0];") == "reads b[0]; writes a[0]; ");
  CHECK(touched("box.data = box.data + static_cast<int>(box.data[0]);") ==
        "reads box.data; reads box.data[0]; writes box.data; ");
  CHECK(touched("if (++n > 3 && (n -= 2) > 1) return;") == "");
  CHECK(touched("double x = box.data[n];") == "reads box.data; reads box.data[n]; ");
  CHECK(touched("v[n] = v.back();") == "reads v.back(); writes v[n]; ");
  CHECK(touched("double y = g + v[0];") == "reads g; reads v[0]; ");
  CHECK(touched("std::swap(box.data, other.data);", "Box& other = box;") == "writes other.data; writes box.data; ");
  CHECK(touched("return (void)(a[0] + 1);") == "reads a[0]; ");
  CHECK(touched("double y = std::max(a[0], b[0]);") == "reads a[0]; reads b[0]; ");
  CHECK(touched("Box copy = box;") == "reads box; ");
}

TEST_CASE("what may not be there, or may be another place by then, is anything") {
  CHECK(touched("bool is = n > 0 && a[n] > 0;") == "anything");
  CHECK(touched("double y = n > 0 ? a[n] : 0;") == "anything");
  CHECK(touched("a[i] = i++;", "int i = 0;") == "anything");
  CHECK(touched("double y = a[n++];") == "anything");
  CHECK(touched("int m = 3; double y = a[m];") == "");  // the first declaration alone
  CHECK(touched("int m = 3, k = static_cast<int>(a[m]);") == "anything");
  CHECK(touched("g = 1, a[0] = 2;") == "anything");
  CHECK(touched("int flag = box.flag;") == "anything");
  CHECK(touched("a[static_cast<int>(number())] = 1;") == "anything");
}

TEST_CASE("calls of what nobody knows, and what frees memory, are anything") {
  CHECK(touched("unknown(a);") == "anything");
  CHECK(touched("delete[] a;") == "anything");
  CHECK(touched("v.resize(n);") == "anything");
  CHECK(touched("v = std::move(w);", "std::vector<double> w(n);") == "anything");
  CHECK(touched("std::vector<double>(n).swap(v);") == "anything");
  CHECK(touched("std::vector<double> w(a, a + n);") == "anything");
  CHECK(touched("std::vector<double> w = v;") == "anything");
  CHECK(touched("std::vector<std::vector<double>> rows(n);") == "anything");
  CHECK(touched("std::printf(\"%s\\n\", text);", "char text[4] = \"abc\";") == "anything");
  CHECK(touched("std::printf(\"%g\\n\", a[n] > 0 ? a[n] : 0.0);") == "anything");
}

TEST_CASE("a local variable whose address gets out is a place in memory") {
  CHECK(touched("n += static_cast<int>(x);", "double x = 0;\nunknown(&x);") == "reads x; ");
  CHECK(touched("x = 1;", "double x = 0;\nauto change = [&] { x = 2; };") == "writes x; ");
  CHECK(touched("x = 1;", "double x = 0;\ndouble& r = x;") == "writes x; ");
  CHECK(touched("x = 1;", "double x = 0;\nkeep(x);") == "writes x; ");
  CHECK(touched("x = 1;", "double x = 0;\nauto use = [x] { return x; };") == "");
  CHECK(touched("x = 1;", "double x = std::max(0.5, g);\nstd::max(x, 2.0);") == "");
}

TEST_CASE("what a lambda captures without naming it is read by its name") {
  const std::string escapes = "keep(number()); double x = 0; keep(x); unknown(&x);";
  CHECK(touched("const auto f = [=] { return x; };", escapes) == "reads x; ");
  CHECK(touched("const auto f = [=, y = 1] { return x; };", escapes) == "reads x; ");
  CHECK(touched("const auto f = [x] { return x; };", escapes) == "reads x; ");
  CHECK(touched("const auto f = [=](auto y) { return x + y; };", escapes) == "reads x; ");
}

TEST_CASE("a direct call of an annotated function lends, and nothing else may happen behind it") {
  const std::string other = head +
                            "[[clustrix::cluster]] double total(double* a, int n) {\n"
                            "  double s = 0;\n  for (int i = 0; i < n; ++i) s += a[i];\n  return s;\n}\n";
  const auto touchedBy = [&](const std::string& statement) {
    return words(codeAt(parse(other + "[[clustrix::cluster]] void f(double* a, int n, Box& box) {\n  double x = 0;\n" +
                              statement + "\n}\n"),
                        statement)
                     .touch);
  };
  CHECK(touchedBy("total(a, n);") == "lends 0; ");
  CHECK(touchedBy("x = 2 * total(a + 1, n - 1);") == "lends 0; ");
  CHECK(touchedBy("x += total(box.data, n);") == "reads box.data; lends 0; ");
  CHECK(touchedBy("return (void)total(a, n);") == "lends 0; ");
  CHECK(touchedBy("a[0] = total(a, n);") == "anything");
  CHECK(touchedBy("x = total(a, n) + a[0];") == "anything");
  CHECK(touchedBy("x = total(a, n) + total(a, n);") == "anything");
  CHECK(touchedBy("x = total(a, total(a, n));") == "anything");
  CHECK(touchedBy("bool is = n > 0 && total(a, n) > 0;") == "anything");
  CHECK(touchedBy("static double once = total(a, n);") == "anything");
  CHECK(touchedBy("x = total(std::vector<double>(n).data(), n);") == "anything");
}

TEST_CASE("a virtual function may be another one") {
  const SourceUnit unit = parse(head +
                                "struct S { [[clustrix::cluster]] virtual void step(double* a, int n) {\n"
                                "  for (int i = 0; i < n; ++i) a[i] = 0;\n  for (int i = 0; i < n; ++i) a[i] += 1;\n}\n"
                                "[[clustrix::cluster]] void run(double* a, int n) {\n  step(a, n);\n} };\n");
  CHECK(codeAt(unit, "step(a, n);").touch.anything);
}

TEST_CASE("a lifetime follows what owns memory or lends its own") {
  CHECK(lifetimesIn("std::vector<double> w(n);") == 1);
  CHECK(lifetimesIn("double w[8];") == 1);
  CHECK(lifetimesIn("Box w = box, x = box;") == 1);
  CHECK(lifetimesIn("double x = 0; unknown(&x);") == 1);
  CHECK(lifetimesIn("const Box& r = Box{};") == 1);
  CHECK(lifetimesIn("int i = 0; double* p = a; double x = n; static double w[8];") == 0);
  CHECK(lifetimesIn("double& r = a[0]; auto l = [&] { return r; };") == 0);
  CHECK(lifetimesIn("try { unknown(a); } catch (const double& e) { unknown(b); }") == 1);
  CHECK(lifetimes(parse("[[clustrix::cluster]] void f(struct P p, int n);\nstruct P { double v[4]; };\n"
                        "[[clustrix::cluster]] void f(P p, int n) {\n"
                        "  for (int t = 0; t < n; ++t)\n    for (int i = 0; i < 4; ++i) p.v[i] = t;\n}\n")
                      .functions[0]
                      .hostCode.body) == 1);
}

TEST_CASE("conditions and steps of loops are put in parentheses, in the text's own terms") {
  const SourceUnit unit = parse(function("while (a[0] > g)\n  for (int i = 0; i < n; ++b[0]) { unknown(a); }\n"));
  const HostNode condition = codeAt(unit, "a[0] > g");
  CHECK(condition.expression);
  CHECK(unit.text.substr(condition.begin, condition.end - condition.begin) == "a[0] > g");
  CHECK(words(condition.touch) == "reads a[0]; reads g; ");
  const HostNode step = codeAt(unit, "++b[0]");
  CHECK(step.expression);
  CHECK(words(step.touch) == "writes b[0]; ");
  const HostNode* loop = find(unit.functions[0].hostCode.body, unit, "for (int i", HostNode::Loop);
  REQUIRE(loop);
  CHECK(loop->sole);
  CHECK(loop->loop == 1);
}

TEST_CASE("a statement without braces is the whole of its branch") {
  const SourceUnit unit = parse(function("if (n > 1)\n  a[0] = 1;\nelse if (n > 0)\n  a[1] = 2;\nb[0] = 3;"));
  CHECK(codeAt(unit, "a[0] = 1;").sole);
  CHECK(codeAt(unit, "a[1] = 2;").sole);
  CHECK(codeAt(unit, "if (n > 0)").sole);
  CHECK_FALSE(codeAt(unit, "if (n > 1)").sole);
  CHECK_FALSE(codeAt(unit, "b[0] = 3;").sole);
  const HostNode branch = codeAt(unit, "a[1] = 2;");
  CHECK(unit.text.substr(branch.begin, branch.end - branch.begin) == "a[1] = 2;");
}

TEST_CASE("a loop over values reads them behind each iteration") {
  const SourceUnit values = parse(function("for (double x : v) { a[0] = x; }"));
  const HostNode* loop = find(values.functions[0].hostCode.body, values, "for (double", HostNode::Loop);
  REQUIRE(loop);
  CHECK(loop->touch.anything);
  CHECK(lifetimes(*loop) == 1);
  const SourceUnit places = parse(function("for (double& x : v) { x = n; }"));
  const HostNode* other = find(places.functions[0].hostCode.body, places, "for (double", HostNode::Loop);
  REQUIRE(other);
  CHECK(other->touch.nothing());
  CHECK(lifetimes(*other) == 0);
}

TEST_CASE("text of macros cannot be repeated, and what is on both sides of a brace cannot be told") {
  const std::string macros = "#define FIRST a[0]\n#define BOTH a[0] = 1; a[1] = 2\n";
  const auto unitOf = [&](const std::string& body) { return parse(macros + function(body)); };
  CHECK(words(codeAt(unitOf("double y = FIRST;"), "double y").touch) == "anything");
  CHECK(words(codeAt(unitOf("BOTH;"), "BOTH").touch) == "anything");
  CHECK_FALSE(problemOf(macros + function("if (n > 1) BOTH;")).empty());
}

TEST_CASE("a mark stands in front of attributes and pragmas, and of the conditions around them") {
  const SourceUnit unit = parse(
      function("  [[maybe_unused]] double x = a[0];\n#pragma omp simd\n  for (int i = 0; i < n; ++i) unknown(a);"));
  CHECK(codeAt(unit, "[[maybe_unused]]").touch.reads.size() == 1);
  CHECK(find(unit.functions[0].hostCode.body, unit, "#pragma omp simd", HostNode::Loop) != nullptr);
  CHECK(problemOf(function("#if 1\n#pragma omp simd\n#endif\n  for (int i = 0; i < n; ++i) unknown(a);")).empty());
}

TEST_CASE("functions whose statements run in no order that the text shows have no host code") {
  CHECK_FALSE(problemOf(function("again: unknown(a); if (n--) goto again;")).empty());
  CHECK_FALSE(problemOf(function("double* p = (double*)__builtin_alloca(8); unknown(p);")).empty());
  CHECK_FALSE(problemOf("#include <csetjmp>\n" + function("static std::jmp_buf place; if (setjmp(place)) unknown(a);"))
                  .empty());
  CHECK_FALSE(problemOf(head + "[[clustrix::cluster]] void f(double* a) try { unknown(a); } catch (...) {}\n").empty());
  CHECK_FALSE(problemOf("void g(double* a, int n) { auto f = [=]() [[clustrix::cluster]] {\n"
                        "for (int i = 0; i < n; ++i) a[i] = 0; }; f(); }\n")
                  .empty());
  CHECK(problemOf(function("unknown(a);")).empty());
}

TEST_CASE("declarations in the block of a switch make it one piece") {
  const SourceUnit unit =
      parse(function("switch (n) { case 1: unknown(a); break; default: double w[4]; unknown(w); }"));
  CHECK(codeAt(unit, "switch").touch.anything);
  const SourceUnit plain = parse(function("switch (n) { case 1: unknown(a); break; default: a[0] = 1; }"));
  CHECK(codeAt(plain, "switch").touch.nothing());
  CHECK(words(codeAt(plain, "a[0] = 1;").touch) == "writes a[0]; ");
}

TEST_CASE("a call that is a loop by its specification is that loop, and all of its statement") {
  const SourceUnit unit = parse(function("if (n > 0)\n  std::fill(a, a + n, 0.5);\ndouble x = b[0];"));
  const HostNode* loop = find(unit.functions[0].hostCode.body, unit, "std::fill(", HostNode::Loop);
  REQUIRE(loop);
  CHECK(loop->loop == 0);
  CHECK(loop->sole);
  CHECK(unit.text.substr(loop->begin, loop->end - loop->begin) == "std::fill(a, a + n, 0.5);");
  CHECK(words(codeAt(unit, "double x").touch) == "reads b[0]; ");
}

TEST_CASE("instantiations share their marks where they agree") {
  const std::string text =
      "template <class T> [[clustrix::cluster]] void f(T* a, int n) {\n"
      "  a[0] = a[1];\n  for (int t = 0; t < n; ++t)\n"
      "    for (int i = 0; i < n; ++i) a[i] = a[i];\n}\n"
      "struct W { double v; W& operator=(const W&); };\n"
      "template void f<double>(double*, int);\n";
  CHECK(words(codeAt(parse(text), "a[0] = a[1];").touch) == "reads a[1]; writes a[0]; ");
  CHECK(codeAt(parse(text + "template void f<W>(W*, int);\n"), "a[0] = a[1];").touch.anything);
}

TEST_CASE("a function of one loop has host code, since another one or the program may leave arrays to it") {
  const auto problems = [](const std::string& text) {
    std::vector<bool> told;
    for (const AnnotatedFunction& function : parse(text).functions) told.push_back(function.hostCode.problem.empty());
    return told;
  };
  const std::string fill =
      "[[clustrix::cluster]] void fill(double* a, int n) { for (int i = 0; i < n; ++i) a[i] = 0; }\n";
  const std::string caller = "[[clustrix::cluster]] void both(double* a, int n) { fill(a, n); }\n";
  CHECK(problems(fill) == std::vector{true});
  CHECK(problems(fill + caller) == std::vector{true, true});
  CHECK(problems(fill + "void plain(double* a, int n) { fill(a, n); }\n") == std::vector{true});
  CHECK(problems("[[clustrix::cluster]] void steps(double* a, int n) {\n  for (int t = 0; t < n; ++t)\n"
                 "    for (int i = 0; i < n; ++i) a[i] = t;\n}\n" +
                 fill) == std::vector{true, true});
  CHECK(problems("[[clustrix::cluster]] void none(double* a) { a[0] = 1; }\n") == std::vector{false});
}

TEST_CASE("where clustrix is something else, no statement of ours can be put") {
  const std::string loop = "[[clustrix::cluster]] void f(int* a, int n) { for (int i = 0; i < n; ++i) a[i] = 1; }\n";
  CHECK(parse("namespace my {\n" + loop + "}\n").functions.at(0).hostCode.begin > 0);
  CHECK(parse("namespace my { namespace clustrix { int x; }\n" + loop + "}\n").functions.at(0).hostCode.begin == 0);
}

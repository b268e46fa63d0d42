#include "Splice/Helpers.h"

#include "Helpers.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

std::string problem(const std::string& text, const std::string& name = "f") { return eos(text).helper(name).problem; }

}  // namespace

TEST_CASE("a function has its text, its place and what stands around it") {
  const std::string text = "namespace eos {\ninline namespace v2 {\ndouble f(double x) { return x; }\n}\n}\n";
  const Helper f = eos(text).helper("eos::f");
  CHECK(f.problem.empty());
  CHECK(f.symbol == "_ZN3eos2v21fEd");
  CHECK(f.file == "eos.cpp");
  CHECK(f.line == 3);
  CHECK(f.text == "double f(double x) { return x; }");
  CHECK(text.substr(f.begin, f.end - f.begin) == f.text);
  CHECK(text[f.body - 1] == '{');
  CHECK(f.scopes == std::vector<std::string>{"namespace eos", "inline namespace v2"});
  CHECK_FALSE(f.isInternal);
  CHECK_FALSE(f.fingerprint.empty());
}

TEST_CASE("what its text needs of its own source comes with it") {
  const Sources sources =
      eos("#include <cmath>\n#define TWICE(x) ((x) * FACTOR)\n#define FACTOR 2\n#define OTHER 1\n"
          "namespace n { using namespace std; double g(double); }\nusing std::fabs;\n"
          "static double half(double x) { return x / 2; }\nnamespace { constexpr float k = 0.1f; }\n"
          "double f(double x) { return TWICE(fabs(x)) + half(x) * k; }\n");
  const Helper f = sources.helper("f");
  CHECK(f.problem.empty());
  CHECK(f.includes == std::vector<std::string>{"cmath"});
  CHECK(f.macros == std::vector<std::string>{"TWICE(x) ((x) * FACTOR)", "FACTOR 2"});
  CHECK(f.usings == std::vector<std::string>{"using ::std::fabs;"});
  CHECK(std::find(f.needs.begin(), f.needs.end(), sources.helper("half").symbol) != f.needs.end());
  const Helper k = sources.helper("(anonymous namespace)::k");
  CHECK(std::find(f.needs.begin(), f.needs.end(), k.symbol) != f.needs.end());
  CHECK(k.kind == Helper::Kind::Constant);
  CHECK(k.text == "static const float k = 0.1f;");
  CHECK(k.isInternal);
  CHECK(sources.helper("half").isInternal);
}

TEST_CASE("constants have their values to the last bit") {
  const auto text = [](const std::string& declaration) {
    return eos(declaration + "\ndouble f(double x) { return x + c; }\n").helper("c").text;
  };
  CHECK(text("const double c = 1.0 / 3;") == "static const double c = 0.3333333333333333;");
  CHECK(text("const double c = 5;") == "static const double c = 5.0;");
  CHECK(text("constexpr unsigned long c = ~0UL;") == "static const unsigned long c = 18446744073709551615u;");
  CHECK(text("const int c = -7;") == "static const int c = -7;");
  CHECK(text("const float c = 1e-20f;") == "static const float c = 1e-20f;");
}

TEST_CASE("members are helpers, as they are defined behind their class") {
  const Helper f = Sources({{"gas.h", "struct Gas { double k; double f(double x) const; };\n"},
                            {"eos.cpp", "#include \"gas.h\"\ndouble Gas::f(double x) const { return k * x; }\n"}})
                       .helper("Gas::f");
  CHECK(f.problem.empty());
  CHECK(f.text == "double Gas::f(double x) const { return k * x; }");
}

TEST_CASE("what can be no other source's says why") {
  CHECK(problem("double f(double x) { static int n = 0; return x + ++n; }\n") == "it has the static variable 'n'");
  CHECK(problem("static double s = 1;\ndouble f(double x) { return x * s; }\n") ==
        "it has the variable 's', which is the source's own");
  CHECK(problem("struct Own { double x; };\ndouble f(double x) { Own own{x}; return own.x; }\n") ==
        "it has a type of the source's own, 'Own'");
  CHECK(problem("inline double f(double x) { return x; }\n") == "it is inline; define it in a header");
  CHECK(problem("constexpr double f(double x) { return x; }\n") == "it is constexpr; define it in a header");
  CHECK(problem("double f(double x, ...) { return x; }\n") == "it takes any arguments");
  CHECK(problem("__attribute__((weak)) double f(double x) { return x; }\n") == "it has attributes");
  CHECK(problem("#define HEAD double f(double x)\nHEAD { return x; }\n") == "a macro stands for a part of its head");
  CHECK(problem("double f(double x) { return [=] { return x; }(); }\n").find("it has ") == 0);
  CHECK(problem("double f(double x) { asm(\"\"); return x; }\n").find("it has what has no form to compare") == 0);
  CHECK(problem("int main() { return 0; }\n", "main") == "it is the program's main");
  CHECK(problem("#define A 1\ndouble f(double x) {\n  x += A;\n#undef A\n#define A 2\n  return x + A;\n}\n") ==
        "the macro 'A' means two things in it");
}

TEST_CASE("an annotated function is one for others, without its attribute") {
  const std::string body = "{ double s = 0; for (int k = 0; k < 9; ++k) s += x; return s; }";
  const Helper f = eos("[[clustrix::cluster]]\ndouble f(double x) " + body + "\n").helper("f");
  CHECK(f.problem.empty());
  CHECK(f.text == "double f(double x) " + body);
  CHECK(f.line == 2);
  CHECK(problem("double f [[clustrix::cluster]] (double x) " + body + "\n") ==
        "its attribute stands inside of its declaration; put it in front");
}

TEST_CASE("a source that does anything before main has nothing for others") {
  const std::string f = "double f(double x) { return x; }\n";
  CHECK(problem("#include <vector>\nstatic const std::vector<int> all(3);\n" + f).find("its source has to run 'all'") ==
        0);
  CHECK(problem("int g(); int n = g();\n" + f).find("its source has to run 'n'") == 0);
  CHECK(problem("__attribute__((constructor)) static void first() {}\n" + f).find("its source has to run 'first'") ==
        0);
  CHECK(problem("static int counter = 5; const char* name = \"a\";\n" + f).empty());
}

TEST_CASE("templates are their users', and have no entry") {
  const auto all = eos("template <class T> T g(T x) { return x; }\ndouble f(double x) { return g(x); }\n").helpers();
  CHECK(std::none_of(all.begin(), all.end(), [](const Helper& one) { return one.name == "g"; }));
}

TEST_CASE("where attributes have to stand elsewhere for Clang, places are those of the file") {
  const std::string text =
      "void g(int* a) {\n  auto each = [] [[clustrix::cluster]] (int* b) { for (int i = 0; i < 9; ++i) b[i] = i; };\n"
      "  each(a);\n}\ndouble f(double x) { return x; }\n";
  const Helper f = eos(text).helper("f");
  CHECK(f.problem.empty());
  CHECK(text.substr(f.begin, f.end - f.begin) == "double f(double x) { return x; }");
  CHECK(f.line == 5);
}

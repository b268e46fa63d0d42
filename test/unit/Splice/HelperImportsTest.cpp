#include "Splice/HelperImports.h"

#include "Helpers.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

FrontendResult readWith(const std::string& eos, const std::string& heat, const std::vector<std::string>& flags = {}) {
  return Sources({{"eos.cpp", eos}, {"heat.cpp", heat}}).read(flags);
}

const std::string plain = "double f(double x) { return x + 1; }\n";

}  // namespace

TEST_CASE("a function of another source stands in front of the first that is rewritten, and places are its file's") {
  const FrontendResult result = readWith("\n" + plain, "int before;\n" + caller);
  CHECK(isSeen(result));
  CHECK(result.unit->text ==
        "int before;\ndouble f(double x);\n#line 2 \"eos.cpp\"\ninline double f(double x) { return x + 1; }\n"
        "#line 3 \"heat.cpp\"\n" +
            caller.substr(caller.find('\n') + 1));
  CHECK(result.unit->functions[0].at == SourcePoint{"heat.cpp", 3, 28});
  CHECK(result.unit->functions[0].loops[0].at == SourcePoint{"heat.cpp", 4, 3});
  CHECK(result.unit->fileLine(6) == 3);
  REQUIRE(result.unit->files().size() == 2);
  CHECK(result.unit->files()[1].path == "eos.cpp");
  CHECK(std::count(result.unit->dependencies.begin(), result.unit->dependencies.end(), "eos.cpp") == 1);
  CHECK(result.diagnostics.empty());
}

TEST_CASE("a source that calls none of them is what it was") {
  const std::string heat =
      "[[clustrix::cluster]] void step(double* a, int n) {\n  for (int i = 0; i < n; ++i) a[i] = i;\n}\n";
  CHECK(readWith(plain, heat).unit->text == heat);
  CHECK(readWith(plain, heat + "double f(double);\ndouble other() { return f(1); }\n").unit->files().size() == 1);
}

TEST_CASE("what a helper needs comes along, in scopes, with macros that are put back") {
  const FrontendResult result = readWith(
      "#include <cmath>\n#define TWICE(x) ((x) * 2)\nusing namespace std;\nconst double tiny = 1e-9;\n"
      "namespace { double half(double x) { return TWICE(x) / 4; } }\n"
      "double f(double x) { return half(sqrt(x)) + tiny; }\n",
      "#define TWICE(x) (x)\n" + caller + "double mine(double x) { return TWICE(x); }\n");
  CHECK(isSeen(result));
  const std::string& text = result.unit->text;
  for (const char* part :
       {"#include <cmath>\n", "#line 4 \"eos.cpp\"\nstatic const double tiny = 1e-09;\n",
        "#pragma push_macro(\"TWICE\")\n#undef TWICE\n#define TWICE(x) ((x) * 2)\nnamespace {\n#line 5 \"eos.cpp\"\n"
        "double half(double x) { using namespace ::std; return TWICE(x) / 4; }\n}\n#undef TWICE\n"
        "#pragma pop_macro(\"TWICE\")\n",
        "inline double f(double x) { using namespace ::std; return half(sqrt(x)) + tiny; }\n"}) {
    INFO(text << "\nlacks " << part);
    CHECK(text.find(part) != std::string::npos);
  }
}

TEST_CASE("helpers are found through functions of headers and through other helpers") {
  const Sources sources(
      {{"eos.h",
        "#pragma once\ndouble f(double); double g(double);\n"
        "inline double through(double x) { return f(x); }\n"},
       {"eos.cpp", "#include \"eos.h\"\ndouble g(double x) { return x; }\ndouble f(double x) { return g(x); }\n"},
       {"heat.cpp",
        "#include \"eos.h\"\n[[clustrix::cluster]] void step(double* a, int n) {\n"
        "  for (int i = 0; i < n; ++i) a[i] = through(a[i]);\n}\n"}});
  CHECK(isSeen(sources.read()));
}

TEST_CASE("a copy of an annotated function is not rewritten itself") {
  const FrontendResult result = readWith(
      "[[clustrix::cluster]] double f(double x) {\n  double s = 0;\n  for (int k = 0; k < 9; ++k) s += x;\n  return "
      "s;\n}\n",
      caller);
  CHECK(isSeen(result));
  CHECK(result.unit->functions.size() == 1);
}

TEST_CASE("functions that call each other are taken once") {
  const FrontendResult result = readWith(
      "double g(double x);\ndouble f(double x) { return x > 0 ? g(x - 1) : x; }\ndouble g(double x) { return f(x - 1); "
      "}\n",
      "double g(double x);\n" + caller);
  REQUIRE(result.unit);
  CHECK(result.unit->text.find("inline double g(double x) { return f(x - 1); }") != std::string::npos);
}

TEST_CASE("a helper that would mean something else here is left where it is") {
  const auto remark = [](const FrontendResult& result, const std::string& why) {
    CHECK_FALSE(isSeen(result));
    CHECK(result.unit->text.find("#line") == std::string::npos);
    INFO(result.diagnostics);
    CHECK(result.diagnostics.find("eos.cpp:") == 0);
    CHECK(result.diagnostics.find("remark: loops elsewhere cannot see 'f': " + why) != std::string::npos);
  };
  // Another overload fits better here.
  remark(readWith("double g(double);\ndouble f(double x) { return g(1); }\n",
                  "double g(double); double g(int);\n" + caller),
         "it would mean something else in 'heat.cpp' [clustrix-helper]");
  remark(readWith("extern double k;\ndouble f(double x) { return x * k; }\n", "const double k = 3;\n" + caller),
         "it would mean something else in 'heat.cpp' [clustrix-helper]");
  remark(readWith("enum Kind { one, two };\ndouble f(double x) { return x + two; }\n",
                  "constexpr int two = 2;\n" + caller),
         "it has a type of the source's own, 'enum Kind' [clustrix-helper]");
  remark(readWith("typedef double real;\nreal f(real x) { return x; }\n", caller),
         "in 'heat.cpp': unknown type name 'real'");
  remark(readWith("double f(double x) { static int n = 0; return x + ++n; }\n", caller),
         "it has the static variable 'n'");
}

TEST_CASE("flags of the caller that compute otherwise leave it where it is") {
  const Sources sources({{"eos.cpp", plain}, {"heat.cpp", caller}});
  CHECK(isSeen(sources.read(sources.helpers())));
  CHECK_FALSE(isSeen(sources.read(sources.helpers("eos.cpp", {"-ffast-math"}))));
}

TEST_CASE("the source itself must mean what it did: its own overloads, macros and templates") {
  const std::string text =
      "#include <cmath>\nstatic double clip(double x, double y) { return x < y ? x : std::fabs(y); }\n"
      "double f(double x) { return clip(x, 1); }\n";
  const auto left = [&](const std::string& heat) {
    const FrontendResult result = readWith(text, heat);
    INFO(result.diagnostics);
    CHECK(result.diagnostics.find("'f': beside it 'heat.cpp' would mean something else [clustrix-helper]\n") !=
          std::string::npos);
    CHECK(result.diagnostics.find("'clip'") == std::string::npos);
    return !isSeen(result);
  };
  CHECK(isSeen(readWith(text, caller)));
  const std::string own = "float clip(float x, float y) { return x + y; }\n";
  CHECK(left(own + caller + "double mine(double x) { return clip(x, 2.0); }\n"));
  CHECK(left(own + caller + "struct S { double x = clip(3.0, 2.0); };\nS made() { return {}; }\n"));
  CHECK(left(own + caller + "double mine = clip(3.0, 2.0);\n"));
  CHECK(
      left(own + caller +
           "template <class T> double each(T x) { return clip(x, x); }\ndouble mine(double x) { return each(x); }\n"));
  CHECK(left(own + caller + "auto mine = [](double x) { return clip(x, x); };\n"));
  CHECK(left(
      caller +
      "#ifdef M_PI\nconst double pi = M_PI;\n#else\nconst double pi = 3;\n#endif\ndouble mine() { return pi; }\n"));
  CHECK(left(caller + "struct T {\n#ifdef M_PI\n  int more;\n#endif\n  int x; };\n"));
  // What the copies alone say changes nothing.
  CHECK(isSeen(readWith(text, own + caller + "double mine(float x) { return clip(x, 2.0f); }\n")));
}

TEST_CASE("a file that has changed since has nothing to give") {
  const Sources sources({{"eos.cpp", plain}, {"heat.cpp", caller}});
  const std::vector<Helper> before = sources.helpers();
  sources.put("eos.cpp", "// more\n" + plain);
  const FrontendResult result = sources.read(before);
  CHECK_FALSE(isSeen(result));
  CHECK(
      result.diagnostics ==
      "eos.cpp:1:1: remark: loops elsewhere cannot see 'f': its file has changed since the helpers were written; write "
      "them again [clustrix-helper]\n");
}

TEST_CASE("of a function that two sources define neither is taken") {
  const Sources sources(
      {{"eos.cpp", plain}, {"other.cpp", "double f(double x) { return x + 2; }\n"}, {"heat.cpp", caller}});
  std::vector<Helper> all = sources.helpers();
  for (const Helper& one : sources.helpers("other.cpp")) all.push_back(one);
  const FrontendResult result = sources.read(all);
  CHECK_FALSE(isSeen(result));
  CHECK(result.diagnostics.find("loops elsewhere cannot see 'f': 'other.cpp' defines it, too") != std::string::npos);
}

TEST_CASE("of several helpers those stay that fit") {
  const FrontendResult result = readWith(
      "typedef double real;\nreal g(real x) { return x; }\n" + plain,
      "double g(double x);\n" + caller +
          "[[clustrix::cluster]] void other(double* a, int n) {\n  for (int i = 0; i < n; ++i) a[i] = g(a[i]);\n}\n");
  CHECK(isSeen(result));
  CHECK(result.diagnostics.find("'g': in 'heat.cpp': unknown type name 'real'") != std::string::npos);
  CHECK(result.diagnostics.find("'f'") == std::string::npos);
}

TEST_CASE("headers with annotated functions and helpers stand in one text") {
  const Sources sources(
      {{"step.h",
        "#pragma once\ndouble f(double x);\ntemplate <class T> [[clustrix::cluster]] void each(T* a, int n) {\n"
        "  for (int i = 0; i < n; ++i) a[i] = f(a[i]);\n}\n"},
       {"eos.cpp", plain},
       {"heat.cpp", "#include \"step.h\"\nvoid use(double* a) { each(a, 9); }\n"}});
  const FrontendResult result = sources.read();
  CHECK(isSeen(result));
  CHECK(result.unit->files().size() == 3);
  CHECK(result.unit->functions[0].at.file == "step.h");
}

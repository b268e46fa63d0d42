#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

TEST_CASE("every loop of an annotated function is listed with its parent and its text") {
  const auto unit = parse(R"(
[[clustrix::cluster]] void f(double* a, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a[i * n + j] = 0;
  while (n-- > 0) { a[n] = 1; }
}
void g(double* a, int n) { for (int i = 0; i < n; ++i) a[i] = 0; }
)");
  REQUIRE(unit.functions.size() == 1);
  const auto& loops = unit.functions[0].loops;
  REQUIRE(loops.size() == 3);
  CHECK(loops[1].parent == 0);
  CHECK(loops[1].depth == 1);
  CHECK(loops[2].parent == -1);
  CHECK(unit.text.substr(loops[1].begin, loops[1].end - loops[1].begin) ==
        "for (int j = 0; j < n; ++j) a[i * n + j] = 0;");
  CHECK(unit.text.substr(loops[2].begin, loops[2].end - loops[2].begin) == "while (n-- > 0) { a[n] = 1; }");
}

TEST_CASE("the body of a loop is a block or a statement, where no macro has part of it") {
  const auto bodies = [](const std::string& loop) {
    const auto unit = parse(
        "#define BEGIN {\n#define BODY a[i] = 0;\n[[clustrix::cluster]] void f(double* a, int n) {\n" + loop + "\n}\n");
    std::string text;
    for (const LoopSite& site : unit.functions.at(0).loops)
      text += site.body ? (site.body->isBlock ? "block " : "statement ") +
                              unit.text.substr(site.body->begin, site.body->end - site.body->begin) + "\n"
                        : "none\n";
    return text;
  };
  CHECK(bodies("for (int i = 0; i < n; ++i) { a[i] = 0; }") == "block { a[i] = 0; }\n");
  CHECK(bodies("for (int i = 0; i < n; ++i)\n  for (int j = 0; j < n; ++j) a[i * n + j] = 0;") ==
        "statement for (int j = 0; j < n; ++j) a[i * n + j] = 0;\nstatement a[i * n + j] = 0;\n");
  CHECK(bodies("while (n-- > 0) a[n] = 1;") == "statement a[n] = 1;\n");
  CHECK(bodies("do { a[n] = 1; } while (n-- > 0);") == "block { a[n] = 1; }\n");
  CHECK(bodies("for (int i = 0; i < n; ++i) BEGIN a[i] = 0; }") == "none\n");
  CHECK(bodies("for (int i = 0; i < n; ++i) BODY") == "none\n");
}

TEST_CASE("kernels of a member function stand before its class") {
  const auto unit = parse(R"(
template <class T>
class Grid {
  T* a;
  [[clustrix::cluster]] void f(int n) { for (int i = 0; i < n; ++i) a[i] = 0; }
};
template class Grid<double>;
)");
  REQUIRE(unit.functions.size() == 1);
  CHECK(unit.text.substr(unit.functions[0].kernelsAt, 18) == "template <class T>");
  CHECK(unit.functions[0].templateParameters == "class T");
}

TEST_CASE("a kernel stands in front of attributes, and outside of macros, comments and conditional parts") {
  const auto after = [](const std::string& text, const std::string& function) {
    const SourceUnit unit = parse("#define CX [[clustrix::cluster]]\n" + text + function +
                                  "(int* a, int n) { for (int i = 0; i < n; ++i) a[i] = 0; }\n");
    REQUIRE(unit.functions.size() == 1);
    const std::string rest = unit.text.substr(unit.functions[0].kernelsAt);
    return rest.substr(0, rest.find('\n'));
  };
  CHECK(after("", "template <class T> CX void f") ==
        "template <class T> CX void f(int* a, int n) { for (int i = 0; i < n; ++i) a[i] = 0; }");
  CHECK(after("#define B \\\n  [[nodiscard]]\n", "template <class T>\nCX void f") == "template <class T>");
  CHECK(after("// like [[this]]\n", "template <class T>\nCX void f") == "template <class T>");
  CHECK(after("int b; // like [[this]]\n", "template <class T>\nCX void f") == "template <class T>");
  CHECK(after("[[maybe_unused]]\n", "CX static void f") == "[[maybe_unused]]");
  CHECK(after("[[maybe_unused]] /* why; */\n// and\n", "CX static void f") == "[[maybe_unused]] /* why; */");
  CHECK(after("#if 0\n[[nodiscard]]\n#endif\n", "CX void f") == "#if 0");
  CHECK(after("#ifdef A\n#if B\n[[nodiscard]]\n#endif\n#else\n#endif\n", "CX void f") == "#ifdef A");
  CHECK(after("[[maybe_unused]]\n#if 1\n#endif\n", "CX static void f") == "[[maybe_unused]]");
}

TEST_CASE("where clustrix or std is another namespace or a type, nothing is launched") {
  const auto refusal = [](const std::string& before, const std::string& after = "") {
    const SourceUnit unit =
        parse(before + "[[clustrix::cluster]] void f(int* a, int n) { for (int i = 0; i < n; ++i) a[i] = 0; }" + after);
    REQUIRE(unit.functions.size() == 1);
    const LoopModel& model = unit.functions[0].loops[0].model;
    return model.effects.empty() ? "" : model.effects[0].message;
  };
  const std::string why = " means something else here, and the code of a launch needs it";
  CHECK(refusal("namespace my { namespace clustrix { int x; }\n", "}") == "'clustrix'" + why);
  CHECK(refusal("namespace my { namespace inner { struct std; }\nnamespace std = inner;\n", "}") == "'std'" + why);
  CHECK(refusal("struct A { using clustrix = int;\n", "};") == "'clustrix'" + why);
  CHECK(refusal("namespace std { struct A; }\nextern \"C\" {\n", "}").empty());
  CHECK(refusal("namespace other { namespace clustrix {} }\nnamespace my { int clustrix;\n", "}").empty());
}

TEST_CASE("each instantiation has a model, and a template without one is refused") {
  const std::string code =
      "template <int N> [[clustrix::cluster]] void f(double* a) {"
      " for (int i = 0; i < N; ++i) a[i] = 0; }\n";
  CHECK(hasEffect(modelOf(code), "template.not-instantiated"));
  const auto unit = parse(code + "void g(double* a) { f<3>(a); f<4>(a); }\n");
  CHECK(unit.functions[0].loops[0].otherInstantiations.size() == 1);
}

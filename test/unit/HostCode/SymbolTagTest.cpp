// Symbols of their own for what a source makes of a header's functions.
#include "../Fixtures/Headers.h"
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

const std::string body = "(int* a, int n) { for (int i = 0; i < n; ++i) a[i] = i; }\n";

SourceUnit unitWith(const std::string& header, const std::string& source) {
  return SourceWithHeaders({{"f.h", header}, {"main.cpp", "#include \"f.h\"\n" + source}}).unit();
}

/// The line of the text from where the tag of the header's first function stands, up to the parenthesis; "" for none.
std::string tagged(const std::string& header, const std::string& source = "void use(int* a) { f(a, 9); }\n") {
  const SourceUnit unit = unitWith(header, source);
  REQUIRE(!unit.functions.empty());
  for (const LoopSite& loop : unit.functions[0].loops) CHECK_FALSE(hasEffect(loop.model, "header.symbol"));
  const auto at = unit.functions[0].tagAt;
  return at ? unit.text.substr(*at, unit.text.find('(', *at) - *at) : "";
}

/// Why its loops stay serial.
std::string problem(const std::string& header, const std::string& source = "void use(int* a) { f(a, 9); }\n") {
  const SourceUnit unit = unitWith(header, source);
  REQUIRE(!unit.functions.empty());
  for (const Effect& effect : unit.functions[0].loops.at(0).model.effects)
    if (effect.code == "header.symbol") return effect.message;
  return "";
}

}  // namespace

TEST_CASE("what several sources may define has a tag in front of its type") {
  CHECK(tagged("[[clustrix::cluster]] inline void f" + body) == "inline void f");
  CHECK(
      tagged(
          "template <class T> [[clustrix::cluster]] void f(T* a, int n) { for (int i = 0; i < n; ++i) a[i] = i; }\n") ==
      "void f");
  CHECK(tagged("struct S { [[clustrix::cluster]] explicit S" + body + "};\n", "void use(int* a) { S s(a, 9); }\n") ==
        "explicit S");
}

TEST_CASE("the first declaration has the tag") {
  CHECK(tagged("inline int f(int*, int);\n[[clustrix::cluster]] inline int f"
               "(int* a, int n) { for (int i = 0; i < n; ++i) a[i] = i; return 0; }\n") == "inline int f");
  CHECK(tagged("template <class T> struct S { static T f(T* a, int n); };\n"
               "template <class T> [[clustrix::cluster]] T S<T>::f(T* a, int n) {\n"
               "  for (int i = 0; i < n; ++i) a[i] = i;\n  return 0;\n}\n",
               "void use(int* a) { S<int>::f(a, 9); }\n") == "static T f");
}

TEST_CASE("a lambda's function has the tag") {
  CHECK(tagged("inline long g(int* x, int m) {\n  auto f = [] [[clustrix::cluster]] " +
                   body.substr(0, body.size() - 1) + ";\n  f(x, m);\n  return 0;\n}\n",
               "void use(int* a) { g(a, 9); }\n") == "inline long g");
}

TEST_CASE("what no other file can see, or no other defines, needs none") {
  CHECK(tagged("[[clustrix::cluster]] static void f" + body).empty());
  CHECK(tagged("namespace { [[clustrix::cluster]] inline void f" + body + "}\n").empty());
  CHECK(tagged("[[clustrix::cluster]] void f" + body).empty());
}

TEST_CASE("a function of the source itself has none") {
  const SourceUnit unit = unitWith("int x;\n", "[[clustrix::cluster]] inline void f" + body);
  CHECK_FALSE(unit.functions.at(0).tagAt);
}

TEST_CASE("what is one for all sources stays serial in each") {
  const auto has = [](const std::string& text) { return Catch::Contains(text); };
  CHECK_THAT(problem("[[clustrix::cluster]] inline void f(int* a, int n) {\n  static int calls = 0;\n"
                     "  for (int i = 0; i < n; ++i) a[i] = i;\n  ++calls;\n}\n"),
             has("'calls' is one static variable for all of them"));
  CHECK_THAT(problem("extern \"C\" { [[clustrix::cluster]] inline void f" + body + "}\n"), has("extern \"C\""));
  const std::string scale =
      "template <class T> [[clustrix::cluster]] void f(T* a, int n) { for (int i = 0; i < n; ++i) a[i] = i; }\n";
  CHECK_THAT(problem(scale + "template void f<int>(int*, int);\n"), has("instantiated explicitly"));
  CHECK_THAT(problem(scale + "template <> void f<long>(long*, int);\n"), has("specialisations"));
  CHECK_THAT(problem("template <class T> struct S { [[clustrix::cluster]] void f" + body +
                         "};\nextern template struct S<int>;\n",
                     "void use(int* a) { S<int>().f(a, 9); }\n"),
             has("instantiated explicitly"));
  CHECK_THAT(problem("template <class T> struct S { [[clustrix::cluster]] void f" + body +
                         "};\ntemplate <> void S<long>::f(int*, int);\n",
                     "void use(int* a) { S<int>().f(a, 9); }\n"),
             has("specialisations"));
  CHECK_THAT(problem("inline auto f = [] [[clustrix::cluster]] " + body.substr(0, body.size() - 1) + ";\n"),
             has("variable that the sources may share"));
  CHECK_THAT(problem("#define F inline void f\n[[clustrix::cluster]] F" + body), has("declared first in a macro"));
}

TEST_CASE("constants may be each source's own") {
  CHECK(tagged("[[clustrix::cluster]] inline void f(int* a, int n) {\n  static const int k = 3;\n"
               "  static constexpr int table[] = {1, 2};\n  for (int i = 0; i < n; ++i) a[i] = k + table[0];\n}\n") ==
        "inline void f");
}

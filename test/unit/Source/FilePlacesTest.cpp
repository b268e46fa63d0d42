#include "Source/FilePlaces.h"

#include "../Fixtures/ParsedFunction.h"

#include "clang/AST/Expr.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

class Source : public ParsedFunction {
 public:
  explicit Source(const std::string& text, const SilentText* silent = nullptr)
      : ParsedFunction(text), places_(function().getASTContext(), silent) {}
  const FilePlaces& places() const { return places_; }
  const clang::Stmt* first() const { return *function().getBody()->child_begin(); }

 private:
  FilePlaces places_;
};

const std::string head = "void f(int* a, int n) {\n  ++n;\n";

/// What belongs to a loop of what stands in front of it; "unclear" where nobody can tell.
std::string front(const std::string& text, const SilentText* silent = nullptr) {
  const std::string all = head + text + "for (;;) ++n;\n}\n";
  const std::size_t loop = all.find("for (;;)");
  const auto begin = Source(all, silent).places().beginOfStatement(loop);
  return begin ? all.substr(*begin, loop - *begin) : "unclear";
}

/// The text with a `|` where a kernel of the function can stand that `call` calls.
std::string placed(const std::string& text, const std::string& call) {
  const Source source(text + "\nvoid f() { " + call + "; }");
  const clang::FunctionDecl* callee = source.statement<clang::CallExpr>().getDirectCallee();
  if (const clang::FunctionDecl* pattern = callee->getTemplateInstantiationPattern()) callee = pattern;
  std::string marked = text;
  return marked.insert(source.places().kernelPlace(callee, callee->getAttr<clang::AnnotateAttr>()), "|");
}

}  // namespace

TEST_CASE("a macro's text stands where the macro is used, in the file that is read") {
  const std::string text = "#define STORE a[0] = 1\n#line 90 \"other.cpp\"\nvoid f(int* a) {\n  STORE; }\n";
  const Source source(text);
  const clang::SourceLocation at = source.first()->getBeginLoc();
  CHECK(source.places().offset(at) == text.find("STORE; }"));
  CHECK(source.places().point(at) == SourcePoint{"input.cc", 4, 3});
  CHECK(source.places().text() == text);
}

TEST_CASE("a statement ends behind its semicolon, and behind no other one's") {
  for (const std::string statement : {"a[0] = 1 ;", "{ a[0] = 1; }", "for (;;) a[0] = 1\n;", "int k = 1;", "return;",
                                      "do ; while (n) ;", "if (n) {} else ++n;", "SET;", "while (n) { SET; }"}) {
    const std::string text = "#define SET a[0] = 1\nvoid f(int* a, int n) { " + statement + "; ++n; }";
    const std::size_t begin = text.find("{ ") + 2;
    const Source source(text);
    CHECK(text.substr(begin, source.places().endOf(source.first()) - begin) == statement);
  }
}

TEST_CASE("attributes and pragmas belong to the statement behind them") {
  for (const char* own :
       {"", "[[likely]] ", "_Pragma(\"GCC ivdep\") ", "  #pragma omp parallel for\n  ", "#pragma GCC unroll 4\n",
        "#pragma clang loop unroll(full)\n[[likely]]\n", "#pragma omp parallel for\n// why\n#pragma GCC ivdep\n",
        "#ifdef X\n#pragma omp parallel for\n#endif\n"})
    CHECK(front(own) == own);
}

TEST_CASE("pragmas that stand for themselves belong to nothing") {
  for (const char* alone :
       {"#pragma omp barrier\n", "#pragma GCC diagnostic push\n", "#pragma pack(1)\n", "a[0] = 1; "})
    CHECK(front(alone).empty());
  CHECK(front("#pragma GCC ivdep\n#pragma omp taskwait\n#pragma omp simd\n") == "#pragma omp simd\n");
}

TEST_CASE("what stands in front of a statement is unclear where a branch or a macro holds more than that") {
  CHECK(front("#ifdef X\n  if (n)\n#pragma GCC ivdep\n#endif\n") == "unclear");
  const std::string macro = "#define IVDEP\n", use = macro + "IVDEP ";
  const std::size_t begin = (head + macro).size();
  SilentText silent{{{begin, begin + 5, "_Pragma(\"GCC ivdep\")", false}}, {}};
  CHECK(front(use, &silent) == "IVDEP ");
  CHECK(front(use).empty());
  silent.macros[0].saysMore = true;
  CHECK(front(use, &silent) == "unclear");
}

TEST_CASE("the pragmas of a statement are told from the last one to the first one") {
  const auto pragmas = [](const std::string& text) {
    return Source(head + text + "for (;;) ++n;\n}\n").places().pragmasOf((head + text).size());
  };
  using Words = std::vector<std::string>;
  CHECK(pragmas("#pragma  omp parallel \\\n for\n#pragma GCC ivdep\n") == Words{"GCC ivdep", "omp parallel for"});
  CHECK(pragmas("_Pragma(\"omp simd\") ") == Words{"_Pragma(\"omp simd\")"});
  CHECK(pragmas("#pragma omp barrier\n").empty());
}

TEST_CASE("a kernel stands in front of the outermost declaration around its function") {
  CHECK(placed("int k;\nvoid g() {}", "g()") == "int k;\n|void g() {}");
  CHECK(placed("namespace s { int k; inline void g() {} }", "s::g()") == "namespace s { int k; |inline void g() {} }");
  CHECK(placed("int k; struct S { struct I { static void g() {} }; };", "S::I::g()") ==
        "int k; |struct S { struct I { static void g() {} }; };");
  CHECK(placed("int k; template <class T>\nvoid g(T) {}", "g(1)") == "int k; |template <class T>\nvoid g(T) {}");
  CHECK(placed("int k; const auto g = [] {};", "g()") == "int k; |const auto g = [] {};");
  const std::string pair = "template <class T> struct Pair { int x; T call; }; ";
  CHECK(placed(pair + "const auto g = Pair{1, [] {}};", "g.call()") == pair + "|const auto g = Pair{1, [] {}};");
  CHECK(placed("int k; extern \"C\" void g() {}", "g()") == "int k; |extern \"C\" void g() {}");
  CHECK(placed("extern \"C\" { void g() {} }", "g()") == "extern \"C\" { |void g() {} }");
}

TEST_CASE("a kernel stands in front of the attributes, pragmas and branches of its function") {
  CHECK(placed("int k; [[clang::annotate(\"x\")]] void g() {}", "g()") ==
        "int k; |[[clang::annotate(\"x\")]] void g() {}");
  CHECK(placed("int k;\n#pragma omp declare simd\nvoid g() {}", "g()") ==
        "int k;\n|#pragma omp declare simd\nvoid g() {}");
  CHECK(placed("int k;\n#pragma pack(1)\nvoid g() {}", "g()") == "int k;\n#pragma pack(1)\n|void g() {}");
  CHECK(placed("int k;\n#ifdef X\n__host__\n#endif\nvoid g() {}", "g()") ==
        "int k;\n|#ifdef X\n__host__\n#endif\nvoid g() {}");
}

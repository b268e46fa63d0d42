#include "Source/ReductionShapes.h"

#include "../Fixtures/ParsedFunction.h"
#include "Source/FileTokens.h"

#include "clang/AST/DeclTemplate.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// Of a function `f`, or of `S::f` that `member` declares.
std::string shape(const std::string& function, const std::string& member = "") {
  const ParsedFunction source("struct S { int x; " + member + " };\n" + function);
  const auto found = combinationShape(source.function());
  if (!found) return "none";
  return found->type.getAsString() + (found->inPlace ? " in place" : "");
}

/// How a kernel calls the function that `call` calls.
std::string combine(const std::string& declarations, const std::string& call) {
  const ParsedFunction source("namespace geo { struct S {}; }\n" + declarations + "\nvoid f(geo::S a, geo::S b) { " +
                              call + "; }");
  const auto found = combination(*source.statement<clang::CallExpr>().getDirectCallee(), "::geo::S{}");
  if (!found) return "none";
  CHECK(found->operation.identity == "::geo::S{}");
  CHECK_FALSE(found->operation.proven);
  return found->operation.word + ": " + found->operation.combine;
}

std::string declared(const std::string& text) {
  const auto found = declaredReduction(ParsedFunction(text).function());
  return found ? found->operation.identity : "none";
}

/// The tokens of an attribute's argument, with places that tell them apart.
std::vector<AttributeTokens::Argument> tokensOf(const std::string& text, const clang::ASTContext& context) {
  std::vector<AttributeTokens::Argument> tokens;
  for (const FileToken& one : fileTokens(text).tokens) {
    const std::string word = text.substr(one.begin, one.end - one.begin);
    const bool named = one.kind == clang::tok::raw_identifier;
    tokens.push_back({clang::SourceLocation::getFromRawEncoding(static_cast<unsigned>(one.begin) + 1), word,
                      named ? context.Idents.get(word).getTokenID() : one.kind});
  }
  return tokens;
}

/// The identity as it can be said at namespace scope, or the problem and where it is.
std::string identity(const std::string& text) {
  const ParsedFunction source(
      "namespace geo { constexpr int zero = 0; int changing; constexpr int none() { return 0; } int any();\n"
      "inline namespace v1 { enum Kind { kind }; }\n"
      "class Stats { static constexpr int secret = 0; public: static constexpr int open = 0; Stats f(Stats) const; }; "
      "}\n"
      "geo::Stats geo::Stats::f(Stats) const { struct Local {}; return {}; }");
  std::string problem;
  clang::SourceLocation at;
  const std::string said =
      identityText(source.function(), tokensOf(text, source.function().getASTContext()), problem, at);
  CHECK(said.empty() == !problem.empty());
  return problem.empty() ? said : problem + " at " + std::to_string(at.getRawEncoding() - 1);
}

}  // namespace

TEST_CASE("a function of two values of one type whose value is of it combines them") {
  CHECK(shape("double f(double a, double b) { return a; }") == "double");
  CHECK(shape("S f(const S& a, S b) { return a; }") == "struct S");
  CHECK(shape("S S::f(const S& b) const { return b; }", "S f(const S& b) const;") == "struct S");
  CHECK(shape("S S::f(S a, S b) { return b; }", "static S f(S a, S b);") == "struct S");
}

TEST_CASE("a function that changes the first of two values of one type combines in place") {
  CHECK(shape("void f(S& a, const S& b) {}") == "struct S in place");
  CHECK(shape("S& f(S& a, S b) { return a; }") == "struct S in place");
  CHECK(shape("void S::f(S b) {}", "void f(S b);") == "struct S in place");
  CHECK(shape("S& S::f(const S& b) & { return *this; }", "S& f(const S& b) &;") == "struct S in place");
}

TEST_CASE("a function of another shape does not combine") {
  for (const char* text : {"double f(double a) { return a; }", "double f(double a, int b) { return a; }",
                           "S f(S a, S b, S c) { return a; }", "int f(double a, double b) { return 0; }",
                           "void f(S a, S b) {}", "void f(const S& a, S b) {}", "S f(S& a, S b) { return a; }",
                           "S f(S a, S& b) { return a; }", "void f(S& a, S&& b) {}",
                           "S& f(const S& a, S b) { static S s; return s; }", "S f(S a, S b, ...) { return a; }"}) {
    INFO(text);
    CHECK(shape(text) == "none");
  }
  CHECK(shape("S S::f(S b) { return b; }", "S f(S b);") == "none");
  CHECK(shape("void S::f(S b) const {}", "void f(S b) const;") == "none");
  CHECK(shape("void S::f(S b) && {}", "void f(S b) &&;") == "none");
}

TEST_CASE("a kernel calls a function as look-up finds it from everywhere") {
  CHECK(combine("namespace geo { inline namespace v1 { S merge(S, S); } }", "geo::merge(a, b)") ==
        "merge: %l = ::geo::merge(%l, %r);");
  CHECK(combine("namespace geo { void into(S&, const S&); }", "geo::into(a, b)") == "into: ::geo::into(%l, %r);");
  CHECK(combine("namespace geo { S operator+(S, S); }", "a + b") == "+: %l = %l + %r;");
  CHECK(combine("namespace geo { S& operator+=(S&, S); }", "a += b") == "+=: %l += %r;");
  CHECK(combine("geo::S operator+(geo::S, geo::S);", "a + b") == "+: %l = ::operator+(%l, %r);");
  CHECK(combine("struct T { T merge(T) const; } t;", "t.merge(t)") == "merge: %l = %l.merge(%r);");
  CHECK(combine("struct T { void take(T); } t;", "t.take(t)") == "take: %l.take(%r);");
  CHECK(combine("struct T { static T both(T, T); } t;", "T::both(t, t)") == "both: %l = ::T::both(%l, %r);");
  CHECK(combine("struct T { friend T beside(T a, T) { return a; } } t;", "beside(t, t)") ==
        "beside: %l = beside(%l, %r);");
  CHECK(combine("namespace geo { S first(S); }", "geo::first(a)") == "none");
}

TEST_CASE("a reduction is declared by an attribute of any declaration of a function that combines") {
  CHECK(declared("[[clang::annotate(\"clustrix::reduction=1.0\")]] double f(double a, double b);") == "1.0");
  CHECK(declared("[[clang::annotate(\"clustrix::reduction=1.0\")]] double f(double, double);\n"
                 "double f(double a, double b) { return a * b; }") == "1.0");
  CHECK(declared("double f(double a, double b) { return a * b; }") == "none");
  CHECK(declared("[[clang::annotate(\"clustrix::extent\")]] double f(double a, double b);") == "none");
  CHECK(declared("[[clang::annotate(\"clustrix::reduction=1.0\")]] double f(double a, int b);") == "none");
}

TEST_CASE("a function's shape is a problem where it is a template, does not combine or is not public") {
  CHECK(shapeProblem(ParsedFunction("double f(double a, double b);").function()).empty());
  CHECK(shapeProblem(ParsedFunction("double f(double a);").function()).find("combine two values") != std::string::npos);
  const ParsedFunction hidden("class S { S f(S) const; }; S S::f(S s) const { return s; }");
  CHECK(shapeProblem(hidden.function()).find("not public") != std::string::npos);
  const ParsedFunction made("template <class T> T g(T, T); void f() {}");
  const auto* pattern = made.global<clang::FunctionTemplateDecl>("g").getTemplatedDecl();
  CHECK(shapeProblem(*pattern).find("no templates") != std::string::npos);
}

TEST_CASE("the names of an identity are said from the outermost scope") {
  CHECK(identity("Stats{zero,none()}") == "::geo::Stats{::geo::zero, ::geo::none()}");
  CHECK(identity("Stats::open") == "::geo::Stats::open");
  CHECK(identity("kind") == "::geo::kind");
  CHECK(identity("static_cast<unsigned long>(-1)") == "static_cast<unsigned long>(-1)");
}

TEST_CASE("an identity with a name that means nothing outside, is hidden or is no constant is a problem") {
  const std::string of = " in the identity of 'clustrix::reduction' is ";
  CHECK(identity("Stats{missing}") == "'missing'" + of + "not known outside of functions at 6");
  CHECK(identity("secret") == "'secret'" + of + "not public at 0");
  CHECK(identity("zero + changing") == "'changing'" + of + "no constant at 7");
  CHECK(identity("any()") == "'any'" + of + "no constant at 0");
}

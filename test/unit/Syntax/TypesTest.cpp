#include "Syntax/Types.h"

#include "../Fixtures/ParsedFunction.h"

#include "clang/AST/ExprCXX.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

class Typed : public ParsedFunction {
 public:
  explicit Typed(const std::string& type)
      : ParsedFunction(
            "enum Plain { one }; enum class Scoped { two }; struct Point { int x; };\nusing Real = double;\n"
            "extern " +
            type + " x;\nvoid f() {}") {}
  clang::QualType type() const { return global<clang::VarDecl>("x").getType(); }
};

bool keeps(const std::string& from, const std::string& to) {
  const ParsedFunction source("struct Point {}; void f(" + from + " from, " + to + " to) {}");
  return keepsValue(source.function().getASTContext(), source.function().getParamDecl(0)->getType(),
                    source.function().getParamDecl(1)->getType());
}

}  // namespace

TEST_CASE("arithmetic is that of integers in all types of whole numbers but bool") {
  for (const char* type : {"int", "unsigned char", "const long long", "Plain", "Scoped"})
    CHECK(isInteger(Typed(type).type()));
  for (const char* type : {"bool", "double", "int*", "Point"}) CHECK_FALSE(isInteger(Typed(type).type()));
}

TEST_CASE("an assignment keeps the value where the type has all of the other one's") {
  for (const auto& [from, to] : std::vector<std::pair<const char*, const char*>>{{"short", "int"},
                                                                                 {"unsigned", "unsigned long"},
                                                                                 {"unsigned", "long"},
                                                                                 {"bool", "char"},
                                                                                 {"float", "double"},
                                                                                 {"double", "long double"},
                                                                                 {"int", "double"},
                                                                                 {"short", "float"},
                                                                                 {"unsigned char", "short"},
                                                                                 {"signed char", "_Float16"},
                                                                                 {"_Float16", "float"},
                                                                                 {"__bf16", "float"}}) {
    INFO(from << " to " << to);
    CHECK(keeps(from, to));
    CHECK_FALSE(keeps(to, from));
  }
  CHECK(keeps("int", "const int"));
  CHECK(keeps("const Point", "Point"));
  for (const auto& [from, to] : std::vector<std::pair<const char*, const char*>>{{"int", "unsigned"},
                                                                                 {"int", "unsigned long"},
                                                                                 {"unsigned", "int"},
                                                                                 {"long", "double"},
                                                                                 {"int", "float"},
                                                                                 {"double", "long"},
                                                                                 {"int*", "long"},
                                                                                 {"short", "_Float16"},
                                                                                 {"int", "__bf16"},
                                                                                 {"__bf16", "_Float16"},
                                                                                 {"_Float16", "__bf16"}}) {
    INFO(from << " to " << to);
    CHECK_FALSE(keeps(from, to));
  }
}

TEST_CASE("a call operator belongs to its lambda, and another function to none") {
  const ParsedFunction source("void f() { auto g = [](int x) { return x; }; int (*p)(int) = g; }");
  const auto& lambda = source.statement<clang::LambdaExpr>();
  CHECK(lambdaOf(lambda.getCallOperator()) == lambda.getLambdaClass());
  CHECK_FALSE(lambdaOf(lambda.getLambdaClass()->getLambdaStaticInvoker()));
  CHECK_FALSE(lambdaOf(&source.function()));
  CHECK_FALSE(lambdaOf(nullptr));
  CHECK(isLambdaType(lambda.getType()));
  const ParsedFunction named("void f() { auto g = [] {}; auto& r = g; auto* p = &g; }");
  CHECK(isLambdaType(named.own<clang::VarDecl>("r").getType()));
  CHECK_FALSE(isLambdaType(named.own<clang::VarDecl>("p").getType()));
  CHECK_FALSE(isLambdaType(Typed("Point").type()));
}

TEST_CASE("a lambda has a capture of the variables that it captures, and of no others") {
  const ParsedFunction source("void f(int a, int b, int c) { auto g = [a, &b] { return a + b; }; }");
  const clang::CXXRecordDecl* record = source.statement<clang::LambdaExpr>().getLambdaClass();
  const auto capture = [&](const char* name) { return captureOf(record, &source.own<clang::VarDecl>(name)); };
  REQUIRE((capture("a") && capture("b")));
  CHECK(capture("a")->getCaptureKind() == clang::LCK_ByCopy);
  CHECK(capture("b")->getCaptureKind() == clang::LCK_ByRef);
  CHECK_FALSE(capture("c"));
}

TEST_CASE("operators and constructors have no plain name") {
  const ParsedFunction source("struct Point { Point(); }; Point operator+(Point, Point); void f(Point a) { a + a; }");
  CHECK(plainName(source.function()) == "f");
  CHECK(plainName(*source.statement<clang::CXXOperatorCallExpr>().getDirectCallee()).empty());
  CHECK(plainName(**source.global<clang::CXXRecordDecl>("Point").ctor_begin()).empty());
}

TEST_CASE("a type is spelled plainly where it is built in or points to such") {
  for (const char* type : {"double", "const unsigned long", "const double*", "int* const*"})
    CHECK(isSpelledPlainly(Typed(type).type()));
  for (const char* type : {"Real", "Real*", "Point", "Plain", "int&", "decltype(1)"})
    CHECK_FALSE(isSpelledPlainly(Typed(type).type()));
}

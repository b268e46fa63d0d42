#include "Syntax/Mentions.h"

#include "../Fixtures/ParsedFunction.h"

#include "clang/AST/ExprCXX.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

class Body : public ParsedFunction {
 public:
  explicit Body(const std::string& text)
      : ParsedFunction(
            "#include <vector>\nint g(int); void change(int&);\ntemplate <int N> int times(int k) "
            "{ const int twice = 2 * N; const int one = k; return g(twice) + g(one) + g(N); }\n"
            "int f(int n, int* a, std::vector<int>& v) { int k = 0; " +
            text + " }") {}
  const clang::Stmt& body() const { return *function().getBody(); }
  const clang::VarDecl* variable(const std::string& name) const { return &own<clang::VarDecl>(name); }
};

bool isAddressNotTaken(const std::string& text, const std::string& variable = "k") {
  const Body body(text);
  return clustrix::compiler::isAddressNotTaken(body.body(), body.variable(variable));
}

}  // namespace

TEST_CASE("mentions are the names that stand in a statement, and what it declares") {
  const Body body("a[k] = n; { int x = k; }");
  const Mentions all = mentionsIn(&body.body());
  std::string names;
  for (const clang::DeclRefExpr* one : all.references) names += one->getDecl()->getNameAsString() + " ";
  CHECK(names == "a k n k ");
  CHECK(all.declared == std::vector<const clang::VarDecl*>{body.variable("k"), body.variable("x")});
  CHECK_FALSE(all.hidden);
  CHECK(mentionsIn(Body("auto h = [&] { ++k; };").function().getBody()).hidden);
  CHECK(mentionsIn(Body("n = ({ ++k; 2; });").function().getBody()).hidden);
}

TEST_CASE("a variable that is read, assigned and stepped has no other way to it than its name") {
  CHECK(isAddressNotTaken("k += n; ++k; (k)--; a[k++] = g(k); for (; ++k < n; (void)k++, --k) {}"));
  CHECK(isAddressNotTaken("auto it = v.begin(); ++it; *it = 1; *++it = 2; auto end = it + 1; it < end;", "it"));
}

TEST_CASE("a pointer, a reference or a lambda is another way to a variable") {
  for (const char* text : {"int* p = &k;", "int& r = k;", "const int& r = k;", "change(k);", "int& r = ++k;",
                           "change(k += 2);", "change((n, ++k));", "auto h = [&] { return k; };"}) {
    INFO(text);
    CHECK_FALSE(isAddressNotTaken(text));
  }
  CHECK_FALSE(isAddressNotTaken("auto it = v.begin(); auto& r = it; ++r;", "it"));
  CHECK_FALSE(isAddressNotTaken("auto it = v.begin(); auto& r = ++it; ++r;", "it"));
  CHECK_FALSE(isAddressNotTaken("static int s = 0; ++s;", "s"));
  CHECK_FALSE(isAddressNotTaken("int& r = n; ++r;", "r"));
}

TEST_CASE("a statement mentions the variables whose names stand in it, and any that a lambda may hold") {
  const Body body("a[k] = 1; auto h = [] { return 3; };");
  const auto& store = body.statement<clang::BinaryOperator>();
  CHECK(mentions(&store, body.variable("k")));
  CHECK_FALSE(mentions(&store, body.variable("n")));
  CHECK(mentions(&body.statement<clang::LambdaExpr>(), body.variable("n")));
  CHECK_FALSE(mentions(nullptr, body.variable("k")));
}

TEST_CASE("an expression steps where its evaluation changes something") {
  const auto steps = [](const std::string& value) {
    const Body body("return " + value + ";");
    return clustrix::compiler::steps(body.statement<clang::ReturnStmt>().getRetValue());
  };
  for (const char* value : {"*a++", "a[k = 2]", "n + (k += 1)", "--k"}) CHECK(steps(value));
  for (const char* value : {"*a", "a[k] == 2", "n + -k", "g(k)"}) CHECK_FALSE(steps(value));
}

TEST_CASE("a value comes from a template parameter by itself or by the variable that holds it") {
  const Body body("return times<3>(n);");
  const clang::FunctionDecl* instance = body.statement<clang::CallExpr>().getDirectCallee();
  REQUIRE(instance->getBody());
  std::string answers;
  const auto ask = [&](const auto& self, const clang::Stmt* in) -> void {
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(in))
      answers += dependsOnTemplate(call->getArg(0)) ? "y" : "n";
    for (const clang::Stmt* child : in->children()) self(self, child);
  };
  ask(ask, instance->getBody());
  CHECK(answers == "yny");
}

#include "HostCode/HostPlaces.h"

#include "../Fixtures/ParsedFunction.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The function of which the last statement is one expression.
class Last {
 public:
  explicit Last(const std::string& statements)
      : parsed_(R"(
#include <vector>
#define FIRST a[0]
struct Inner { double x; mutable int seen; };
struct Point { Inner in; double row[3]; int flag : 3; double& other; };
struct __attribute__((packed)) Tight { char c; double x; };
union Either { double x; long n; };
struct Plain { double x; };
int next();
void f(double* a, int n, Point& s, Point own, Tight& tight, Either& either, std::vector<double>& v,
       volatile int& seen) {
  const Plain fixed{1}; static const int table[2] = {1, 2}; const Inner hidden{1, 2}; const Plain& name = fixed;
  auto [one, two] = Inner{};
)" + statements +
                "\n}\n") {
    const auto* body = llvm::cast<clang::CompoundStmt>(parsed_.function().getBody());
    expression_ = llvm::cast<clang::Expr>(body->body_back());
  }
  std::string place() const {
    const auto found = namedPlace(parsed_.function().getASTContext(), expression_);
    return found ? found->text : "";
  }
  std::set<std::string> variables() const {
    std::set<std::string> names;
    if (const auto found = namedPlace(parsed_.function().getASTContext(), expression_))
      for (const clang::VarDecl* variable : found->variables) names.insert(variable->getNameAsString());
    return names;
  }
  std::string variable() const {
    const clang::VarDecl* found = variableOf(expression_);
    return found ? found->getNameAsString() : "";
  }
  const clang::Expr* expression() const { return expression_; }

 private:
  ParsedFunction parsed_;
  const clang::Expr* expression_ = nullptr;
};

std::string placeOf(const std::string& lvalue) { return Last(lvalue + ";").place(); }

}  // namespace

TEST_CASE("a place is the text of an lvalue, with the variables that it names") {
  CHECK(placeOf("a[2 * n + 1]") == "a[2 * n + 1]");
  CHECK(placeOf("*(a + n)") == "*(a + n)");
  CHECK(placeOf("s.in.x") == "s.in.x");
  CHECK(placeOf("(&s)->row[n]") == "(&s)->row[n]");
  CHECK(placeOf("v[n]") == "v[n]");
  CHECK(placeOf("v.data()[v.size() - 1]") == "v.data()[v.size() - 1]");
  CHECK(Last("a[n + 1];").variables() == std::set<std::string>{"a", "n"});
  CHECK(Last("v.back();").variables() == std::set<std::string>{"v"});
}

TEST_CASE("text that stands elsewhere, on several lines or beside a comment is none") {
  CHECK(placeOf("FIRST") == "");
  CHECK(placeOf("a[\nn]") == "");
  CHECK(placeOf("a[n /* last */]") == "");
}

TEST_CASE("an lvalue that does something, or has no address, is no place") {
  CHECK(placeOf("a[n++]") == "");
  CHECK(placeOf("a[next()]") == "");
  CHECK(placeOf("a[n > 1 ? 1 : 0]") == "");
  CHECK(placeOf("s.flag") == "");
  CHECK(placeOf("tight.x") == "");
  CHECK(placeOf("either.x") == "");
  CHECK(placeOf("seen") == "");
  CHECK(placeOf("a[seen]") == "");
}

TEST_CASE("a part of an object is the object's, as far as no pointer is followed") {
  CHECK(Last("own.in.x;").variable() == "own");
  CHECK(Last("(own.row[1]);").variable() == "");
  CHECK(Last("(&own)->in;").variable() == "");
  CHECK(Last("own.other;").variable() == "");
  CHECK(Last("a;").variable() == "a");
}

TEST_CASE("a constant is an object that nothing writes, in none of its parts") {
  const auto isConstant = [](const std::string& lvalue) {
    const Last last(lvalue + ";");
    return isConstantObject(last.expression());
  };
  CHECK(isConstant("fixed.x"));
  CHECK(isConstant("table[n]"));
  CHECK(isConstant("\"text\""));
  CHECK_FALSE(isConstant("hidden.x"));
  CHECK_FALSE(isConstant("name.x"));
  CHECK_FALSE(isConstant("own.in"));
}

TEST_CASE("names and what is not evaluated do nothing, calls and sizes of variable arrays do") {
  const auto isPlain = [](const std::string& expression) {
    const Last last(expression + ";");
    return isPlainName(last.expression());
  };
  CHECK(isPlain("n"));
  CHECK(isPlain("sizeof(next())"));
  CHECK(isPlain("noexcept(next())"));
  CHECK(isPlain("sizeof(int[4])"));
  CHECK_FALSE(isPlain("sizeof(int[n])"));
  CHECK_FALSE(isPlain("next()"));
  CHECK_FALSE(isPlain("n + 1"));
}

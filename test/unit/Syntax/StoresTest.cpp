#include "Syntax/Stores.h"

#include "../Fixtures/ParsedFunction.h"
#include "../Fixtures/PrintedExpression.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The first statement of a function.
class First : public ParsedFunction {
 public:
  explicit First(const std::string& text)
      : ParsedFunction(
            "#include <vector>\nstruct Point { double x; static double shared; double more[2]; "
            "Point& operator=(const Point&); Point& operator+=(const Point&); ~Point(); };\n"
            "Point made(int); void f(double* a, Point* p, Point** many, Point& o, std::vector<double>& v, int i) { " +
            text + " }") {}
  const clang::Stmt* stored() const { return *function().getBody()->child_begin(); }
};

std::string target(const std::string& text) { return printed(storeTarget(First(text).stored())); }

std::string element(const std::string& text) {
  const First first(text + " = 1;");
  const StoredElement found = storedElement(storeTarget(first.stored()));
  CHECK((found.base == nullptr) == (found.index == nullptr));
  return found.base ? printed(found.base) + " at " + printed(found.index) : "none";
}

}  // namespace

TEST_CASE("an expression is plain without parentheses and the end of temporaries") {
  const First wrapped("((a[i] = made(i).x));"), other("if (i) a[i] = 1;");
  CHECK(plainExpression(wrapped.stored()) == &wrapped.statement<clang::BinaryOperator>());
  CHECK(plainExpression(other.stored()) == other.stored());
}

TEST_CASE("a store names what it stores to") {
  CHECK(target("a[i] = 1;") == "a[i]");
  CHECK(target("((a[i]) += 1);") == "a[i]");
  CHECK(target("o.x *= made(i).x;") == "o.x");
  CHECK(target("p[i] = o;") == "p[i]");
  CHECK(target("p[i] = made(i);") == "p[i]");
}

TEST_CASE("what is no assignment stores nothing that is looked at") {
  for (const char* text :
       {"a[i] == 1;", "++a[i];", "p[i] += o;", "v[i];", "made(i);", "return;", "{ a[i] = 1; }", "double k = 1;", ";"})
    CHECK(target(text) == "nothing");
}

TEST_CASE("an element is that of a pointer, an array or a container") {
  CHECK(element("a[i + 1]") == "a at i + 1");
  CHECK(element("(a)[i]") == "a at i");
  CHECK(element("v[i]") == "v at i");
  CHECK(element("p[i].x") == "p at i");
  CHECK(element("o.more[i]") == "o.more at i");
}

TEST_CASE("a variable, and a member that is none of an element's, is no element") {
  for (const char* text : {"i", "*a", "o.x", "p->x", "(*p).x", "many[i]->x", "(&p[i])->x", "p[i].shared"}) {
    INFO(text);
    CHECK(element(text) == "none");
  }
}

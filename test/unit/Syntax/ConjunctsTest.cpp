#include "Syntax/Conjuncts.h"

#include "../Fixtures/ParsedFunction.h"
#include "../Fixtures/PrintedExpression.h"

#include "clang/AST/ParentMap.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

class Condition : public ParsedFunction {
 public:
  explicit Condition(const std::string& text)
      : ParsedFunction("bool f(bool a, bool b, bool c, bool d) { return " + text + "; }") {}
  const clang::Expr* whole() const { return statement<clang::ReturnStmt>().getRetValue(); }
};

std::string words(const std::vector<Conjunct>& all) {
  std::string text;
  for (const Conjunct& one : all) text += (one.holds ? "" : "not ") + printed(one.test) + "; ";
  return text;
}
std::string whereItHolds(const std::string& text) { return words(conjuncts(Condition(text).whole(), true)); }
std::string whereItDoesNot(const std::string& text) { return words(conjuncts(Condition(text).whole(), false)); }

}  // namespace

TEST_CASE("a condition of && that holds is that of its tests, and one of || is a single one") {
  CHECK(whereItHolds("a && (b && c) && d") == "a; b; c; d; ");
  CHECK(whereItHolds("a || b || c") == "a || b || c; ");
  CHECK(whereItHolds("a && (b || c)") == "a; (b || c); ");
}

TEST_CASE("a condition of || that does not hold has tests of which none does, and one of && is a single one") {
  CHECK(whereItDoesNot("a || (b || c)") == "not a; not b; not c; ");
  CHECK(whereItDoesNot("a && b") == "not a && b; ");
}

TEST_CASE("a negation turns what is under it") {
  CHECK(whereItHolds("!(a || !b) && !!c") == "not a; b; c; ");
  CHECK(whereItHolds("!(a && b)") == "not (a && b); ");
  CHECK(whereItDoesNot("!a || !(b && c)") == "a; b; c; ");
}

TEST_CASE("of a test that is true where somebody else looks the other side counts alone") {
  const Condition either("a || b && !c");
  const auto* op = llvm::cast<clang::BinaryOperator>(either.whole());
  CHECK(words(conjuncts(op, true, op->getLHS())) == "b; not c; ");
  CHECK(words(conjuncts(op, true, op->getRHS())) == "a || b && !c; ");
  const Condition both("!(a && b)");
  const auto& inner = both.statement<clang::BinaryOperator>();
  CHECK(words(conjuncts(both.whole(), true, inner.getLHS())) == "not b; ");
  CHECK(words(conjuncts(both.whole(), false, inner.getLHS())) == "a; b; ");
}

TEST_CASE("a test has alternatives where one of its two sides is enough") {
  const Condition either("(a || b)"), both("a && b"), one("a");
  CHECK(alternativesIn({either.whole(), true}) == &either.statement<clang::BinaryOperator>());
  CHECK_FALSE(alternativesIn({either.whole(), false}));
  CHECK(alternativesIn({both.whole(), false}) == both.whole());
  CHECK_FALSE(alternativesIn({both.whole(), true}));
  CHECK_FALSE(alternativesIn({one.whole(), true}));
  CHECK_FALSE(alternativesIn({one.whole(), false}));
}

TEST_CASE("what is evaluated under a condition has its tests for guards") {
  const auto guards = [](const std::string& text) {
    const ParsedFunction source("int f(bool a, bool b, bool c, int x) { " + text + " return 0; }");
    const clang::ParentMap parents(const_cast<clang::Stmt*>(source.function().getBody()));
    std::vector<Conjunct> all;
    for (const clang::Stmt *inner = &source.statement<clang::IntegerLiteral>(), *around = parents.getParent(inner);
         around; inner = around, around = parents.getParent(around))
      addGuards(around, inner, all);
    return words(all);
  };
  CHECK(guards("if (a && !b) { x = 5; }") == "a; not b; ");
  CHECK(guards("if (a || b) x = b; else x = c ? x : 5;") == "not c; not a; not b; ");
  CHECK(guards("a = b && x > 5;") == "b; ");
  CHECK(guards("a = b || x > 5;") == "not b; ");
  CHECK(guards("if (x > 5) x = a;").empty());
  CHECK(guards("if (a) x = b; x = 5;").empty());
}

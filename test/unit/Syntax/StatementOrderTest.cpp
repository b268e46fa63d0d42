#include "Syntax/StatementOrder.h"

#include "../Fixtures/ParsedFunction.h"

#include "clang/AST/ExprCXX.h"

#include <functional>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The body of the function, numbered.
class Source : public ParsedFunction {
 public:
  explicit Source(const std::string& text) : ParsedFunction(text), order_(function().getBody()) {}
  const StatementOrder& order() const { return order_; }
  const clang::CompoundStmt& body() const { return *llvm::cast<clang::CompoundStmt>(function().getBody()); }
  const clang::Stmt* statement(unsigned place) const { return body().body_begin()[place]; }
  const clang::VarDecl& variable(const std::string& name) const { return own<clang::VarDecl>(name); }
  bool names(unsigned place, const std::string& name) const {
    const auto span = order_.spanOf(statement(place));
    return anyIn(order_.namesOf(variable(name)), span->begin, span->end);
  }
  bool jumps(unsigned place) const {
    const auto span = order_.spanOf(statement(place));
    return anyIn(order_.jumps(), span->begin, span->end);
  }

 private:
  StatementOrder order_;
};

}  // namespace

TEST_CASE("a statement has the places of all that stands in it, and of nothing else") {
  const Source source("void f(int n) { int a = n; { a = 1; { a = 2; } } int b = a; }");
  const auto first = source.order().spanOf(source.statement(0)), block = source.order().spanOf(source.statement(1)),
             last = source.order().spanOf(source.statement(2)), all = source.order().spanOf(&source.body());
  REQUIRE((first && block && last && all));
  CHECK(all->begin < first->begin);
  CHECK(first->end == block->begin);
  CHECK(block->end == last->begin);
  CHECK(last->end == all->end);
  const Source other("void f() {}");
  CHECK_FALSE(source.order().spanOf(&other.body()));
}

TEST_CASE("a variable is named where its name stands, and where a lambda captures it") {
  const Source source("void f(int n) { int a = n; auto g = [&a] {}; { int c = a; } auto h = [=] { return a; }; g(); }");
  CHECK_FALSE(source.names(0, "a"));
  CHECK(source.names(0, "n"));
  CHECK(source.names(1, "a"));
  CHECK(source.names(2, "a"));
  CHECK(source.names(3, "a"));
  CHECK_FALSE(source.names(4, "a"));
}

TEST_CASE("jumps and returns are known by their places") {
  const Source source("void f(int n) { while (n) break; if (n) return; throw n; end: n = 1; if (!n) goto end; }");
  CHECK(source.jumps(0));
  CHECK_FALSE(source.jumps(1));
  CHECK(source.jumps(2));
  CHECK(source.jumps(3));
  CHECK(source.jumps(4));
  CHECK(source.order().returns().size() == 1);
  CHECK(source.order().unnested().size() == 2);
}

TEST_CASE("the first statement with one of some places is found from anywhere in a block") {
  const Source source("void f(int n) { int a = 0; n = 1; n = 2; a = n; if (n) return; }");
  const StatementOrder& order = source.order();
  const auto& names = order.namesOf(source.variable("a"));
  const auto next = [&](StatementOrder::Place from) {
    return firstWith(order, source.body(), from, {&names, &order.returns()});
  };
  CHECK(next(0) == source.statement(3));
  CHECK(next(order.spanOf(source.statement(3))->end) == source.statement(4));
  CHECK(next(order.spanOf(source.statement(4))->end) == nullptr);
}

TEST_CASE("a variable is declared alone where no other declaration has its name") {
  const Source source("void f(int n) { int a = 0; { int b = 1; } { struct b {}; } for (int c = 0; c < n; ++c) {} }");
  CHECK(source.order().isDeclaredAlone(source.variable("a")));
  CHECK(source.order().isDeclaredAlone(source.variable("n")));
  CHECK_FALSE(source.order().isDeclaredAlone(source.variable("b")));
  CHECK(source.order().declarationOf(source.variable("a")) == source.statement(0));
  CHECK(source.order().declarationOf(source.variable("n")) == nullptr);
}

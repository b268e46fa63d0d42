#include "Syntax/GuardedAssignments.h"

#include "../Fixtures/ParsedFunction.h"
#include "../Fixtures/PrintedExpression.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// Of the `if` that the function begins with.
class Branch : public ParsedFunction {
 public:
  explicit Branch(const std::string& statement)
      : ParsedFunction(
            "struct Held { double value; ~Held(); }; Held held(int);\n"
            "void f(double m, int at, double e, int i) { " +
            statement + " }") {}
  const clang::IfStmt& choice() const { return statement<clang::IfStmt>(); }
  std::optional<Assignments> assignments() const { return plainAssignments(choice().getThen()); }
  std::optional<Guarded> guarded() const { return guardedBy(&choice()); }
};

std::string words(const std::optional<Assignments>& all) {
  if (!all) return "something else";
  std::string text;
  for (const Assigned& one : *all) text += printed(one.target()) + " takes " + printed(one.value) + "; ";
  return text;
}

}  // namespace

TEST_CASE("a branch of assignments alone gives them in their order") {
  CHECK(words(Branch("if (i) m = e;").assignments()) == "m takes e; ");
  CHECK(words(Branch("if (i) { m = 2 * e; at = i; }").assignments()) == "m takes 2 * e; at takes i; ");
  CHECK(words(Branch("if (i) { m = held(i).value; }").assignments()) == "m takes held(i).value; ");
}

TEST_CASE("a branch that does anything else gives none") {
  for (const char* branch : {"m += e;", "++at;", "held(i);", "{ m = e; double k = 2; }", "{ m = e; { at = i; } }",
                             "{ m = e; return; }", "if (at) m = e;", ";"}) {
    INFO(branch);
    CHECK_FALSE(Branch("if (i) " + std::string(branch)).assignments());
  }
}

TEST_CASE("assignments are guarded by the condition of the if whose branch they are") {
  const Branch branch("if (e > m) { m = e; at = i; }");
  const auto guarded = branch.guarded();
  REQUIRE(guarded);
  CHECK(guarded->conditions == std::vector<const clang::Expr*>{branch.choice().getCond()});
  CHECK(guarded->holds);
  CHECK(words(guarded->assignments) == "m takes e; at takes i; ");
}

TEST_CASE("assignments behind else are guarded by a condition that does not hold") {
  for (const char* text : {"if (e <= m) ; else m = e;", "if (e <= m) {} else { m = e; }"}) {
    const auto guarded = Branch(text).guarded();
    REQUIRE(guarded);
    CHECK_FALSE(guarded->holds);
    CHECK(words(guarded->assignments) == "m takes e; ");
  }
}

TEST_CASE("an if of two branches, or that declares or decides something else, guards nothing") {
  for (const char* text : {"if (i) m = e; else at = i;", "if (int k = i) m = e;", "if (++at; i) m = e;",
                           "if constexpr (true) m = e;", "if (i) ++at;", "if (i) {} else ++at;"}) {
    INFO(text);
    CHECK_FALSE(Branch(text).guarded());
  }
}

TEST_CASE("the text of an assignment is its value alone where it may keep what it has") {
  const Branch branch("if (i) m = e;");
  Assigned assigned = branch.assignments()->front();
  CHECK(assigned.text() == assigned.assignment);
  assigned.kept = assigned.target();
  CHECK(assigned.text() == assigned.value);
}

#include "Syntax/LoopParts.h"

#include "../Fixtures/ParsedFunction.h"
#include "../Fixtures/PrintedExpression.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// A function whose body begins with that statement.
class First : public ParsedFunction {
 public:
  explicit First(const std::string& text)
      : ParsedFunction(
            "#include <vector>\nstruct Word { bool operator<(Word) const; bool operator==(Word) const; };\n"
            "int g(int); void f(int n, int i, int j, bool b, int* a, Word w, Word z,\n"
            "                   std::vector<int>& v, std::vector<int>::iterator it) {\n" +
            text + "\n}") {}
  const clang::Stmt* first() const { return *function().getBody()->child_begin(); }
};

std::string wordsOf(const clang::Stmt* statement) {
  return statement ? printed(llvm::dyn_cast<clang::Expr>(statement)) : "none";
}

std::string joined(const std::vector<const clang::Expr*>& all) {
  std::string text;
  for (const clang::Expr* one : all) text += printed(one) + "; ";
  return text;
}

std::string beginning(const std::string& init) {
  const First source("for (" + init + "; i < n; ++i) ;");
  const Beginning found = beginningOf(source.first());
  std::string text = found.other ? "and more: " : "";
  for (const Beginning::Part& part : found.parts)
    text += (part.declared ? "new " : "") + part.variable->getNameAsString() + " = " + printed(part.initialiser) + "; ";
  return text;
}

std::string comparison(const std::string& condition) {
  const First source("while (" + condition + ") ;");
  const auto found = comparisonOf(conditionOf(source.first()));
  if (!found) return "none";
  return printed(found->left) + " " + clang::BinaryOperator::getOpcodeStr(found->kind).str() + " " +
         printed(found->right);
}

std::string conditionStep(const std::string& condition) {
  return wordsOf(stepInCondition(conditionOf(First("while (" + condition + ") ;").first())));
}
std::string trailingStep(const std::string& loop) { return wordsOf(trailingStepOf(First(loop).first())); }
std::string bodyStep(const std::string& loop) { return wordsOf(bodyStepOf(First(loop).first())); }

}  // namespace

TEST_CASE("a loop of any kind has its body, and a condition where its text has one") {
  for (const char* loop : {"for (; i < n;) { ++i; }", "while (i < n) { ++i; }", "do { ++i; } while (i < n);"}) {
    const First source(loop);
    CHECK(bodyOf(source.first()) == &source.statement<clang::CompoundStmt>(1));
    CHECK(printed(conditionOf(source.first())) == "i < n");
    CHECK_FALSE(conditionVariableOf(source.first()));
  }
  const First range("for (int x : v) { ++i; }"), endless("for (;;) ;"), declares("while (int x = g(n)) ;");
  CHECK(bodyOf(range.first()) == &range.statement<clang::CompoundStmt>(1));
  CHECK_FALSE(conditionOf(range.first()));
  CHECK_FALSE(conditionOf(endless.first()));
  CHECK(conditionVariableOf(declares.first()) == &declares.statement<clang::DeclStmt>());
}

TEST_CASE("a head begins with the values of its first part, in their order") {
  CHECK(beginning("int k = 0, e = n") == "new k = 0; new e = n; ");
  CHECK(beginning("(i) = 1, (void)(j = n)") == "i = 1; j = n; ");
  CHECK(beginning("").empty());
  for (const char* more : {"++i, j = 0", "i += 1", "a[0] = 1", "g(n)", "static int k = 0", "struct Local {} k"})
    CHECK(beginning(more).starts_with("and more: "));
  CHECK(beginningOf(First("while (i < n) ;").first()).parts.empty());
}

TEST_CASE("the head's first part gives a value to the variables that it names, and declares some of them") {
  const First source("for (i = 2; i < n; ++i) for (int k = 3; k < n; ++k) ;");
  const auto& outer = source.statement<clang::ForStmt>(0);
  const auto& inner = source.statement<clang::ForStmt>(1);
  const auto& i = source.own<clang::VarDecl>("i");
  const auto& k = source.own<clang::VarDecl>("k");
  CHECK(printed(initialiserIn(&outer, &i)) == "2");
  CHECK(printed(initialiserIn(&inner, &k)) == "3");
  CHECK_FALSE(initialiserIn(&outer, &k));
  CHECK(initialiserDeclares(&inner, &k));
  CHECK_FALSE(initialiserDeclares(&outer, &i));
  CHECK_FALSE(initialiserDeclares(&inner, &i));
}

TEST_CASE("commas, parentheses and casts to void are no part of what they hold") {
  const First source("(void)++i, (j = 1, ((void)(--n)));"), number("(int)(n);");
  std::vector<const clang::Expr*> parts;
  commaParts(llvm::cast<clang::Expr>(source.first()), parts);
  CHECK(joined(parts) == "++i; j = 1; --n; ");
  CHECK(printed(discarded(llvm::cast<clang::Expr>(number.first()))) == "(int)(n)");
  CHECK(printed(bareExpression(conditionOf(First("while (((i < n))) ;").first()))) == "i < n");
}

TEST_CASE("a condition is a comparison in all the ways that C++ has to say one") {
  CHECK(comparison("i < n") == "i < n");
  CHECK(comparison("!((i < n))") == "i >= n");
  CHECK(comparison("!!(i != n)") == "i != n");
  CHECK(comparison("n - 1") == "n - 1 != nothing");
  CHECK(comparison("!n") == "n == nothing");
  CHECK(comparison("w < z") == "w < z");
  CHECK(comparison("w != z") == "w != z");
  for (const char* other : {"i < n && b", "b", "a", "true", "i <= n ? b : !b"}) CHECK(comparison(other) == "none");
}

TEST_CASE("a condition steps what is one side of its comparison") {
  CHECK(conditionStep("++i < n") == "++i");
  CHECK(conditionStep("n-- > 0") == "n--");
  CHECK(conditionStep("0 != (--n)") == "--n");
  CHECK(conditionStep("n--") == "n--");
  for (const char* none : {"i < n", "a[i++] < n", "(i += 1) < n", "i++ < n && b", "b"})
    CHECK(conditionStep(none) == "none");
  CHECK_FALSE(steppedIn(nullptr));
}

TEST_CASE("the step that ends a body is the loop's own where nothing else can skip it") {
  CHECK(trailingStep("while (i < n) { a[i] = 0; ++i; }") == "++i");
  CHECK(trailingStep("do { a[i] = 0; i += 2; } while (i < n);") == "i += 2");
  CHECK(trailingStep("for (; i < n;) { for (;;) continue; i = i + j; }") == "i = i + j");
  CHECK(trailingStep("while (it != v.end()) { *it = 0; ++it; }") == "++ it");
  for (const char* none :
       {"while (i < n) { if (b) continue; ++i; }", "while (i < n) { ++i; a[i] = 0; }", "while (i < n) { ++j; }",
        "while (++i < n) { ++i; }", "for (; i < n; ++i) { --i; }", "do { ++i; } while (0);", "while (i < n) {}",
        "while (i < n) { a[i] = 0; }", "for (;;) { ++i; }", "for (int x : v) { ++x; }", "while (i < n) { i *= 2; }"}) {
    INFO(none);
    CHECK(trailingStep(none) == "none");
  }
}

TEST_CASE("the steps that are certain are those that nothing chooses") {
  const auto certain = [](const std::string& statement) {
    const First source(statement);
    std::vector<const clang::Expr*> steps;
    certainSteps(source.first(), steps);
    return joined(steps);
  };
  CHECK(certain("{ a[i++] = g(j--); int k = ++n; *it++ = 2; }") == "i++; j--; ++n; it ++; ");
  CHECK(certain("if (i++ < n) ++j; else --j;") == "i++; ");
  CHECK(certain("{ i++ && j++; b ? ++i : ++j; n++ ? i : j; }") == "i++; n++; ");
  for (const char* none : {"while (n) ++i;", "sizeof(i++);", "[&] { ++i; };", "if constexpr (sizeof(int) == 4) ++i;",
                           "switch (n) { case 1: ++i; }", "++a[i];", "noexcept(i++);", "({ ++i; });"})
    CHECK(certain(none).empty());
}

TEST_CASE("a step in a body might stand at its end where it is certain and the counter's only mention") {
  CHECK(bodyStep("while (i < n) a[j++] = a[i++];") == "i++");
  CHECK(bodyStep("while (i != n) { if (a[i++] > 2) ++j; }") == "i++");
  for (const char* none :
       {"while (i < n) { a[i] = a[i++]; }", "while (i < n) { a[i++] = 0; i++; }",
        "while (i < n) { if (b) a[i++] = 0; }", "while (i < n) { a[i++] = 0; if (b) break; }",
        "while (i++ < n) { a[n++] = 0; }", "while (b) a[i++] = 0;", "for (;;) a[i++] = 0;",
        "while (i < n) { try { a[i++] = 0; } catch (int) {} }", "while (i < n) { a[i++] = 0; [&] { ++i; }; }"}) {
    INFO(none);
    CHECK(bodyStep(none) == "none");
  }
}

TEST_CASE("a statement's range leaves out a semicolon where an expression, a jump or do ends it") {
  for (const char* without :
       {"i = n;", "return;", "do ; while (b);", "if (b) {} else ++i;", "for (;;) ++i;", "while (b) if (b) g(n);",
        "for (int x : v) ++i;", "switch (n) case 1: ++i;", "[[likely]] ++i;", "here: ++i;"}) {
    INFO(without);
    CHECK(endsWithoutSemicolon(First(without).first()));
  }
  for (const char* with : {"int k = 0;", ";", "{ ++i; }", "for (;;) {}", "if (b) ++i; else {}", "try {} catch (int) {}",
                           "switch (n) {}", "here: ;", "while (b) int k = 0;"}) {
    INFO(with);
    CHECK_FALSE(endsWithoutSemicolon(First(with).first()));
  }
}

TEST_CASE("a condition changes variables beside the step with which the loop counts") {
  const auto changes = [](const std::string& loop, unsigned parameter) {
    const First source(loop);
    return changesInCondition(source.first(), source.function().getParamDecl(parameter));
  };
  const unsigned i = 1, j = 2;
  CHECK(changes("for (; i < --j; ++i) ;", j));
  CHECK_FALSE(changes("for (; i < --j; ++i) ;", i));
  CHECK(changes("for (; ++i < n; ++i) ;", i));
  CHECK_FALSE(changes("for (; ++i < n;) ;", i));
  CHECK_FALSE(changes("while (++i < n) a[i] = 1;", i));
  CHECK(changes("for (; i < (j += 2) + n;) ;", j));
  CHECK(changes("while (it++ != v.end() && n--) ;", 0));
}

#include "Syntax/BodyContents.h"

#include "../Fixtures/Precompiled.h"

#include "clang/AST/Decl.h"
#include "clang/Tooling/Tooling.h"

#include <catch2/catch.hpp>

#include <memory>

using namespace clustrix::compiler;

namespace {

const std::string head = R"(
#include <iterator>
#include <vector>
#define HALF (0.5 * n)
#define SIZE 16
using Real = double;
double table[8];
struct Point { double x; };
double g(double);
void f(double* a, const double* b, int n, std::vector<double>& v) {
)";

/// The body of `f`.
class Body {
 public:
  explicit Body(const std::string& text) {
    const std::string all = head + text + "\n}\n";
    unit_ = clang::tooling::buildASTFromCodeWithArgs(
        all, test::withPrecompiledHeaders(all, {"-std=c++20", "-w", "-fsyntax-only"}));
    REQUIRE_FALSE(unit_->getDiagnostics().hasErrorOccurred());
    for (const clang::Decl* one : unit_->getASTContext().getTranslationUnitDecl()->decls())
      if (const auto* named = llvm::dyn_cast<clang::FunctionDecl>(one); named && named->getNameAsString() == "f")
        body_ = named->getBody();
    REQUIRE(body_);
  }
  BodyContents contents() const { return contentsOf(body_); }
  bool isPlain() const { return isPlainText(body_); }
  const clang::Stmt* first() const { return *body_->child_begin(); }

 private:
  std::unique_ptr<clang::ASTUnit> unit_;
  const clang::Stmt* body_ = nullptr;
};

BodyContents contents(const std::string& text) { return Body(text).contents(); }
bool isPlain(const std::string& text) { return Body(text).isPlain(); }

const std::string counted = "for (int i = 0; i < n; ++i) a[i] = 2 * b[i];";

}  // namespace

TEST_CASE("a counted loop over plain pointers holds nothing that a pass would look for") {
  const BodyContents none = contents(counted + " double s = 0; for (int j = 4; j < n; j--) { s += a[j]; }");
  CHECK_FALSE(none.calls);
  CHECK_FALSE(none.rangeLoops);
  CHECK_FALSE(none.unusualLoops);
  CHECK_FALSE(none.movedPointers);
  CHECK_FALSE(none.aliases);
  CHECK(none.lonelyStores);
  CHECK_FALSE(contents("for (int i = 0; i < n; ++i) { a[i] = 1; a[n - i] = 2; }").lonelyStores);
}

TEST_CASE("what a pass looks for is seen wherever it stands") {
  for (const std::string around : {"%", "if (n > 3) { % }", "for (int i = 0; i < n; ++i) { % }",
                                   "switch (n) { case 1: % }", "try { % } catch (int) {}", "{ { % } }"}) {
    const auto with = [&](const std::string& text) {
      INFO(around << " with " << text);
      std::string all = around;
      return contents(all.replace(all.find('%'), 1, text));
    };
    CHECK(with("a[0] = g(1);").calls);
    CHECK(with("a[0] = v[0];").calls);
    CHECK(with("for (double x : v) a[0] += x;").rangeLoops);
    CHECK(with("while (n > 0) --n;").unusualLoops);
    CHECK(with("do --n; while (n > 0);").unusualLoops);
    CHECK(with("for (int j = 0; j < n;) a[j++] = 0;").unusualLoops);
    CHECK(with("for (int j = 0;; ++j) if (j > n) break;").unusualLoops);
    CHECK(with("for (int j = 0, k = 3; j < n; ++j, --k) a[j] = k;").unusualLoops);
    CHECK(with("for (int j = 0; j < n; ++j) { a[j] = 0; ++j; }").unusualLoops);
    CHECK(with("*a++ = 1;").movedPointers);
    CHECK(with("a += 2;").movedPointers);
    CHECK(with("auto it = v.begin(); ++it;").movedPointers);
    CHECK(with("double* p = a; p[0] = 1;").aliases);
    CHECK(with("std::vector<double>& w = v; w[0] = 1;").aliases);
    CHECK(with("auto it = v.begin();").aliases);
    CHECK(with("for (int j = 0; j < n; ++j) { a[j] = 1; }").lonelyStores);
  }
}

TEST_CASE("a lambda and a class may hold anything") {
  for (const std::string text : {"auto h = [&] { return n; };", "struct L { void m() { while (true) {} } };"}) {
    const BodyContents all = contents(text);
    CHECK(all.calls);
    CHECK(all.rangeLoops);
    CHECK(all.unusualLoops);
    CHECK(all.movedPointers);
    CHECK(all.aliases);
    CHECK(all.lonelyStores);
  }
}

TEST_CASE("text is plain where it spells no type but built-in ones and takes no name from a macro") {
  CHECK(isPlain(counted));
  CHECK(isPlain("for (int i = 0; i < SIZE; ++i) if (b[i] > 3) { const double t = -b[i]; a[i] = t > 1 ? t : 1.0; }"));
  CHECK_FALSE(isPlain("a[0] = HALF;"));
  CHECK_FALSE(isPlain("Real t = 1; a[0] = t;"));
  CHECK_FALSE(isPlain("auto t = 1.0; a[0] = t;"));
  CHECK_FALSE(isPlain("a[0] = (Real)n;"));
  CHECK_FALSE(isPlain("a[0] = sizeof(n);"));
  CHECK_FALSE(isPlain("decltype(n) t = 1; a[0] = t;"));
  CHECK_FALSE(isPlain("a[0] = table[n];"));
  CHECK_FALSE(isPlain("Point p; a[0] = p.x;"));
  CHECK_FALSE(isPlain("a[0] = g(b[0]);"));
  CHECK_FALSE(isPlain("a[0] = ::g(1);"));
  CHECK_FALSE(isPlain("int w[3]; a[0] = w[1];"));
}

TEST_CASE("a statement in an expression is one") {
  CHECK(isExpressionOnly(Body("a[n] = -b[n - 1] * (n > 2 ? g(n) : 1);").first()));
  CHECK_FALSE(isExpressionOnly(Body("a[0] = 1 + ({ if (n) return; 2; });").first()));
  CHECK_FALSE(isExpressionOnly(Body("a[({ if (n) return; 2; })] = 1;").first()));
  CHECK_FALSE(isExpressionOnly(Body("return;").first()));
}

#include "Normalise/TextPlaces.h"

#include "Syntax/TreeVisitor.h"

#include <catch2/catch.hpp>

#include "clang/Tooling/Tooling.h"

using namespace clustrix::compiler;

namespace {

class FirstLoop : public TreeVisitor {
 public:
  const clang::ForStmt* loop = nullptr;
  bool VisitForStmt(clang::ForStmt* one) override {
    if (!loop) loop = one;
    return true;
  }
};

/// From the first `for` in `text` to behind that loop; "" where it has no place.
std::string loopIn(const std::string& text) {
  const auto unit = clang::tooling::buildASTFromCode(text);
  FirstLoop first;
  for (clang::Decl* one : unit->getASTContext().getTranslationUnitDecl()->decls())
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(one); function && function->hasBody())
      first.TraverseStmt(function->getBody());
  REQUIRE(first.loop);
  const TextPlaces places(unit->getASTContext());
  const auto begin = places.at(first.loop->getBeginLoc()), end = places.behindLoop(first.loop);
  return begin && end ? places.text().slice(*begin, *end).str() : "";
}

}  // namespace

TEST_CASE("a loop ends behind its block, or behind the semicolon of its body") {
  CHECK(loopIn("void f(int n) { for (int i = 0; i < n; ++i) { } n = 1; }") == "for (int i = 0; i < n; ++i) { }");
  CHECK(loopIn("void f(int n, int* a) { for (int i = 0; i < n; ++i) a[i] = 0 ; n = 1; }") ==
        "for (int i = 0; i < n; ++i) a[i] = 0 ;");
  CHECK(loopIn("void f(int n) { for (int i = 0; i < n; ++i) for (;;) ; }") == "for (int i = 0; i < n; ++i) for (;;) ;");
}

TEST_CASE("what a macro says has no place") {
  CHECK(loopIn("#define LOOP for (int i = 0; i < n; ++i) { }\nvoid f(int n) { LOOP }") == "");
  CHECK(loopIn("#define END 0;\nvoid f(int n, int* a) { for (int i = 0; i < n; ++i) a[i] = END }") == "");
}

TEST_CASE("a fresh name is no part of the text") {
  const auto unit = clang::tooling::buildASTFromCode("int w_at, w_at2;");
  const TextPlaces places(unit->getASTContext());
  CHECK(places.fresh("w_at") == "w_at3");
  CHECK(places.fresh("x_at") == "x_at");
}

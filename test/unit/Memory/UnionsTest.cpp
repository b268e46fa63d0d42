#include "Memory/Unions.h"

#include "../Fixtures/ParsedFunction.h"

#include "clang/AST/Stmt.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

bool shares(const std::string& member) {
  const ParsedFunction parsed(
      "union Either { double d; long n; struct { short low, high; } parts; };\n"
      "struct Vec { union { double v[3]; struct { double x, y, z; }; }; double w; };\n"
      "struct Flags { int on : 1, level : 3; int plain; };\n"
      "struct Holder { Either either; Vec vec; Either* far; };\n"
      "void f(Either& either, Vec& vec, Flags flags, Holder& holder, double* a) {\n  " +
      member + ";\n}\n");
  const auto* body = llvm::cast<clang::CompoundStmt>(parsed.function().getBody());
  return sharesStorage(llvm::cast<clang::Expr>(body->body_back()));
}

}  // namespace

TEST_CASE("members of a union share their bytes, by whatever names they are reached") {
  CHECK(shares("either.d"));
  CHECK(shares("(either.n)"));
  CHECK(shares("either.parts.high"));
  CHECK(shares("vec.v"));
  CHECK(shares("vec.y"));
  CHECK(shares("holder.either.d"));
  CHECK(shares("holder.far->n"));
}

TEST_CASE("a bit-field shares its bytes with those beside it") {
  CHECK(shares("flags.level"));
  CHECK_FALSE(shares("flags.plain"));
}

TEST_CASE("a member beside a union, what a pointer leads to, and what is no member share nothing") {
  CHECK_FALSE(shares("vec.w"));
  CHECK_FALSE(shares("holder.vec"));
  CHECK_FALSE(shares("holder.far"));
  CHECK_FALSE(shares("a[1]"));
  CHECK_FALSE(shares("flags"));
}

#include "KernelText/PackedAddresses.h"

#include "../Fixtures/ParsedFunction.h"

#include "clang/Lex/Lexer.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The text of the first expression that leads to a misplaced member; "" where there is none.
std::string leading(const std::string& statements) {
  const ParsedFunction parsed(R"(
#include <algorithm>
struct __attribute__((packed)) Record { char tag; short values[5]; double x; char name[3]; int bits : 3; };
struct __attribute__((packed, aligned(8))) Aligned { double first; char c; double second; };
struct Plain { char tag; short values[5]; double x; Record in; };
void take(const double&); void point(const void*); void value(double);
void f(Record& r, Record* p, Aligned& a, Plain& q, int n) { )" +
                              statements + "\n}\n");
  const auto& context = parsed.function().getASTContext();
  const clang::Expr* found = packedAddress(parsed.function().getBody(), context);
  if (!found) return "";
  return clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(found->getSourceRange()),
                                     context.getSourceManager(), context.getLangOpts())
      .str();
}

}  // namespace

TEST_CASE("a pointer or a reference to a misplaced member is found") {
  CHECK(leading("point(&r.x);") == "r.x");
  CHECK(leading("short* s = r.values;") == "r.values");
  CHECK(leading("short* s = &p->values[n];") == "p->values[n]");
  CHECK(leading("double& x = r.x;") == "r.x");
  CHECK(leading("take(r.x);") == "r.x");
  CHECK(leading("for (short& v : r.values) v = 1;") == "r.values");
  CHECK(leading("double m = std::max(1.0, p->x);") == "p->x");
  CHECK(leading("point(&q.in.x);") == "q.in.x");
  CHECK(leading("point(&a.second);") == "a.second");
}

TEST_CASE("what a compiler takes apart where it is named is none") {
  CHECK(leading("r.values[n] += 1; r.x = p->values[2]; value(r.x);") == "");
  CHECK(leading("Record copy = r; copy.x = 2; *p = r;") == "");
  CHECK(leading("r.bits = 3;") == "");
}

TEST_CASE("members that stand where their types ask for, or that may stand anywhere, are none") {
  CHECK(leading("point(&q.x); short* s = q.values;") == "");
  CHECK(leading("point(&a.first);") == "");
  CHECK(leading("char* c = r.name; point(&r.tag);") == "");
  CHECK(leading("point(&r); Record& all = r;") == "");
}

#include "Memory/WrittenSizes.h"

#include "../Fixtures/ParsedFunction.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

TEST_CASE("the sizes of a type are those that are written in it, outermost first") {
  const ParsedFunction source(
      "void f(int n) { int plain[3]; int rows[n][n + 1]; int (*row)[n]; typedef int Row[n]; Row named; Row* many[n]; "
      "}");
  const auto sizes = [&](const char* name) {
    const auto& variable = llvm::cast<clang::ValueDecl>(source.own(name));
    const WrittenSizes found = sizesWrittenIn(variable.getType(), variable.getASTContext());
    CHECK(found.complete);
    return found.sizes.size();
  };
  CHECK(sizes("plain") == 0);
  CHECK(sizes("rows") == 2);
  CHECK(sizes("row") == 1);
  CHECK(sizes("named") == 0);
  CHECK(sizes("many") == 1);
}

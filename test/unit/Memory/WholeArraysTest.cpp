#include "Memory/WholeArrays.h"

#include "../Fixtures/ParsedFunction.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The first array of which the statements want more than elements; "" where there is none. They declare `own`.
std::string whole(const std::string& statements) {
  const ParsedFunction parsed(R"(
#include <iterator>
int table[4];
template <int N> int last(int (&values)[N]) { return values[N - 1]; }
void take(int*);
void f(int* p, int n, double (&rows)[2][3]) { int own[2] = {1, 2}; )" +
                              statements + "\n}\n");
  const auto* found = wholeArrayIn(parsed.function().getBody(), [](const clang::VarDecl* variable) {
    return variable->getIdentifier() && variable->getName() == "own";
  });
  return found ? found->getDecl()->getNameAsString() : "";
}

}  // namespace

TEST_CASE("elements of an array, and pointers to them, are what a kernel has") {
  CHECK(whole("p[0] = table[n] + *table + *(table + 1);") == "");
  CHECK(whole("take(table); take(&table[1]); p = table;") == "");
  CHECK(whole("p[0] = rows[1][2];") == "");
}

TEST_CASE("a loop over an array, a reference and a pointer to it want its type") {
  CHECK(whole("for (int x : table) p[0] += x;") == "table");
  CHECK(whole("p[0] = std::size(table);") == "table");
  CHECK(whole("p[0] = last(table);") == "table");
  CHECK(whole("auto& all = table; p[0] = all[1];") == "table");
  CHECK(whole("auto* all = &table; p[0] = (*all)[1];") == "table");
  CHECK(whole("for (auto& row : rows) p[0] += row[1];") == "rows");
}

TEST_CASE("an array of the text's own has its type, and what is not evaluated asks for none") {
  CHECK(whole("for (int x : own) p[0] += x;") == "");
  CHECK(whole("p[0] = last(own);") == "");
  CHECK(whole("p[0] = sizeof(table) + sizeof(*table);") == "");
  CHECK(whole("p[0] = noexcept(last(table));") == "");
  CHECK(whole("decltype(table) other; p[0] = sizeof(other);") == "");
}

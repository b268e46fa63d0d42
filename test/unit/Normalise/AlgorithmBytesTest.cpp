#include "CalledLoop.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// "COUNT: BODY" of a call of `memcpy` and its like, behind some declarations; "" where it stays a call.
std::string loopOf(const std::string& call, const std::string& before = "") {
  const auto loop = CalledLoop(before + call).loop(bytesLoop);
  if (!loop) return "";
  CHECK(loop->onlyInLoops);
  return loop->count + ": " + loop->body;
}
/// Of two arrays of four of the structure.
bool copiesElements(const std::string& members) {
  return !loopOf("std::memcpy(to, from, 4 * sizeof(S))", "struct S { " + members + " }; S to[4], from[4]; ").empty();
}

}  // namespace

TEST_CASE("a number of bytes is a number of elements where it is plainly a multiple") {
  CHECK(loopOf("std::memcpy(a, b, n * sizeof(double))") == "static_cast<std::ptrdiff_t>(n): a[k] = b[k];");
  CHECK(loopOf("std::memcpy(a + 1, b, 16)") == "static_cast<std::ptrdiff_t>(2): a[(1) + k] = b[k];");
  CHECK(loopOf("std::memcpy(a, b, n * 2 * sizeof(double))") != "");
  CHECK(loopOf("std::memcpy(a, b, 16 * n)") == "static_cast<std::ptrdiff_t>((2) * (n)): a[k] = b[k];");
  CHECK(loopOf("std::memcpy(a, b, n * sizeof(float))") == "");
  CHECK(loopOf("std::memcpy(a, b, n * sizeof(double) + 8)") == "");
  CHECK(loopOf("std::memcpy(a, b, sizeof(double))") == "");  // one element is no loop
}

TEST_CASE("a structure is copied as an element where it has no bytes beside its numbers") {
  CHECK(copiesElements("double x; float y, z;"));
  CHECK(copiesElements("struct { int x, y; } in; long k;"));
  CHECK_FALSE(copiesElements("double x; float y;"));
  CHECK_FALSE(copiesElements("int x : 16, y : 16;"));
  CHECK_FALSE(copiesElements("union { int x; float y; } in;"));
  CHECK_FALSE(copiesElements("bool x;"));
  CHECK_FALSE(copiesElements("int x; S& operator=(const S&);"));
  CHECK_FALSE(copiesElements("long double x;"));
}

TEST_CASE("bytes of zero are the number zero, other ones only elements of one byte") {
  CHECK(loopOf("std::memset(a, 0, n * sizeof(double))") ==
        "static_cast<std::ptrdiff_t>(n): a[k] = static_cast<double>(0);");
  CHECK(loopOf("std::memset(c, n, 8)", "signed char c[8]; ") ==
        "static_cast<std::ptrdiff_t>(8): c[k] = static_cast<signed char>(static_cast<unsigned char>(n));");
  CHECK(loopOf("std::memset(a, 1, n * sizeof(double))") == "");
  CHECK(loopOf("std::memset(c, n, 8)", "bool c[8]; ") == "");
  CHECK(loopOf("std::memset(p, 0, n * sizeof(Item))") == "");
}

TEST_CASE("a move begins at the end that it does not overwrite") {
  CHECK(loopOf("std::memmove(a + 1, a, n * sizeof(double))") ==
        "static_cast<std::ptrdiff_t>(n): a[(1) + ((1) > 0 ? static_cast<std::ptrdiff_t>(n) - 1 - k : k)] = "
        "a[((1) > 0 ? static_cast<std::ptrdiff_t>(n) - 1 - k : k)];");
  CHECK(loopOf("std::memmove(a + n, b + n, 16)") == "static_cast<std::ptrdiff_t>(2): a[(n) + k] = b[(n) + k];");
  CHECK(loopOf("std::memmove(a + n, b, 16)") == "");
}

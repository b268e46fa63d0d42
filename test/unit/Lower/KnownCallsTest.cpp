#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel body(const std::string& statements) {
  return modelOf(
      "#include <algorithm>\n#include <bit>\n#include <cassert>\n#include <cmath>\n#include <complex>\n#include "
      "<cstdlib>\n"
      "#include <cstring>\n#include <utility>\n#include <vector>\nstruct S { double x; ~S(); };\n"
      "[[clustrix::cluster]] void f(double* a, double* b, unsigned* u, std::complex<double>* z,\n"
      "                             std::vector<std::pair<int, double>>& v, int n) {\n"
      "  for (int i = 0; i < n; ++i) { " +
      statements + " } }\n");
}

bool isPlain(const std::string& statements) { return body(statements).effects.empty(); }

}  // namespace

TEST_CASE("names for an object are the object") {
  const LoopModel model = body("a[i] = std::move(b[i]) + std::as_const(b[i]);");
  CHECK(model.effects.empty());
  CHECK(model.accesses.size() == 3);
  CHECK(isPlain("std::swap(a[i], b[i]);"));
  CHECK(isPlain("b[i] = std::exchange(a[i], 1.0);"));
  CHECK(isPlain("double* p = std::addressof(a[i]); *p = 1;"));
  CHECK_FALSE(isPlain("int* p = std::addressof(n); *p = 1;"));
}

TEST_CASE("the parts of a complex number are halves of the element") {
  const LoopModel model = body("a[i] = z[i].imag();");
  CHECK(model.effects.empty());
  for (const Access& access : model.accesses)
    if (access.kind == AccessKind::Read) CHECK((access.byteBegin == 8 && access.byteEnd == 16));
}

TEST_CASE("bits are counted and copied without effects") {
  CHECK(isPlain("u[i] = std::popcount(u[i]) + __builtin_clz(u[i] | 1);"));
  CHECK(isPlain("u[i] = __builtin_popcount(u[i]);"));
  CHECK(isPlain("u[i] = std::bit_cast<unsigned long>(a[i]) & 7;"));
}

TEST_CASE("copied bytes are accesses of the elements") {
  const LoopModel model = body("std::memcpy(&a[i], &b[i + 1], sizeof(double));");
  CHECK(model.effects.empty());
  REQUIRE(model.accesses.size() == 2);
  CHECK(text(model, *model.accesses[0].index) == "k_i + 1");
  CHECK(model.accesses[1].kind == AccessKind::Write);
  const LoopModel longer = body("std::memcpy(&a[i], &b[i], 12);");
  CHECK_FALSE(longer.accesses[1].index.has_value());
  CHECK_FALSE(isPlain("std::memcpy(&a[i], &b[i], n);"));
}

TEST_CASE("bytes copied to a place in a member array lie at that place") {
  const LoopModel model = modelOf(
      "#include <cstring>\nstruct S { double x; int k[4]; };\n[[clustrix::cluster]] void f(S* s, int n, int j) { for "
      "(int "
      "i = 0; i < n; ++i) { std::memcpy(&s[i].k[1], &s[i].k[j], sizeof(int)); } }\n");
  CHECK(model.effects.empty());
  REQUIRE(model.accesses.size() == 2);
  CHECK(model.accesses[0].byteBegin == 8);
  CHECK(model.accesses[0].byteEnd == 24);
  CHECK(model.accesses[0].someBytes == 4);
  CHECK(model.accesses[1].byteBegin == 12);
  CHECK(model.accesses[1].byteEnd == 16);
}

TEST_CASE("a failed assertion ends the program, whatever the order, and so does what stands in an expression") {
  CHECK(isPlain("assert(a[i] > 0); a[i] = 1;"));
  CHECK(isPlain("a[i] < 0 ? std::abort() : void(); a[i] = 1;"));
  CHECK_FALSE(isPlain("a[i] < 0 ? std::exit(1) : void(); a[i] = 1;"));
}

TEST_CASE("pairs are copied as bytes, objects with a destructor are not") {
  CHECK(isPlain("v[i].second = v[i].first;"));
  CHECK_FALSE(modelOf("#include <vector>\nstruct S { double x; ~S(); };\n[[clustrix::cluster]] void f(std::vector<S>& "
                      "v) { for (unsigned i = 0; i < v.size(); ++i) { S s = v[i]; v[i].x = s.x + 1; } }\n")
                  .effects.empty());
}

TEST_CASE("a function with a second result writes where its last argument points") {
  CHECK(hasEffect(body("a[i] = std::frexp(b[i], &n);"), "effect.pointer-unknown"));
  const LoopModel whole = body("a[i] = std::modf(b[i], &b[i + 3]); double w; a[i] += std::modf(b[i], &w) + w;");
  CHECK(whole.effects.empty());
  std::vector<std::string> written;
  for (const Access& access : whole.accesses)
    if (access.kind == AccessKind::Write) written.push_back(text(whole, *access.index));
  CHECK(std::count(written.begin(), written.end(), "k_i + 3") == 1);
}

TEST_CASE("an integer division of the library's is one of numbers, but is not tried in vain") {
  CHECK(isPlain("u[i] = std::div(7, n).rem;"));
  CHECK(hasEffect(body("if (std::div(i, n).rem > 4) break;"), "search.speculation"));
}

TEST_CASE("rows are sorted as what is read and written, and by comparisons that look at two elements alone") {
  CHECK(isPlain("double t[3] = {a[i], b[i], 2}; std::sort(t, t + 3); a[i] = t[1];"));
  CHECK(isPlain("std::sort(a + 3 * i, a + 3 * i + 3);"));
  CHECK(isPlain("double t[3] = {a[i], b[i], 2}; std::sort(t, t + 3, [](double x, double y) { return x > y; });"));
  CHECK(hasEffect(body("std::sort(a, a + 3, [&](double x, double y) { return x * b[i] > y; });"), "effect.call"));
  CHECK(hasEffect(body("std::sort(a, &b[3]);"), "effect.call"));
  // The elements are not what they were.
  const LoopModel model = body("int t[2] = {3, 1}; std::sort(t, t + 2); a[i] = b[t[0]];");
  for (const Access& access : model.accesses)
    if (access.kind == AccessKind::Read) CHECK_FALSE(access.index);
}

TEST_CASE("a text in quotes is read as a table") {
  CHECK(isPlain("u[i] = \"ACGT\"[u[i] & 3];"));
  CHECK(isPlain("const char* p = n > 3 ? \"abc\" : \"xyz\"; u[i] = p[i & 1];"));
}

TEST_CASE("a bisection reads of its range, and finds one of its places or the one behind it") {
  const LoopModel model = body("const double* at = std::lower_bound(b + 3, b + n, 0.5); a[i] = *at;");
  CHECK(model.effects.empty());
  REQUIRE(model.accesses.size() == 3);
  const Access &searched = model.accesses[0], &followed = model.accesses[1];
  CHECK(searched.loops.size() == 2);
  CHECK(text(model, *searched.index) == "element + 3");
  CHECK(text(model, *followed.index) == "found + 3");
  REQUIRE(followed.conditions.size() == 2);
  CHECK(text(model, followed.conditions[0]) == "found");
  CHECK(text(model, followed.conditions[1]) == "n - found - 3");
}

TEST_CASE("ranges of vectors and of an iteration's own are searched, and with values of other types") {
  CHECK(isPlain("double t[4] = {1, 2, 3, b[i]}; a[i] = std::upper_bound(t, t + 4, 2) - t;"));
  CHECK(isPlain("a[i] = std::binary_search(u, u + n, i);"));
  CHECK(isPlain("const auto first = b + n; a[i] = std::upper_bound(first, first + n, u[i]) == first + n;"));
}

TEST_CASE("an end that may have wrapped around is asked for") {
  CHECK(body("a[i] = *std::lower_bound(b, b + (n - 1), 0.5);").obligations.size() <
        body("a[i] = *std::lower_bound(b, b + (static_cast<unsigned>(n) - 1u), 0.5);").obligations.size());
}

TEST_CASE("what else a search may call, or lead to, is refused") {
  CHECK_FALSE(isPlain("a[i] = std::lower_bound(b, b + n, 0.5, [&](double x, double y) { return x < y && n++; }) - b;"));
  CHECK_FALSE(isPlain("a[i] = std::lower_bound(v.begin(), v.end(), v[i]) - v.begin();"));
}

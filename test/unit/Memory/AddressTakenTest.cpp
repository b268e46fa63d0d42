// A variable whose address gets out lies in memory, which something else may change.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// Whether a loop that reads a local `x`, `s.v` and `row[1]` has any of them in memory, where the statements stand in
/// front of it.
bool isTaken(const std::string& before, const std::string& inLoop = "") {
  const LoopModel model = modelOf(R"(
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>
struct S { int v; int get() const { return v; } void see(); S& operator+=(int); };
void use(const int*); void keep(const int&); int number(int);
[[clustrix::cluster]] void f(int* a, int n) {
  int x = n, y = n; S s{n}; S t{n}; int row[4] = {}; std::vector<int> w;
  )" + before + "\n  for (int i = 0; i < n; ++i) { a[i] = x + y + s.v + t.v + row[i % 4]; " +
                                  inLoop + " }\n}\n");
  CHECK(model.effects.empty());
  return !model.memoryScalars.empty();
}

}  // namespace

TEST_CASE("a pointer, a reference or a call that takes one lets the address out") {
  for (const char* before :
       {"use(&x);", "int& r = x;", "keep(x);", "use(n ? &x : nullptr);", "int& r = n ? x : y;", "use(&(x = 2));",
        "int& r = ++x;", "use(&s.v);", "s.see();", "s += 2;", "const S& r = s;", "auto p = std::minmax(x, y);"}) {
    INFO(before);
    CHECK(isTaken(before));
  }
}

TEST_CASE("a variable that is read, written or passed by value keeps its address") {
  for (const char* before : {"x = y; x += 2; x++; ++x;", "(x)--, y = number(x);", "t = s; S u = s; S v(t);",
                             "int z = n ? x : y; row[x] = z;", "s.v = 3; ++s.v;",
                             "auto h = [x] { return x; }; y = h();", "(void)x; static_cast<void>(s);"}) {
    INFO(before);
    CHECK_FALSE(isTaken(before));
  }
}

TEST_CASE("what the library takes by reference and keeps by value lets no address out") {
  for (const char* before : {"y = std::max(x, 3);", "auto p = std::make_pair(x, 1);", "std::pair<int, int> p(x, 1);",
                             "w.push_back(x);", "w.emplace_back(x);", "std::optional<int> o = x; y = o.value_or(x);"}) {
    INFO(before);
    CHECK_FALSE(isTaken(before));
  }
  CHECK(isTaken("std::pair<int&, int> p(x, 1);"));
  CHECK(isTaken("std::vector<S> u; u.push_back(s);"));
}

TEST_CASE("a lambda in the loop is seen wherever it is called, one in front of it is not") {
  CHECK_FALSE(isTaken("", "const auto h = [&] { return x; }; a[i] += h();"));
  CHECK(isTaken("auto h = [&] { return ++x; };"));
  CHECK(isTaken("auto h = [&x] { return x; };"));
}

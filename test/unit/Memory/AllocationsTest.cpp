// Memory that a declaration allocates: its own, of a known size, and forgotten where the function is left.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// Of `a`, which the loop writes.
ArrayObject allocated(const std::string& before, const std::string& after = "",
                      const std::string& body = "{ if (v[i] < 0) std::exit(1); a[i] = v[i]; }") {
  const SourceUnit unit = parse(
      "#include <csetjmp>\n#include <cstdlib>\nextern double* seen; extern std::jmp_buf back; void see(double*);\n"
      "template <class T> T* allocate(std::size_t n) { return static_cast<T*>(std::malloc(sizeof(T) * n)); }\n"
      "inline double* numbers(int n) { return new double[n]; }\n"
      "inline double* twice(int n) { return allocate<double>(2 * n); }\n"
      "inline double* zeroed(int n) { double* a = new double[n]; a[0] = 0; return a; }\n"
      "template <class T> void release(T** a) { std::free(*a); *a = nullptr; }\n"
      "[[clustrix::cluster]] void f(const double* v, int n, double* given) {\n  " +
      before + "\n  for (int i = 0; i < n; ++i) " + body + "\n" + after + "\n}\n");
  const LoopModel& model = unit.functions.at(0).loops.back().model;
  for (const ArrayObject& array : model.arrays)
    if (array.name == "a") return array;
  FAIL("no array a");
  return {};
}
std::string extentOf(const std::string& before) { return allocated(before).extent.value_or("unknown"); }

}  // namespace

TEST_CASE("a helper that returns what it allocates is an allocation, and its size the argument's") {
  CHECK(extentOf("double* a = allocate<double>(n + 3);") ==
        "(a == nullptr ? 0 : static_cast<clustrix::Index>((n + 3)))");
  CHECK(extentOf("double* a = numbers(4 * n);") == "static_cast<clustrix::Index>((4 * n))");
  // Of other elements than the pointer's: it is known of bytes alone.
  CHECK(extentOf("double* a = (double*)allocate<char>(n);").find("((n)) / sizeof(a[0])") != std::string::npos);
  CHECK(extentOf("double* a = (double*)new char[n];").find("((n)) / sizeof(a[0])") != std::string::npos);
  CHECK(extentOf("double* a = (double*)allocate<float>(n);") == "unknown");
  CHECK(extentOf("double* a = (double*)new int[n];") == "unknown");
  CHECK_FALSE(allocated("double* a = (double*)allocate<char>(n);").identity.empty());
  CHECK(extentOf("double* a = twice(n);") == "unknown");
  CHECK_FALSE(allocated("double* a = twice(n);").identity.empty());
  CHECK(allocated("double* a = zeroed(n);").identity.empty());
  CHECK(allocated("double* a = given;").identity.empty());
}

TEST_CASE("a pointer that changes behind the loop alone is what it was declared as") {
  CHECK_FALSE(allocated("double* a = numbers(n);", "release(&a);").identity.empty());
  CHECK_FALSE(allocated("double* a = numbers(n);", "a = given;").identity.empty());
  CHECK(allocated("double* a = numbers(n); release(&a);").identity.empty());
  CHECK(allocated("double* a = numbers(n); a = given;").identity.empty());
  CHECK(allocated("double* a = numbers(n); for (int t = 0; t < 3; ++t) {", "a = given; }").identity.empty());
  CHECK_FALSE(allocated("for (int t = 0; t < 3; ++t) { double* a = numbers(n);", "a = given; }").identity.empty());
  CHECK(allocated("double* a = numbers(n); again: ;", "if (n > 5) { a = given; n = 3; goto again; }").identity.empty());
}

TEST_CASE("what nobody has been told of is forgotten where the function is left") {
  CHECK(allocated("double* a = numbers(n);").forgotten);
  CHECK(allocated("double* a = numbers(n); for (int i = 0; i < n; ++i) a[i] = 1;", "see(a); release(&a);").forgotten);
  CHECK_FALSE(allocated("double* a = numbers(n); see(a);").forgotten);
  CHECK_FALSE(allocated("double* a = numbers(n); seen = a;").forgotten);
  CHECK_FALSE(allocated("double* a = numbers(n); seen = &a[3];").forgotten);
  CHECK_FALSE(allocated("double* a = numbers(n); double& first = a[0]; see(&first);").forgotten);
  CHECK_FALSE(allocated("double* a = numbers(n); double* b = a + 1; seen = b;").forgotten);
  CHECK_FALSE(allocated("double* a = numbers(n); for (int t = 0; t < 3; ++t) {", "see(a); }").forgotten);
  CHECK_FALSE(allocated("double* a = numbers(n); try {", "} catch (...) { see(a); }").forgotten);
  CHECK_FALSE(allocated("double* a = numbers(n); if (setjmp(back)) see(a);").forgotten);
  CHECK_FALSE(allocated("double* a = given;").forgotten);
}

#include "Library/DeviceBuiltins.h"

#include "../Fixtures/ParsedFunction.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The function that an expression calls.
class Called : public ParsedFunction {
 public:
  explicit Called(const std::string& call)
      : ParsedFunction(
            "#include <algorithm>\n#include <cmath>\n#include <cstring>\n"
            "namespace own { bool isnormal(double); double max(double, double); }\n"
            "double sqrtf(int, int); auto f(double x, float y, int n, char* p) { return " +
            call + "; }") {}
  const clang::FunctionDecl& callee() const {
    const clang::FunctionDecl* called = statement<clang::CallExpr>().getDirectCallee();
    REQUIRE(called);
    return *called;
  }
};

bool isOfDevices(const std::string& call) { return isBuiltinOfDevices(Called(call).callee()); }
bool isLeftOut(const std::string& call) { return isLeftOutOnDevices(Called(call).callee()); }

}  // namespace

TEST_CASE("the builtins of mathematics are those of devices for double and float") {
  for (const char* call : {"__builtin_sqrt(x)", "__builtin_sqrtf(y)", "__builtin_fma(x, x, x)", "__builtin_powi(x, n)",
                           "__builtin_powif(y, n)", "__builtin_erff(y)"}) {
    INFO(call);
    CHECK(isOfDevices(call));
  }
  for (const char* call : {"__builtin_sqrtl(x)", "__builtin_powl(x, x)", "__builtin_frexp(x, &n)"}) {
    INFO(call);
    CHECK_FALSE(isOfDevices(call));
  }
}

TEST_CASE("the builtins of bits and of kinds of numbers are those of devices by their own names") {
  for (const char* call : {"__builtin_popcountll(n)", "__builtin_ctz(n)", "__builtin_bswap64(n)", "__builtin_isnan(x)",
                           "__builtin_isless(x, y)", "__builtin_huge_valf()", "__builtin_labs(n)"}) {
    INFO(call);
    CHECK(isOfDevices(call));
  }
  for (const char* call : {"__builtin_popcountg(1u)", "__builtin_isfpclass(x, 3)"}) {
    INFO(call);
    CHECK_FALSE(isOfDevices(call));
  }
}

TEST_CASE("the host's builtins, and functions of the same names, are none of devices") {
  for (const char* call :
       {"__builtin_memcpy(p, p, n)", "__builtin_alloca(n)", "__builtin_expect(n, 1)", "__builtin_return_address(0)",
        "__builtin_trap()", "std::sqrt(x)", "sqrt(x)", "memcpy(p, p, n)", "sqrtf(n, n)", "own::isnormal(x)"}) {
    INFO(call);
    CHECK_FALSE(isOfDevices(call));
  }
}

TEST_CASE("the library's tests of numbers that nvcc compiles to nothing are left out, and no others") {
  for (const char* call : {"std::isnormal(x)", "std::fpclassify(x)", "std::isless(x, y)", "std::isunordered(y, y)"}) {
    INFO(call);
    CHECK(isLeftOut(call));
  }
  for (const char* call : {"std::isnan(x)", "std::signbit(y)", "own::isnormal(x)", "__builtin_isnormal(x)"}) {
    INFO(call);
    CHECK_FALSE(isLeftOut(call));
  }
}

TEST_CASE("nvcc has functions of its own by the names of max and min alone") {
  const auto hasNamesake = [](const std::string& call) { return hasNamesakeOfNvcc(Called(call).callee()); };
  CHECK(hasNamesake("std::max(x, x)"));
  CHECK(hasNamesake("std::min(n, n)"));
  CHECK_FALSE(hasNamesake("std::fmax(x, x)"));
  CHECK_FALSE(hasNamesake("own::max(x, x)"));
}

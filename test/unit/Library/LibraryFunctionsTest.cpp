#include "Library/LibraryFunctions.h"

#include "../Fixtures/ParsedFunction.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The first call in an expression.
class CalledFunction : public ParsedFunction {
 public:
  explicit CalledFunction(const std::string& text, const std::string& declarations = "")
      : ParsedFunction(
            "#include <algorithm>\n#include <cmath>\n#include <cstdlib>\n#include <utility>\n#include <vector>\n"
            "struct Own { int push_back(int); Own& operator++(); bool operator<(Own) const; };\n" +
            declarations +
            "\nvoid f(double x, float y, int n, int* p, std::vector<int>& v, std::vector<int>* w, Own& own,\n"
            "       std::vector<int>::iterator it, std::vector<int>::const_iterator end) { " +
            text + "; }") {}
  const clang::CallExpr& call() const { return statement<clang::CallExpr>(); }
  const clang::CXXOperatorCallExpr& operation() const { return statement<clang::CXXOperatorCallExpr>(); }
  const clang::FunctionDecl* callee() const { return call().getDirectCallee(); }
};

bool isPure(const std::string& text, const std::string& declarations = "") {
  return isPureFunction(CalledFunction(text, declarations).callee());
}
bool moves(const std::string& text) { return movesIterator(&CalledFunction(text).operation()); }
bool relates(const std::string& text) { return relatesIterators(&CalledFunction(text).operation()); }
bool isNaming(const std::string& text) { return isNamingCall(&CalledFunction(text).call()); }
bool grows(const std::string& text) { return growthIn(&CalledFunction(text).statement<clang::Expr>()) != nullptr; }

}  // namespace

TEST_CASE("library functions that read numbers are pure") {
  for (const char* text : {"std::sqrt(x)", "sqrtf(y)", "std::pow(x, n)", "std::max(n, 2)", "std::min({n, 2, 3})",
                           "std::abs(n)", "std::isnan(x)", "std::clamp(x, 0.0, 1.0)", "lgamma(x)"}) {
    INFO(text);
    CHECK(isPure(text));
  }
}

TEST_CASE("functions that write, keep state or call something of the program's are not pure") {
  for (const char* text : {"std::frexp(x, &n)", "std::rand()", "std::max(n, 2, [](int a, int b) { return a < b; })",
                           "std::max({n, 2}, [](int a, int b) { return a < b; })", "std::swap(n, *p)", "v.size()"}) {
    INFO(text);
    CHECK_FALSE(isPure(text));
  }
  CHECK_FALSE(isPure("own::sqrt(x)", "namespace own { double sqrt(double); }"));
  CHECK_FALSE(isPure("log2(n, n)", "int log2(int, int);"));
  CHECK_FALSE(isPure("clamp(n)", "extern \"C\" int clamp(int);"));
  CHECK_FALSE(
      isPure("vendor::sqrt(x)", "# 1 \"vendor.h\" 3\nnamespace vendor { double sqrt(double); }\n# 9 \"input.cc\""));
  CHECK_FALSE(isPure("std::max(own, own)"));
  CHECK_FALSE(isPureFunction(nullptr));
}

TEST_CASE("iterators are moved by what changes them, and related by what asks for their order or distance") {
  for (const char* text : {"++it", "it--", "it += n", "it -= 2"}) {
    CHECK(moves(text));
    CHECK_FALSE(relates(text));
  }
  for (const char* text : {"it == end", "end - it", "it <=> it"}) {
    CHECK(relates(text));
    CHECK_FALSE(moves(text));
  }
  for (const char* text : {"*it", "it + n", "it - 2", "it = v.begin()", "++own", "own < own", "v[n]"}) {
    INFO(text);
    CHECK_FALSE(moves(text));
    CHECK_FALSE(relates(text));
  }
}

TEST_CASE("a naming call is a name for its argument") {
  for (const char* text : {"std::move(n)", "std::as_const(v)", "std::forward<int&>(n)", "std::move_if_noexcept(v)"})
    CHECK(isNaming(text));
  for (const char* text :
       {"std::move(p, p, p)", "std::exchange(n, 2)", "std::abs(n)", "std::max(n, 2)", "own::move(n)"}) {
    INFO(text);
    CHECK_FALSE(isNamingCall(&CalledFunction(text, "namespace own { int&& move(int&); }").call()));
  }
}

TEST_CASE("a container of the library grows by one element behind its last one") {
  CHECK(grows("v.push_back(n)"));
  CHECK(grows("v.emplace_back(n)"));
  for (const char* text :
       {"v.pop_back()", "v.emplace_back()", "v.insert(it, n)", "own.push_back(n)", "n + 2", "w->push_back(n)"}) {
    INFO(text);
    CHECK_FALSE(grows(text));
  }
  CHECK_FALSE(growthIn(nullptr));
}

TEST_CASE("functions with a second result, divisions and sorts are known by name and by what they are given") {
  const auto second = [](const std::string& text) { return writesThroughLast(CalledFunction(text).callee()); };
  CHECK(second("std::frexp(x, &n)"));
  CHECK(second("modf(x, &x)"));
  CHECK(second("modff(y, &y)"));
  CHECK_FALSE(second("std::remquo(x, x, &n)"));
  CHECK_FALSE(second("std::ldexp(x, n)"));
  CHECK(isDivisionOfLibrary(CalledFunction("std::div(n, 3)").callee()));
  CHECK(isDivisionOfLibrary(CalledFunction("std::ldiv(n, 3)").callee()));
  CHECK_FALSE(isDivisionOfLibrary(CalledFunction("div(own, n)", "int div(Own, int);").callee()));
  const auto sorts = [](const std::string& text) { return isSortOfElements(CalledFunction(text).callee()); };
  CHECK(sorts("std::sort(p, p + n)"));
  CHECK(sorts("std::sort(v.begin(), v.end())"));
  CHECK(sorts("std::sort(p, p + n, [](int a, int b) { return a > b; })"));
  CHECK_FALSE(sorts("std::stable_sort(p, p + n)"));
  const auto bisects = [](const std::string& text) { return isBisectionOfNumbers(CalledFunction(text).callee()); };
  CHECK(bisects("std::lower_bound(p, p + n, x)"));
  CHECK(bisects("std::upper_bound(v.begin(), v.end(), n)"));
  CHECK(bisects("std::binary_search(p, p + n, 3)"));
  CHECK_FALSE(bisects("std::lower_bound(p, p + n, x, [](int a, double b) { return a < b; })"));
  CHECK_FALSE(bisects("std::find(p, p + n, 3)"));
}

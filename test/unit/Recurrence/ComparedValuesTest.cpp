#include "Recurrence/ComparedValues.h"

#include "../Fixtures/ParsedFunction.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The last statement, which is a call.
class Call {
 public:
  explicit Call(const std::string& text)
      : parsed_(
            "#include <algorithm>\n#include <string>\nint min(int, int); int any(std::initializer_list<int>);\n"
            "void f(int a, int b, double x, std::initializer_list<int> list, std::string s) {\n  " +
            text + ";\n}\n") {
    const auto* last = llvm::cast<clang::CompoundStmt>(parsed_.function().getBody())->body_back();
    call_ = llvm::cast<clang::CallExpr>(llvm::cast<clang::Expr>(last)->IgnoreUnlessSpelledInSource());
  }
  bool isOfTwo() const { return isExtremum(call_); }
  bool isOfList() const { return comparesList(call_->getDirectCallee()); }
  std::size_t values() const { return comparedValues(call_).size(); }

 private:
  ParsedFunction parsed_;
  const clang::CallExpr* call_ = nullptr;
};

}  // namespace

TEST_CASE("an extremum of two integers is the library's, without an order of its own") {
  CHECK(Call("std::min(a, b)").isOfTwo());
  CHECK(Call("std::max(a, 3)").isOfTwo());
  CHECK_FALSE(Call("std::max(x, 0.5)").isOfTwo());
  CHECK_FALSE(Call("min(a, b)").isOfTwo());
  CHECK_FALSE(Call("std::min({a, b})").isOfTwo());
  CHECK_FALSE(Call("std::min(a, b, [](int p, int q) { return q < p; })").isOfTwo());
}

TEST_CASE("a list of numbers is compared by the library's functions alone") {
  CHECK(Call("std::min({a, b, 3})").isOfList());
  CHECK(Call("std::max({x, 0.5})").isOfList());
  CHECK_FALSE(Call("std::min({s, s})").isOfList());
  CHECK_FALSE(Call("any({a, b})").isOfList());
  CHECK_FALSE(Call("std::min(a, b)").isOfList());
  CHECK_FALSE(comparesList(nullptr));
}

TEST_CASE("what is compared are two arguments, or as many as the list is written with") {
  CHECK(Call("std::min(a, b)").values() == 2);
  CHECK(Call("std::min({a, b, 3})").values() == 3);
  CHECK(Call("std::min(list)").values() == 0);
  CHECK(Call("std::min(a, b, [](int p, int q) { return q < p; })").values() == 0);
}

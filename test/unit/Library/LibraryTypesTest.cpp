#include "Library/LibraryTypes.h"

#include "../Fixtures/ParsedFunction.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// A variable of that type.
class Typed : public ParsedFunction {
 public:
  explicit Typed(const std::string& type)
      : ParsedFunction(
            "#include <array>\n#include <bitset>\n#include <list>\n#include <optional>\n#include <set>\n#include "
            "<span>\n"
            "#include <string>\n#include <string_view>\n#include <tuple>\n#include <vector>\n"
            "namespace own { template <class T> struct vector { T* p; }; template <class T> struct optional {}; }\n"
            "struct Plain { int x; double y[3]; }; struct Copied { int x; Copied(const Copied&); };\n"
            "struct Freed { ~Freed(); }; void f(" +
            type + " x) {}") {}
  clang::QualType type() const { return function().getParamDecl(0)->getType(); }
};

std::string element(const std::string& type) {
  const Typed source(type);
  const clang::QualType found = iteratorElement(source.type());
  CHECK(isIteratorType(source.type()) == !found.isNull());
  return found.isNull() ? "none" : found.getAsString();
}

}  // namespace

TEST_CASE("a view shows elements of others, and a span lets them be written") {
  CHECK(isViewType(Typed("std::string_view").type()));
  CHECK_FALSE(isViewType(Typed("std::string").type()));
  CHECK(isSpanType(Typed("const std::span<int, 3>&").type()));
  CHECK_FALSE(isSpanType(Typed("std::string_view").type()));
}

TEST_CASE("an iterator is a pointer to an element in a wrapper") {
  CHECK(element("std::vector<double>::iterator") == "double");
  CHECK(element("const std::vector<double>::const_iterator&") == "const double");
  CHECK(element("std::string::iterator") == "char");
  for (const char* type : {"std::list<int>::iterator", "std::vector<bool>::iterator", "int*", "std::vector<int>",
                           "std::vector<int>::reverse_iterator"})
    CHECK(element(type) == "none");
}

TEST_CASE("the length of an array is in its type") {
  CHECK(fixedLength(Typed("const std::array<int, 3>&").type()) == 3);
  for (const char* type : {"std::vector<int>", "std::span<int, 3>", "own::vector<int>", "int*"})
    CHECK_FALSE(fixedLength(Typed(type).type()));
}

TEST_CASE("an optional is one of a number") {
  CHECK(isOptionalType(Typed("std::optional<double>").type()));
  CHECK(isOptionalType(Typed("const std::optional<bool>&").type()));
  for (const char* type : {"std::optional<Plain>", "std::optional<int*>", "own::optional<int>", "int"})
    CHECK_FALSE(isOptionalType(Typed(type).type()));
}

TEST_CASE("a bitset has the bits that its type says") {
  CHECK(bitsOf(Typed("const std::bitset<70>&").type()) == 70);
  CHECK(bitsOf(Typed("std::bitset<0>").type()) == 0);
  for (const char* type : {"std::array<int, 3>", "std::bitset<8>*", "std::bitset<8>::reference", "unsigned"})
    CHECK_FALSE(bitsOf(Typed(type).type()));
}

namespace {

const clang::FunctionDecl* calledIn(const clang::Stmt* statement) {
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) return call->getDirectCallee();
  for (const clang::Stmt* child : statement->children())
    if (const clang::FunctionDecl* found = child ? calledIn(child) : nullptr) return found;
  return nullptr;
}

}  // namespace

TEST_CASE("devices have a bitset's functions, but for those of texts") {
  const auto judged = [](const std::string& call) {
    const ParsedFunction source(
        "#include <bitset>\n#include <iostream>\n#include <string>\n"
        "void f(std::bitset<9> b, std::bitset<9> c) { " +
        call + "; }");
    const clang::FunctionDecl* called = calledIn(source.function().getBody());
    REQUIRE(called);
    return std::pair(isBitsetFunction(*called), isBitsetFunctionOnDevices(*called));
  };
  for (const char* call : {"b.set(3)", "b.count()", "b[3]", "b[2] = true", "b[3].flip()", "(void)~b[3]",
                           "(void)(b & c)", "b |= c", "(void)(b == c)", "b <<= 2"}) {
    INFO(call);
    CHECK(judged(call) == std::pair(true, true));
  }
  CHECK(judged("b.to_string()") == std::pair(true, false));
  for (const char* call : {"std::cout << b", "std::swap(b, c)", "std::hash<std::bitset<9>>()(b)"}) {
    INFO(call);
    CHECK(judged(call) == std::pair(false, false));
  }
}

TEST_CASE("objects are copied as bytes where no function of theirs has a say in it") {
  for (const char* type :
       {"int", "double*", "Plain", "std::pair<int, double>", "std::tuple<int, Plain, std::pair<int, int>>",
        "std::array<int, 3>", "std::optional<int>", "std::tuple<>"}) {
    INFO(type);
    CHECK(copiesAsBytes(Typed(type).type()));
  }
  for (const char* type : {"Copied", "Freed", "std::string", "std::vector<int>", "std::pair<int, std::string>",
                           "std::pair<int&, int>", "std::tuple<int, Copied>", "std::tuple<int, double&>"}) {
    INFO(type);
    CHECK_FALSE(copiesAsBytes(Typed(type).type()));
  }
}

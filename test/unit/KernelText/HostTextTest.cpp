// Names of types as a kernel can write them, and C++ that the host evaluates in front of the loop.
#include "../Fixtures/WalkedLoop.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

const std::string types = R"(#include <cstddef>
#include <vector>
namespace ns { struct S { int x; }; template <class T> struct Box { T held; }; enum class Side { left }; }
namespace { struct Hidden { struct In { int x; }; }; }
class Owner { struct Secret { int x; }; public: struct Open { int x; }; static Secret secret; };
template <int n> struct Sized { int x[n]; };
typedef struct { int x; } Nameless;
using Count = long;
template <class T, template <class> class Outer> struct Around { Outer<T> held; };
)";

/// A loop of a function with these declarations in front of it.
class Types {
 public:
  explicit Types(const std::string& declarations)
      : loop_(types + "void f(int n) {\n" + declarations + "\n  for (int i = 0; i < n; ++i) ++n;\n}\n") {}

  clang::QualType of(const std::string& variable) const {
    for (const clang::Decl* one : loop_.function().decls())
      if (const auto* found = llvm::dyn_cast<clang::VarDecl>(one); found && found->getNameAsString() == variable)
        return found->getType();
    FAIL("no " + variable);
    return {};
  }
  Walker& walker() { return loop_.walker(); }

 private:
  WalkedLoop loop_;
};

/// The name for the type of `x`, "none" where a kernel can write none.
std::string nameFor(const std::string& declarations) {
  Types types(declarations);
  return types.walker().host.nameFor(types.of("x")).value_or("none");
}

/// An expression of a loop, and what the walk knows of the numbers in it.
struct Numbers {
  WalkedLoop loop{R"(#define TWICE(x) (2 * (x))
void f(int* a, int n, unsigned u, unsigned long size) {
  int braces = {n};
  for (int i = 0; i < n; ++i) a[i] = TWICE(n + 1) + u + size;
}
)"};
  HostText& host = loop.walker().host;

  IntegerValue symbol(const std::string& name) {
    return {Polynomial::symbol(loop.walker().record.parameter(loop.outer(name))), {}};
  }
  /// name + constant, which keeps to the range of the type or wraps around.
  IntegerValue sum(const std::string& name, std::int64_t constant, clang::QualType type) {
    const Polynomial value = add(symbol(name).polynomial, Polynomial(constant)).value();
    const auto [least, most] = loop.walker().record.rangeOf(type);
    return {value, {{value, least, most}}};
  }
};

}  // namespace

TEST_CASE("a type is named from the outermost scope, and const where it is") {
  CHECK(nameFor("double x;") == "double");
  CHECK(nameFor("const double x = 1;") == "const double");
  CHECK(nameFor("using namespace ns; S x;") == "ns::S");
  CHECK(nameFor("using ns::Box; Box<ns::S> x;") == "ns::Box<ns::S>");
  CHECK(nameFor("const double* x;") == "const double *");
}

TEST_CASE("a name of the function's own is replaced by what it stands for") {
  CHECK(nameFor("using Own = ns::S; Own x;") == "ns::S");
  CHECK(nameFor("ns::S s; decltype(s) x;") == "ns::S");
  CHECK(nameFor("auto x = 1.5f;") == "float");
  CHECK(nameFor("std::vector<double>::value_type x = 0;") == "double");
}

TEST_CASE("a pointer to an array has its declarator around the element's whole name") {
  CHECK(nameFor("using namespace ns; S (*x)[4] = nullptr;") == "ns::S (*)[4]");
  CHECK(nameFor("const double (*x)[4][2] = nullptr;") == "const double (*)[4][2]");
  CHECK(nameFor("using namespace ns; S* (*x)[3] = nullptr;") == "ns::S *(*)[3]");
}

TEST_CASE("the type of a null pointer is named without a header") {
  CHECK(nameFor("decltype(nullptr) x = nullptr;") == "decltype(nullptr)");
  CHECK(nameFor("std::nullptr_t x = nullptr;") == "decltype(nullptr)");
}

TEST_CASE("a class in an unnamed namespace is named through it") {
  CHECK(nameFor("Hidden x;") == "Hidden");
  CHECK(nameFor("Hidden::In x;") == "Hidden::In");
}

TEST_CASE("what a kernel cannot see has no name") {
  CHECK(nameFor("struct Own { int x; }; Own x;") == "none");
  CHECK(nameFor("struct Own { int x; }; Own* x = nullptr;") == "none");
  CHECK(nameFor("struct Own { int x; }; Own (&x)[2] = *(Own(*)[2])nullptr;") == "none");
  CHECK(nameFor("struct Own { int x; }; ns::Box<Own> x;") == "none");
  CHECK(nameFor("struct Own { int x; }; ns::Box<ns::Box<Own*>> x;") == "none");
  CHECK(nameFor("auto x = Owner::secret;") == "none");
  CHECK(nameFor("ns::Box<decltype(Owner::secret)> x;") == "none");
  CHECK(nameFor("auto x = [] {};") == "none");
  CHECK(nameFor("int ns::S::*x = nullptr;") == "none");
}

TEST_CASE("what only looks hidden has a name") {
  CHECK(nameFor("Owner::Open x;") == "Owner::Open");
  CHECK(nameFor("Nameless x;") == "Nameless");
  CHECK(nameFor("Sized<4> x;") == "Sized<4>");
  CHECK(nameFor("Around<int, ns::Box> x;") == "Around<int, ns::Box>");
}

TEST_CASE("a type that the kernel cannot name is told where it stands, once, and one that it can is not") {
  Types local("struct Own { int x; }; Own x; ns::S y;");
  LoopModel& model = local.walker().model;
  local.walker().host.typeText(local.of("y"), {});
  CHECK(model.effects.empty());
  local.walker().host.typeText(local.of("x"), {});
  local.walker().host.typeText(local.of("x"), {});
  REQUIRE(model.effects.size() == 1);
  CHECK(model.effects[0].code == "effect.unsupported-type");
  CHECK(model.effects[0].message == "the kernel cannot name the type 'Own'");
}

TEST_CASE("the text of an expression is the source's, with its macros, and that of braces their value") {
  Numbers numbers;
  const auto& assigned = numbers.loop.statement<clang::BinaryOperator>(1);
  REQUIRE(assigned.isAssignmentOp());
  CHECK(numbers.host.hostSource(assigned.getRHS()) == "TWICE(n + 1) + u + size");
  CHECK(numbers.host.hostSource(numbers.loop.statement<clang::InitListExpr>().IgnoreParens()) == "n");
  CHECK(numbers.host.hostSource(numbers.loop.own<clang::VarDecl>("braces").getInit()) == "n");
}

TEST_CASE("the text of a macro's part is its use's where it is all of it, and none where it is cut") {
  Numbers numbers;
  const auto& whole = numbers.loop.statement<clang::ParenExpr>();
  REQUIRE(whole.getBeginLoc().isMacroID());
  CHECK(numbers.host.hostSource(&whole) == "TWICE(n + 1)");
  CHECK(numbers.host.hostSource(whole.getSubExpr()).empty());
  CHECK(numbers.host.sourceText(whole.getSourceRange()).empty());
  CHECK(numbers.host.sourceText(numbers.loop.statement<clang::InitListExpr>().getSourceRange()) == "{n}");
}

TEST_CASE("a value is computed in the type that is asked for") {
  Numbers numbers;
  const Polynomial value = add(numbers.symbol("n").polynomial, Polynomial(3)).value();
  CHECK(numbers.host.hostText(value) == "static_cast<clustrix::Index>(n) + 3");
  CHECK(numbers.host.hostText(value, "double") == "static_cast<double>(n) + 3");
  CHECK(numbers.host.hostText(Polynomial(7)) == "7");
}

TEST_CASE("a subscript that cannot wrap is a plain sum, and one that may is computed in its own type") {
  Numbers numbers;
  const auto& context = numbers.loop.context();
  const auto subscript = [&](const IntegerValue& index, clang::QualType type) {
    return numbers.host.hostSubscript(index, type).value_or("none");
  };
  CHECK(subscript(numbers.symbol("u"), context.UnsignedIntTy) == "static_cast<clustrix::Index>(u)");
  CHECK(subscript(numbers.symbol("size"), context.UnsignedLongTy) == "static_cast<clustrix::Index>(size)");
  CHECK(subscript(numbers.sum("u", 4, context.UnsignedIntTy), context.UnsignedIntTy) ==
        "static_cast<unsigned int>(static_cast<clustrix::Index>(u) + 4)");
  CHECK(subscript(numbers.sum("u", 4, context.LongLongTy), context.LongLongTy) ==
        "static_cast<clustrix::Index>(u) + 4");
  CHECK(subscript(numbers.sum("size", -2, context.UnsignedLongTy), context.UnsignedLongTy) ==
        "static_cast<std::uint64_t>(size) - 2");
}

TEST_CASE("a subscript that may leave another range than its type's has no text") {
  Numbers numbers;
  const auto& context = numbers.loop.context();
  CHECK_FALSE(numbers.host.hostSubscript(numbers.sum("u", 4, context.UnsignedIntTy), context.UnsignedShortTy));
  CHECK_FALSE(numbers.host.hostSubscript(numbers.sum("u", 4, context.UnsignedIntTy), context.LongLongTy));
  CHECK_FALSE(numbers.host.hostSubscript(numbers.sum("u", 4, context.BoolTy), context.BoolTy));
  IntegerValue half = numbers.sum("n", 4, context.LongLongTy);
  half.needs[0].min = 0;
  CHECK_FALSE(numbers.host.hostSubscript(half, context.LongLongTy));
}

TEST_CASE("a number that C++ has a word for is told by its words, and by nothing else") {
  for (const char* type : {"int", "unsigned long long", "bool", "signed char", "float", "long double"})
    CHECK(isNumberWord(type));
  for (const char* type : {"", "std::size_t", "const int", "int *", "unsigned int : 5", "Real", "std::complex<double>"})
    CHECK_FALSE(isNumberWord(type));
}

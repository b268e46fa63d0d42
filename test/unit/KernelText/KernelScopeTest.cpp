#include "KernelText/KernelScope.h"

#include "../Fixtures/ParsedFunction.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

const std::string source = R"(
#include <array>
int scale(int); int shift(int); struct Vec { int x; }; struct Late;
namespace other { int shift(int); }
namespace near {
using namespace other;
int scale(double);
template <class T> struct Box { T held; };
struct Owner { static int member; void f(int n); };
}
void near::Owner::f(int n) { int own = n; (void)own; }
struct Late { int y; };
)";

class Scope {
 public:
  explicit Scope(const std::string& text = source)
      : parsed_(text + "void f(Vec& v, Late& late, near::Box<int>& box) {}\n"),
        method_(llvm::cast<clang::FunctionDecl>(*std::find_if(
            context().getTranslationUnitDecl()->decls_begin(), context().getTranslationUnitDecl()->decls_end(),
            [](const clang::Decl* one) { return llvm::isa<clang::CXXMethodDecl>(one); }))),
        scope_(*method_, text.find("void near::Owner::f"), texts_) {}
  const KernelScope& of() const { return scope_; }
  clang::ASTContext& context() const { return parsed_.function().getASTContext(); }
  clang::QualType type(unsigned parameter) const { return parsed_.function().getParamDecl(parameter)->getType(); }
  clang::DeclarationName name(const std::string& text) const { return &context().Idents.get(text); }

 private:
  ParsedFunction parsed_;
  const clang::FunctionDecl* method_;
  FunctionTexts texts_;
  KernelScope scope_;
};

/// The type of the variable that the declarations have for `x`.
template <class Ask>
bool holdsOfType(const std::string& declarations, Ask ask) {
  const ParsedFunction parsed(
      "#include <array>\n#include <vector>\nusing Outer = int; constexpr int kWidth = 4;\n"
      "struct S { using Inner = double; };\n" +
      declarations + "\nvoid f() {}\n");
  return ask(parsed.global<clang::VarDecl>("x").getType());
}

}  // namespace

TEST_CASE("a namespace, what it uses and words of the kernel hide names of the file") {
  const Scope scope;
  CHECK(scope.of().hides("scale"));
  CHECK(scope.of().hides("shift"));
  CHECK(scope.of().hides("Box"));
  CHECK(scope.of().hides("identity"));
  CHECK_FALSE(scope.of().hides("Vec"));
  CHECK_FALSE(scope.of().hides("own"));
  CHECK_FALSE(scope.of().hides("nowhere"));
}

TEST_CASE("inside the function its variables and its class's members hide names as well") {
  const Scope scope;
  CHECK(scope.of().declares("own"));
  CHECK_FALSE(scope.of().declares("member"));
  CHECK(scope.of().hidesInside("own"));
  CHECK(scope.of().hidesInside("n"));
  CHECK(scope.of().hidesInside("member"));
  CHECK(scope.of().hidesInside("scale"));
  CHECK_FALSE(scope.of().hidesInside("Vec"));
}

TEST_CASE("hidden names at the begin of a path are said from the outermost scope") {
  const Scope scope;
  CHECK(scope.of().rooted("scale") == "::scale");
  CHECK(scope.of().rooted("Vec::scale") == "Vec::scale");
  CHECK(scope.of().rooted("Pair<scale, Vec, 3>") == "Pair<::scale, Vec, 3>");
  CHECK(scope.of().rooted("::scale") == "::scale");
  CHECK(scope.of().rooted("clustrix::Index") == "clustrix::Index");
}

TEST_CASE("a kernel knows what stands in front of it, and classes that are complete there") {
  const Scope scope;
  CHECK(scope.of().knows(scope.type(0)));
  CHECK(scope.of().knows(scope.type(2)));
  CHECK_FALSE(scope.of().knows(scope.type(1)));  // declared in front, defined behind
  CHECK(scope.of().knows(*scope.type(1).getNonReferenceType()->getAsCXXRecordDecl()));
}

TEST_CASE("functions of the namespaces around take part in a choice, those of the file do not") {
  const Scope scope;
  CHECK(scope.of().overloads(scope.name("scale")));
  CHECK_FALSE(scope.of().overloads(scope.name("Vec")));
}

TEST_CASE("a type uses local names where it is written with an alias of a class, or a constant") {
  const auto uses = [](const std::string& declarations) { return holdsOfType(declarations, usesLocalNames); };
  CHECK(uses("S::Inner x;"));
  CHECK(uses("std::array<int, kWidth> x;"));
  CHECK_FALSE(uses("Outer x;"));
  CHECK_FALSE(uses("std::array<int, 4> x;"));
  CHECK_FALSE(uses("std::vector<double>::value_type x;"));
}

TEST_CASE("what is private, or in something private, is hidden, and what has no name is left out of names") {
  const ParsedFunction parsed(
      "class C { struct In { int x; }; public: int open; struct Out { int y; }; };\nvoid f() {}\n");
  const auto& c = parsed.global<clang::CXXRecordDecl>("C");
  const auto member = [&](const std::string& name) -> const clang::CXXRecordDecl& {
    for (const clang::Decl* one : c.decls())
      if (const auto* found = llvm::dyn_cast<clang::CXXRecordDecl>(one); found && found->getName() == name)
        return *found;
    FAIL("no " + name);
    throw;
  };
  CHECK(isPrivate(member("In")));
  CHECK(isHidden(**member("In").field_begin()));
  CHECK_FALSE(isPrivate(**member("In").field_begin()));
  CHECK_FALSE(isHidden(**member("Out").field_begin()));
  CHECK(withoutUnnamed("near::(anonymous namespace)::Vec<(anonymous namespace)::T>") == "near::Vec<T>");
}

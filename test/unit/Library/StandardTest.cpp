#include "Library/Standard.h"

#include "../Fixtures/ParsedFunction.h"

#include "clang/Frontend/ASTUnit.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

const std::string manyHeaders =
    "#include <array>\n#include <list>\n#include <memory>\n#include <optional>\n#include <set>\n#include <span>\n"
    "#include <string>\n#include <utility>\n#include <vector>\n"
    "namespace own { template <class T> struct vector { T* p; int size() const; void push_back(T); };"
    " template <class T> int size(const T&); void swap(int&, int&); }\n";

/// The class that a parameter of that type is known as.
std::string classOf(const std::string& type) {
  const ParsedFunction source(manyHeaders + "void f(" + type + " x) {}");
  const StandardClass* known = standardClass(source.function().getParamDecl(0)->getType());
  return known ? known->name : "none";
}

const clang::CallExpr* firstCall(const clang::Stmt* statement) {
  if (const auto* call = llvm::dyn_cast_or_null<clang::CallExpr>(statement)) return call;
  for (const clang::Stmt* child : statement->children())
    if (const clang::CallExpr* found = child ? firstCall(child) : nullptr) return found;
  return nullptr;
}

Role asked(const std::string& call) {
  const ParsedFunction source(manyHeaders +
                              "void f(std::vector<int> v, std::string s, std::span<int> w, std::array<int, 3> a, "
                              "std::list<int> l, std::set<int> t, std::unique_ptr<int[]> p, own::vector<int> o, int* q,"
                              " std::optional<int> x) { " +
                              call + "; }");
  const clang::CallExpr* found = firstCall(source.function().getBody());
  REQUIRE(found);
  return askedOf(found).role;
}

}  // namespace

TEST_CASE("a class of the library is known by its name and its namespace") {
  CHECK(classOf("std::vector<int>") == "std::vector");
  CHECK(classOf("const std::array<int, 3>&") == "std::array");
  CHECK(classOf("std::wstring") == "std::basic_string");
  CHECK(classOf("std::vector<int>::iterator") == "__gnu_cxx::__normal_iterator");
  CHECK(classOf("std::reverse_iterator<int*>") == "std::reverse_iterator");
  for (const char* type : {"own::vector<int>", "int*", "std::vector<int>*", "std::char_traits<char>"})
    CHECK(classOf(type) == "none");
}

TEST_CASE("a sequence has its elements side by side") {
  const auto isSequence = [](const std::string& type) {
    const ParsedFunction source(manyHeaders + "void f(" + type + " x) {}");
    return sequenceClass(source.function().getParamDecl(0)->getType()) != nullptr;
  };
  for (const char* type : {"std::vector<int>", "std::array<int, 3>&", "std::span<int>", "std::string"})
    CHECK(isSequence(type));
  for (const char* type : {"std::list<int>", "std::set<int>", "own::vector<int>", "std::unique_ptr<int[]>", "int"})
    CHECK_FALSE(isSequence(type));
}

TEST_CASE("a member and a function of one argument ask the same") {
  CHECK(asked("v.size()") == Role::Size);
  CHECK(asked("std::size(v)") == Role::Size);
  CHECK(asked("std::ssize(a)") == Role::Size);
  CHECK(asked("s.length()") == Role::Size);
  CHECK(asked("v.crbegin()") == Role::ReverseBegin);
  CHECK(asked("std::rbegin(v)") == Role::ReverseBegin);
  CHECK(asked("w.subspan(1)") == Role::Part);
  CHECK(asked("p.get()") == Role::Pointer);
  CHECK(asked("std::make_reverse_iterator(q)") == Role::ReverseOf);
  CHECK(asked("x.reset()") == Role::DropValue);
}

TEST_CASE("functions of the program's that are named like the library's are none of it") {
  CHECK(asked("o.size()") == Role::None);
  CHECK(asked("o.push_back(1)") == Role::None);
  CHECK(asked("own::size(v)") == Role::None);
  CHECK(asked("v.get_allocator()") == Role::None);
  const ParsedFunction source(manyHeaders + "void f(int x, int y) { own::swap(x, y); std::swap(x, y); }");
  const auto* body = llvm::cast<clang::CompoundStmt>(source.function().getBody());
  CHECK_FALSE(does(firstCall(body->body_front())->getDirectCallee(), Does::Swap));
  CHECK(does(firstCall(body->body_back())->getDirectCallee(), Does::Swap));
}

TEST_CASE("what leaves a container as it is, and what changes its size, exclude each other") {
  for (const char* call : {"v.push_back(1)", "v.insert(v.begin(), 1)", "v.shrink_to_fit()", "s.append(s)",
                           "l.emplace_back(2)", "t.erase(3)"}) {
    INFO(call);
    CHECK(changesSize(asked(call)));
    CHECK_FALSE(leavesAsItIs(asked(call)));
  }
  for (const char* call : {"v.at(1)", "l.front()", "t.empty()", "v.capacity()", "std::data(v)", "w.first(2)"}) {
    INFO(call);
    CHECK(leavesAsItIs(asked(call)));
    CHECK_FALSE(changesSize(asked(call)));
  }
  for (const char* call : {"v.swap(v)", "x.emplace(1)", "std::swap(v, v)"}) {
    INFO(call);
    CHECK_FALSE(leavesAsItIs(asked(call)));
    CHECK_FALSE(changesSize(asked(call)));
  }
}

TEST_CASE("C has functions of numbers for float and long double, too") {
  const ParsedFunction source("void f() {}");
  const auto named = [&](const char* name) {
    const StandardFunction* known = functionNamed(source.function(), name);
    return known ? known->name : "none";
  };
  CHECK(named("sqrtf") == "sqrt");
  CHECK(named("ceill") == "ceil");
  CHECK(named("ceil") == "ceil");
  CHECK(named("modff") == "modf");
  CHECK(named("min") == "std::min");
  for (const char* name : {"absf", "minf", "vector", "f", ""}) CHECK(named(name) == "none");
}

TEST_CASE("a class that lacks the argument which one of its kind has is none of that kind") {
  const auto unit = clang::tooling::buildASTFromCodeWithArgs(
      "template <int n, class T> struct Turned { T* data(); int size(); }; struct Plain { int* data(); int size(); };"
      "template <class T, int n> struct Right { T* data(); int size(); };"
      "Turned<3, double> turned; Plain plain; Right<double, 3> right;",
      {"-std=c++20"});
  StandardLibrary added;
  for (const char* name : {"Turned", "Plain", "Right"})
    added.classes.push_back({.name = name, .kind = ClassKind::View, .members = {{"size", Role::Size}}});
  describeLibrary(unit->getASTContext(), added);
  std::string known;
  for (const clang::Decl* one : unit->getASTContext().getTranslationUnitDecl()->decls())
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(one); variable && sequenceClass(variable->getType()))
      known += variable->getNameAsString() + " ";
  CHECK(known == "right ");
}

TEST_CASE("a tree knows the classes that were added for it, and no other tree does") {
  const std::string text = manyHeaders + "void f(own::vector<int> v) { v.size(); }";
  const auto known = clang::tooling::buildASTFromCodeWithArgs(text, {"-std=c++20", "-w", "-fsyntax-only"});
  const auto other = clang::tooling::buildASTFromCodeWithArgs(text, {"-std=c++20", "-w", "-fsyntax-only"});
  const auto role = [](clang::ASTUnit& unit) {
    for (const clang::Decl* one : unit.getASTContext().getTranslationUnitDecl()->decls())
      if (const auto* named = llvm::dyn_cast<clang::FunctionDecl>(one); named && named->getNameAsString() == "f")
        return askedOf(firstCall(named->getBody())).role;
    return Role::None;
  };
  StandardLibrary added;
  added.classes.push_back({.name = "own::vector",
                           .kind = ClassKind::Container,
                           .elements = Elements::Apart,
                           .members = {{"size", Role::Size}}});
  describeLibrary(known->getASTContext(), added);
  CHECK(role(*known) == Role::Size);
  CHECK(role(*other) == Role::None);
}

#include "HostCode/Escapes.h"

#include "../Fixtures/ParsedFunction.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

const std::string head = R"(
#include <chrono>
#include <cmath>
#include <cstdio>
#include <span>
#include <utility>
#include <vector>
struct Pair { int x, y; int sum() const; };
namespace own { void swap(int&, int&); template <class T> struct vector { T* data; }; }
int take(const int&);
int take(int*);
)";

/// The names of the variables that the statements let out, in the order of the alphabet: "w x ".
std::string escaping(const std::string& statements) {
  const ParsedFunction parsed(head +
                              "int& f(int x, int y, int* p, Pair s, Pair t, std::vector<int> v, std::vector<Pair> u) "
                              "{ int w[4] = {}; int* q = p; " +
                              statements + "\n}\n");
  std::set<std::string> names;
  for (const clang::VarDecl* variable : escapingVariables(parsed.function().getBody()))
    names.insert(variable->getNameAsString());
  std::string text;
  for (const std::string& name : names) text += name + " ";
  return text;
}

}  // namespace

TEST_CASE("a variable escapes where a pointer or a reference to it, or to a part of it, is made") {
  CHECK(escaping("q = &x;") == "x ");
  CHECK(escaping("int& r = x = 1;") == "x ");
  CHECK(escaping("int& r = (x, y);") == "y ");
  CHECK(escaping("q = &(p ? x : y);") == "x y ");
  CHECK(escaping("q = w;") == "w ");
  CHECK(escaping("q = &w[x];") == "w ");
  CHECK(escaping("q = &s.x;") == "s ");
  CHECK(escaping("q = &v[x];") == "v ");
  CHECK(escaping("const int& r = std::max(x, y);") == "x y ");
  CHECK(escaping("return x;") == "x ");
}

TEST_CASE("what a call, a lambda or an object is given by reference escapes") {
  CHECK(escaping("take(x); take(&y);") == "x y ");
  CHECK(escaping("s.sum();") == "s ");
  CHECK(escaping("auto h = [&] { return x; };") == "x ");
  CHECK(escaping("auto h = [r = &x] { return *r; };") == "x ");
  CHECK(escaping("std::span<int> r(v);") == "v ");
  CHECK(escaping("u.push_back(s);") == "s u ");
  CHECK(escaping("std::swap(s, t);") == "s t ");
  CHECK(escaping("own::swap(x, y);") == "x y ");
}

TEST_CASE("what is read, written, copied, exchanged or followed does not") {
  CHECK(escaping("x = y + w[x]; x += ++y; w[1] = s.x;") == "");
  CHECK(escaping("q = &p[1]; q = p + x; *p = x;") == "");
  CHECK(escaping("Pair c = s; auto [a, b] = t; a = b;") == "");
  CHECK(escaping("auto h = [x] { return x; }; auto g = [=] { return y; };") == "");
  CHECK(escaping("int m = std::max(x, y); std::printf(\"%d\", x);") == "");
  CHECK(escaping("std::swap(x, y); p = std::exchange(q, nullptr);") == "");
  CHECK(escaping("v.push_back(x); v[x] = y; std::vector<int> z(v);") == "");
  CHECK(escaping("auto t0 = std::chrono::steady_clock::now(); auto d = t0 - t0;") == "");
}

TEST_CASE("of a described class, only the members that are described keep no reference") {
  const ParsedFunction parsed(
      "namespace own { template <class T> struct Buffer { ~Buffer(); int size(); void link(); T& operator[](int); }; "
      "}\n"
      "void f(own::Buffer<double>& b) { b.size(); b.link(); b[3]; }");
  StandardLibrary added;
  added.classes.push_back({.name = "own::Buffer",
                           .kind = ClassKind::Container,
                           .elements = Elements::Apart,
                           .members = {{"size", Role::Size}}});
  describeLibrary(parsed.function().getASTContext(), added);
  std::string keeping;
  for (const clang::Stmt* one : parsed.function().getBody()->children())
    keeping += keepsNoReference(llvm::cast<clang::CallExpr>(one)->getDirectCallee()) ? "no " : "yes ";
  CHECK(keeping == "no yes no ");
}

TEST_CASE("owners and vectors of numbers are those of the standard library") {
  const ParsedFunction parsed(head +
                              "void f(std::vector<double>& numbers, std::vector<int*> pointers, std::span<int> view, "
                              "own::vector<int> other, int number);");
  const auto type = [&](unsigned index) { return parsed.function().getParamDecl(index)->getType(); };
  const auto owns = [&](unsigned index) {
    const StandardClass* owner = ownerClass(type(index));
    return owner ? owner->name : "";
  };
  CHECK(owns(0) == "std::vector");
  CHECK(isNumberVector(type(0)));
  CHECK(owns(1) == "std::vector");
  CHECK_FALSE(isNumberVector(type(1)));
  CHECK(owns(2) == "std::span");
  CHECK_FALSE(isNumberVector(type(2)));
  CHECK(owns(3) == "");
  CHECK(owns(4) == "");
}

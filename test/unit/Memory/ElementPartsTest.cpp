#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel loop(const std::string& body) {
  return modelOf(
      "struct P { int x, y; };  struct N { int name; };  struct Q : N, P { int w; };  struct E {};  struct F : E, P "
      "{};\n"
      "struct T { T(); T(int); int large; char small; };  struct U : T { char inside; };\n"
      "union V { int i; double d; };  struct B { int before; unsigned a : 5, b : 7; };\n"
      "[[clustrix::cluster]] void f(Q* q, U* u, V* v, B* b, F* e, int n) {\n  for (int i = 0; i < n; ++i) " +
      body + "\n}\n");
}

/// The bytes that are written, as `4..12`; and whether they are read.
std::string written(const LoopModel& model) {
  std::string text;
  for (const Access& access : model.accesses) {
    if (access.kind == AccessKind::Read) text += "read ";
    if (access.kind == AccessKind::Write)
      text += std::to_string(access.byteBegin) + ".." + std::to_string(access.byteEnd) +
              (access.someBytes != 0 ? " somewhere" : "");
  }
  return text;
}

}  // namespace

TEST_CASE("a base is its own bytes of an element, whatever leads to it") {
  CHECK(written(loop("static_cast<P&>(q[i]) = P{i, 1};")) == "4..12");
  CHECK(written(loop("{ P& r = q[i]; r = P{i, 1}; }")) == "4..12");
  CHECK(written(loop("static_cast<N&>(q[i]) = N{i};")) == "0..4");
  CHECK(written(loop("q[i].y = 1;")) == "8..12");
  CHECK(written(loop("q[i].w = 1;")) == "12..16");
}

TEST_CASE("what a base is padded with belongs to the class that has it") {
  CHECK(written(loop("static_cast<T&>(u[i]) = T(i);")).ends_with("0..5"));
}

TEST_CASE("an empty base is no byte that could be told") {
  CHECK(written(loop("static_cast<E&>(e[i]) = E{};")).ends_with("somewhere"));
}

TEST_CASE("half of a union is half of it") { CHECK(written(loop("v[i].i = i;")) == "0..4"); }

TEST_CASE("a bit-field is written with the bits beside it, which are read") {
  CHECK(written(loop("b[i].a = i;")) == "read 0..8");
  CHECK(written(loop("b[i].before = i;")) == "0..4");
}

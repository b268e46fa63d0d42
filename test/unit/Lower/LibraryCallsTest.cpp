#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

Polynomial p(int parameter) { return Polynomial::symbol(SymbolId{parameter}); }

/// A loop over `statement` where `vendor` is described and not defined.
LoopModel body(const std::string& statement, LibraryFunction described, const std::string& declarations = "") {
  const SourceFile file(
      "namespace vendor { double f(double x); double dot(int n, const double* x); void fill(int n, double* x);\n"
      "  void fill(double* x); void raise(double& x); void touch(void* x); struct S { static double g(double); }; }\n" +
      declarations +
      "[[clustrix::cluster]] void run(const double* a, double* b, int n, int m) {\n  double outer = 0;\n"
      "  for (int i = 0; i < n; ++i) { " +
      statement + " }\n}\nvoid late(double*);\n");
  const FrontendResult result = file.read({"-std=c++20"}, {{std::move(described)}, {}});
  INFO(result.diagnostics);
  REQUIRE(result.unit.has_value());
  return result.unit->functions.at(0).loops.at(0).model;
}

LibraryFunction pure(const std::string& name) {
  LibraryFunction function{name};
  function.pure = true;
  return function;
}

LibraryFunction writing(const std::string& name, const LibraryAccess& write) {
  LibraryFunction function{name};
  function.writes = {write};
  return function;
}

LibraryFunction fills() { return writing("vendor::fill", {1, LibraryElements{0, p(0)}}); }

const Access& theWrite(const LoopModel& model) {
  const auto found = std::find_if(model.accesses.begin(), model.accesses.end(),
                                  [](const Access& access) { return access.kind == AccessKind::Write; });
  REQUIRE(found != model.accesses.end());
  return *found;
}

}  // namespace

TEST_CASE("a pure function has no effect, and is called on the host") {
  const LoopModel model = body("b[i] = vendor::f(a[i]);", pure("vendor::f"));
  CHECK(model.effects.empty());
  REQUIRE(model.kernel.hostCalls.size() == 1);
  CHECK(model.kernel.hostCalls[0].message == "'vendor::f' has no body in this file");
  LibraryFunction device = pure("vendor::f");
  device.device = true;
  CHECK(body("b[i] = vendor::f(a[i]);", device).kernel.hostCalls.empty());
}

TEST_CASE("a function that is not described may do anything") {
  CHECK(hasEffect(body("b[i] = vendor::f(a[i]);", pure("vendor::g")), "effect.call"));
  CHECK(hasEffect(body("b[i] = vendor::f(a[i]);", pure("f")), "effect.call"));
}

TEST_CASE("elements behind a pointer are touched in a loop of their own") {
  const LoopModel model = body("vendor::fill(m, b + i * m);", fills());
  CHECK(model.effects.empty());
  const Access& write = theWrite(model);
  REQUIRE(write.index.has_value());
  CHECK(text(model, *write.index) == "k_i*m + element");
  REQUIRE(write.loops.size() == 2);
  CHECK(text(model, model.loops[static_cast<std::size_t>(write.loops[1])].trip->distance) == "m");
}

TEST_CASE("a described write may not happen") {
  CHECK_FALSE(theWrite(body("vendor::fill(m, b + i * m);", fills())).certain);
  CHECK_FALSE(theWrite(body("vendor::raise(b[i]);", writing("vendor::raise", {0}))).certain);
}

TEST_CASE("bounds that are not known before the loop leave any element") {
  CHECK_FALSE(theWrite(body("vendor::fill(static_cast<int>(a[i]), b);", fills())).index.has_value());
  CHECK_FALSE(theWrite(body("vendor::fill(m, b);", writing("vendor::fill", {1}))).index.has_value());
  CHECK_FALSE(theWrite(body("vendor::touch(b);", writing("vendor::touch", {0, LibraryElements{0, 1}}))).index);
}

TEST_CASE("a reference is its object, a variable from outside is refused") {
  const LoopModel element = body("vendor::raise(b[i]);", writing("vendor::raise", {0}));
  CHECK(element.effects.empty());
  CHECK(text(element, *theWrite(element).index) == "k_i");
  CHECK(body("double own = a[i]; vendor::raise(own); b[i] = own;", writing("vendor::raise", {0})).effects.empty());
  CHECK(hasEffect(body("vendor::raise(outer);", writing("vendor::raise", {0})), "effect.call"));
}

TEST_CASE("a value that a call may have changed is forgotten") {
  const LoopModel model = body("int k = i; int* q = &k; vendor::put(q); b[k] = 1;", writing("vendor::put", {0}),
                               "namespace vendor { void put(int*); }\n");
  CHECK_FALSE(theWrite(model).index.has_value());
  const LoopModel bound = body("int k = i; vendor::put(k); b[k] = 1;", writing("vendor::put", {0}),
                               "namespace vendor { void put(int&); }\n");
  CHECK_FALSE(theWrite(bound).index.has_value());
}

TEST_CASE("the number of parameters tells overloads apart") {
  LibraryFunction two = fills();
  two.parameters = 2;
  CHECK(body("vendor::fill(m, b + i * m);", two).effects.empty());
  CHECK(hasEffect(body("vendor::fill(b + i);", two), "effect.call"));
}

TEST_CASE("a description that does not fit the declaration is refused") {
  CHECK(hasEffect(body("vendor::fill(m, b);", writing("vendor::fill", {2})), "effect.call"));
  CHECK(hasEffect(body("vendor::fill(m, b);", writing("vendor::fill", {0})), "effect.call"));
  CHECK(hasEffect(body("b[i] = vendor::dot(m, a);", writing("vendor::dot", {1})), "effect.call"));
}

TEST_CASE("calls that must not overlap keep their loop serial") {
  LibraryFunction alone = pure("vendor::f");
  alone.threadSafe = false;
  CHECK(hasEffect(body("b[i] = vendor::f(a[i]);", alone), "effect.call"));
}

TEST_CASE("a function that the kernel cannot name is refused") {
  CHECK(hasEffect(body("double inner(double); b[i] = inner(a[i]);", pure("inner")), "effect.call"));
  CHECK(hasEffect(body("b[i] = vendor::S::g(a[i]);", pure("vendor::S::g")), "effect.call"));
}

TEST_CASE("a search calls only what returns for any arguments") {
  CHECK_FALSE(hasEffect(body("if (vendor::f(a[i]) > 2) break;", pure("vendor::f")), "search.speculation"));
  LibraryFunction reading{"vendor::dot"};
  reading.reads = {{1}};
  CHECK(hasEffect(body("if (vendor::dot(m, a) > 2) break;", reading), "search.speculation"));
}

TEST_CASE("an object that leads to other memory is not passed on") {
  const std::string view = "struct View { double* data; }; namespace vendor { void show(View); }\n";
  CHECK(hasEffect(body("vendor::show(View{b});", pure("vendor::show"), view), "effect.call"));
}

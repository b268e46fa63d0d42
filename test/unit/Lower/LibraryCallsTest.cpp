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

LibraryFunction fills() { return writing("vendor::fill", {1, LibraryElements{{0, p(0)}}}); }

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
  CHECK_FALSE(theWrite(body("vendor::touch(b);", writing("vendor::touch", {0, LibraryElements{{0, 1}}}))).index);
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

TEST_CASE("calls that must not overlap keep their loop serial, and the model may say what else to call") {
  LibraryFunction alone = pure("vendor::f");
  alone.threadSafe = false;
  alone.hint = "call vendor::g";
  const LoopModel model = body("b[i] = vendor::f(a[i]);", alone);
  CHECK(hasEffect(model, "effect.call"));
  CHECK(model.effects.at(0).hint == "call vendor::g");
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

TEST_CASE("each range of elements is a loop") {
  const std::string rows = "namespace vendor { void rows(int m, int n, double* x, int ld); }\n";
  const LoopModel model = body("vendor::rows(m, 8, b + i * 8, n);",
                               writing("vendor::rows", {2, LibraryElements{{0, p(0), p(3)}, {0, p(1)}}}), rows);
  CHECK(model.effects.empty());
  const Access& write = theWrite(model);
  REQUIRE(write.index.has_value());
  CHECK(text(model, *write.index) == "n*element + 8*k_i + element");
  CHECK(write.loops.size() == 3);
}

TEST_CASE("rows that lie as far apart as they are long are one row") {
  const std::string rows = "namespace vendor { void rows(int m, int n, double* x, int ld); }\n";
  const LoopModel model = body("vendor::rows(m, n, b + i * m * n, n);",
                               writing("vendor::rows", {2, LibraryElements{{0, p(0), p(3)}, {0, p(1)}}}), rows);
  const Access& write = theWrite(model);
  CHECK(text(model, *write.index) == "k_i*n*m + element");
  REQUIRE(write.loops.size() == 2);
  CHECK(text(model, model.loops[static_cast<std::size_t>(write.loops[1])].trip->distance) == "n*m");
}

namespace {

const std::string step = "namespace vendor { void step(int flag, int n, double* x, int inc); }\n";

/// n elements, `inc` apart, where `inc` is none below 0 and `flag` is 7.
LibraryFunction steps() {
  LibraryFunction function{"vendor::step"};
  function.writes = {
      {2, LibraryElements{{0, p(1), p(3)}}, {{LibraryCondition::OneOf, 0, {7, 9}}, {LibraryCondition::Natural, 3}}},
      {2, LibraryElements{{0, 1}}, {{LibraryCondition::OneOf, 0, {8}}}},
      {2, LibraryElements{{0, p(1), *subtract(Polynomial(0), p(3))}}, {{LibraryCondition::Negative, 3}}}};
  return function;
}

std::string writtenBy(const std::string& call, const std::string& declarations = "") {
  const LoopModel model = body(call, steps(), step + declarations);
  REQUIRE(model.effects.empty());
  const auto& index = theWrite(model).index;
  std::string found = index ? text(model, *index) : "any";
  for (const Requirement& need : model.requirements)
    if (!need.what.empty()) found += " if " + text(model, need.value) + " >= 0";
  return found;
}

}  // namespace

TEST_CASE("the first case that surely holds is meant") {
  CHECK(writtenBy("vendor::step(7, 4, b, 2);") == "2*element");
  CHECK(writtenBy("vendor::step(9, 4, b, 0);") == "0");
  CHECK(writtenBy("vendor::step(8, 4, b, -2);") == "element");
  CHECK(writtenBy("vendor::step(7, 4, b, -2);") == "2*element");
  CHECK(writtenBy("const int seven = 7; vendor::step(seven, 4, b, 2);") == "2*element");
  CHECK(writtenBy("vendor::step(kSeven, 4, b, 2);", "constexpr int kSeven = 7;\n") == "2*element");
  CHECK(writtenBy("vendor::step(Seven, 4, b, 2);", "enum Flag { Seven = 7 };\n") == "2*element");
}

TEST_CASE("what is not known to hold leaves any element") {
  CHECK(writtenBy("vendor::step(n, 4, b, 2);") == "any");
  CHECK(writtenBy("vendor::step(n > 2 ? 7 : 9, 4, b, 2);") == "any");
  CHECK(writtenBy("vendor::step(6, 4, b, 2);") == "any");
  CHECK(writtenBy("vendor::step(7, 4, b, i - 1);") == "any");
  CHECK(writtenBy("vendor::step(7, 4, b, static_cast<int>(a[i]));") == "any");
}

TEST_CASE("the launch asks whether an increment is none below 0") {
  CHECK(writtenBy("vendor::step(7, 4, b, m);") == "m*element if m >= 0");
  CHECK(writtenBy("vendor::step(8, 4, b, m);") == "element");
  CHECK(writtenBy("vendor::step(n, 4, b, m);") == "any");
}

namespace {

const std::string fortran = "extern \"C\" void scal_(const char*, const int*, const double*, double*);\n";

LibraryFunction scal() {
  LibraryFunction function{"scal_"};
  function.pointed = {0, 1, 2};
  function.writes = {{3, LibraryElements{{0, p(1)}}, {{LibraryCondition::OneOf, 0, {'N'}}}}};
  return function;
}

std::string scaled(const std::string& statement, const std::string& declarations = "") {
  const LoopModel model = body(statement, scal(), fortran + declarations);
  REQUIRE(model.effects.empty());
  const auto write = std::find_if(model.accesses.begin(), model.accesses.end(), [&](const Access& access) {
    return access.kind == AccessKind::Write && !access.certain;
  });
  REQUIRE(write != model.accesses.end());
  const auto trip = write->index ? model.loops[static_cast<std::size_t>(write->loops.back())].trip : std::nullopt;
  return trip ? text(model, trip->distance) : "any";
}

}  // namespace

TEST_CASE("a number may come by its address") {
  CHECK(scaled("scal_(\"N\", &m, &outer, b + i * m);") == "m");
  CHECK(scaled("const int four = 4; scal_(\"Nothing\", &four, &outer, b + i * 4);") == "4");
  CHECK(scaled("int own = 4; double by = a[i]; scal_(\"N\", &own, &by, b + i * 4);") == "4");
  CHECK(scaled("scal_(\"N\", &kFour, &outer, b + i * 4);", "constexpr int kFour = 4;\n") == "4");
  CHECK(scaled("scal_(\"T\", &m, &outer, b + i * m);") == "any");
  CHECK(scaled("const char* how = \"N\"; scal_(how, &m, &outer, b + i * m);") == "any");
  CHECK(scaled("int sizes[2] = {4, 5}; scal_(\"N\", sizes, &outer, b + i * m);") == "any");
  CHECK(scaled("int own = 4; own = static_cast<int>(a[i]); scal_(\"N\", &own, &outer, b + i * 4);") == "any");
}

TEST_CASE("a variable from outside whose address a function could write through stays refused") {
  const std::string loose = "extern \"C\" void scal_(char*, int*, double*, double*);\n";
  CHECK(hasEffect(body("char n[] = \"N\"; scal_(n, &m, &outer, b);", scal(), loose), "effect.pointer-unknown"));
  LibraryFunction changing = scal();
  changing.writes.push_back({2, LibraryElements{{0, 1}}});
  const std::string writes = "extern \"C\" void scal_(const char*, const int*, double*, double*);\n";
  CHECK(hasEffect(body("scal_(\"N\", &m, &outer, b);", changing, writes), "effect.pointer-unknown"));
}

TEST_CASE("a variable that a function writes by its address is forgotten, though another call reads it") {
  LibraryFunction changing = scal();
  changing.writes.push_back({2, LibraryElements{{0, 1}}});
  const std::string writes = "extern \"C\" void scal_(const char*, const int*, double*, double*);\n";
  const LoopModel model = body("double own = 1; scal_(\"N\", &m, &own, b + i * m); b[i] = own;", changing, writes);
  CHECK(model.effects.empty());
}

TEST_CASE(
    "a variable whose address a function reads keeps its value, and of what it is not said to read, it may keep it") {
  const std::string look = "namespace vendor { void look(const int*); }\n";
  LibraryFunction function{"vendor::look"};
  function.pure = true;
  CHECK_FALSE(theWrite(body("int k = i; vendor::look(&k); b[k] = 1;", function, look)).index.has_value());
  function.reads = {{0, LibraryElements{{0, 1}}}};
  const LoopModel read = body("int k = i; vendor::look(&k); b[k] = 1;", function, look);
  REQUIRE(theWrite(read).index.has_value());
  CHECK(text(read, *theWrite(read).index) == "k_i");
}

TEST_CASE("elements behind void have the size that the model says") {
  const std::string clear = "namespace vendor { void clear(int n, void* x); }\n";
  LibraryFunction function = writing("vendor::clear", {1, LibraryElements{{0, p(0)}}});
  CHECK_FALSE(theWrite(body("vendor::clear(m, b);", function, clear)).index.has_value());
  function.elementBytes = 8;
  const LoopModel same = body("vendor::clear(m, b);", function, clear);
  CHECK(text(same, *theWrite(same).index) == "element");
  function.elementBytes = 16;
  const LoopModel pairs = body("vendor::clear(m, b);", function, clear);
  CHECK(text(pairs, *theWrite(pairs).index) == "element");
  CHECK(text(pairs, pairs.loops[static_cast<std::size_t>(theWrite(pairs).loops.back())].trip->distance) == "2*m");
  function.elementBytes = 4;
  CHECK_FALSE(theWrite(body("vendor::clear(m, b);", function, clear)).index.has_value());
}

TEST_CASE("a handle of the library's is passed on, and a null pointer leads to nothing") {
  const std::string plan = "struct Plan; namespace vendor { void run(Plan*, double*); } extern Plan* one;\n";
  const LoopModel model = body("vendor::run(one, b + i);", writing("vendor::run", {1, LibraryElements{{0, 1}}}), plan);
  CHECK(model.effects.empty());
  CHECK(text(model, *theWrite(model).index) == "k_i + element");
  const LoopModel null = body("vendor::run(one, nullptr); b[i] = 1;", writing("vendor::run", {1}), plan);
  CHECK(null.effects.empty());
  CHECK(hasEffect(body("vendor::run(one, b);", writing("vendor::run", {0}), plan), "effect.pointer-unknown"));
  const std::string plans = plan + "extern Plan* many[4];\n";
  CHECK(hasEffect(body("vendor::run(many[i], b);", writing("vendor::run", {1}), plans), "effect.pointer-unknown"));
}

TEST_CASE("calls that touch memory may have threads of their own") {
  CHECK(body("vendor::fill(m, b + i * m);", fills()).callsLibraries);
  CHECK_FALSE(body("b[i] = vendor::f(a[i]);", pure("vendor::f")).callsLibraries);
}

TEST_CASE("a call that goes through nobody knows how many elements is worth a look") {
  const auto work = [](const LoopModel& model) {
    int most = 0;
    for (const Work& one : model.work) most = std::max(most, one.operations);
    return most;
  };
  CHECK(work(body("vendor::fill(m, b + i * m);", fills())) < 100);
  CHECK(work(body("vendor::fill(m, b);", writing("vendor::fill", {1}))) > 1000);
  CHECK(work(body("double row[4]; vendor::fill(4, row); b[i] = row[0];", fills())) > 1000);
  CHECK(work(body("vendor::raise(b[i]);", writing("vendor::raise", {0}))) < 100);
}

TEST_CASE("an object that leads to other memory is not passed on") {
  const std::string view = "struct View { double* data; }; namespace vendor { void show(View); }\n";
  CHECK(hasEffect(body("vendor::show(View{b});", pure("vendor::show"), view), "effect.call"));
}

#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel inLoop(const std::string& body) {
  return modelOf(
      "#include <vector>\n"
      "[[clustrix::cluster]] double f(double* a, const double* b, std::vector<double>& v, int n, double s) {\n"
      "  double sum = 0;\n  for (int i = 0; i < n; ++i) {" +
      body + "}\n  return sum;\n}\n");
}

LoopModel beforeLoop(const std::string& before, const std::string& body, const std::string& after = "") {
  return modelOf(
      "#include <vector>\n"
      "[[clustrix::cluster]] double f(double* a, const double* b, std::vector<double>& v, int n, double s) {\n"
      "  double sum = 0;\n" +
      before + "\n  for (int i = 0; i < n; ++i) {" + body + "}\n" + after + "  return sum;\n}\n");
}

bool readsAt(const LoopModel& model, const std::string& array, const std::string& index) {
  return std::any_of(model.accesses.begin(), model.accesses.end(), [&](const Access& access) {
    return access.kind == AccessKind::Read &&
           model.arrays[static_cast<std::size_t>(access.array.value)].name == array && access.index &&
           text(model, *access.index) == index;
  });
}

}  // namespace

TEST_CASE("a copy has the value of the time when the lambda was made") {
  const LoopModel model = inLoop("int j = i; const auto f = [=] { return b[j]; }; j = 0; a[i] = f();");
  CHECK(model.effects.empty());
  CHECK(readsAt(model, "b", "k_i"));
  CHECK_FALSE(readsAt(model, "b", "0"));
}

TEST_CASE("a reference has the value of the time of the call") {
  const LoopModel model = inLoop("int j = i; const auto f = [&] { return b[j]; }; j = 7; a[i] = f();");
  CHECK(model.effects.empty());
  CHECK(readsAt(model, "b", "7"));
}

TEST_CASE("two closures of one text have captures of their own") {
  const LoopModel model = inLoop(
      "const auto make = [](int k) { return [k](const double* p) { return p[k]; }; };"
      "const auto one = make(1), two = make(i); a[i] = one(b) + two(b);");
  CHECK(readsAt(model, "b", "1"));
  CHECK(readsAt(model, "b", "k_i"));
}

TEST_CASE("a mutable lambda's copies are not known from call to call") {
  const LoopModel model = inLoop("auto f = [k = i, b]() mutable { return b[k++]; }; a[i] = f() + f();");
  for (const Access& access : model.accesses)
    if (model.arrays[static_cast<std::size_t>(access.array.value)].name == "b") CHECK_FALSE(access.index.has_value());
}

TEST_CASE("a sum in a lambda that captures it by reference is an update") {
  for (const LoopModel& model : {inLoop("const auto add = [&](double x) { sum += x; }; add(a[i]);"),
                                 beforeLoop("const auto add = [&](double x) { sum += x; };", "add(a[i]);")}) {
    CHECK(model.effects.empty());
    REQUIRE(model.scalars.size() == 1);
    CHECK(model.scalars[0].updates.size() == 1);
    CHECK(model.scalars[0].exposedReads.empty());
  }
}

TEST_CASE("a lambda from before the loop is a definition of the kernel's") {
  const LoopModel model = beforeLoop("const auto f = [&](int k) { return b[k] * s; };", "a[i] = f(i);");
  CHECK(model.effects.empty());
  REQUIRE(model.kernel.definitions.size() == 1);
  CHECK(model.kernel.definitions[0].line == 4);
  CHECK(model.kernel.definitions[0].text.front().text == "const auto f = ");
}

TEST_CASE("a lambda whose copies may be old is refused") {
  const std::string f = "const auto f = [s](double x) { return x * s; };";
  CHECK(beforeLoop(f, "a[i] = f(i);").effects.empty());
  CHECK(hasEffect(beforeLoop(f + " s = 3;", "a[i] = f(i);"), "effect.lambda"));
  CHECK(hasEffect(beforeLoop(f + " n -= 1;", "a[i] = f(i);", "s += 1;"), "effect.lambda"));
  CHECK(beforeLoop(f, "a[i] = f(i);", "s += 1;").effects.empty());  // nothing comes between
  CHECK(hasEffect(beforeLoop(f, "a[i] = f(i); s = a[i];"), "effect.lambda"));
  CHECK(hasEffect(beforeLoop("double* p = &s;" + f + " *p = 1;", "a[i] = f(i);"), "effect.lambda"));
  CHECK(beforeLoop("s = 4;" + f, "a[i] = f(i);").effects.empty());
}

TEST_CASE("a lambda with state, or a copy of what owns memory, is refused before the loop") {
  CHECK(hasEffect(beforeLoop("auto f = [c = 0]() mutable { return c++; };", "a[i] = f();"), "effect.lambda"));
  CHECK(hasEffect(beforeLoop("auto f = [] { static int c; return c++; };", "a[i] = f();"), "effect.static-local"));
  CHECK(hasEffect(beforeLoop("auto f = [v](int k) { return v[k]; };", "a[i] = f(i);"), "effect.lambda"));
  CHECK(hasEffect(beforeLoop("auto f = [x = b[0]] { return x; };", "a[i] = f();"), "effect.lambda"));
}

TEST_CASE("a lambda that copies a container in each iteration is refused") {
  CHECK(hasEffect(inLoop("const auto f = [v](int k) { return v[k]; }; a[i] = f(i);"), "effect.lambda"));
}

TEST_CASE("a name that means something else at the loop keeps a lambda out of the kernel") {
  const LoopModel model =
      beforeLoop("const auto f = [&](double x) { return x * s; }; { double s = 2;", "a[i] = f(s);", "}");
  CHECK(hasEffect(model, "effect.lambda"));
}

TEST_CASE("a variable that a lambda before the loop refers to may be read after it") {
  const LoopModel model = modelOf(
      "[[clustrix::cluster]] int f(const int* a, int n) { int last = 0; const auto get = [&] { return last; };\n"
      "  for (int i = 0; i < n; ++i) last = a[i];\n  return get();\n}\n");
  REQUIRE(model.scalars.size() == 1);
  CHECK(model.scalars[0].liveAfter);
}

TEST_CASE("what an annotated lambda has copied lives on after its call") {
  const LoopModel model = modelOf(
      "int f(const int* a, int n) {\n"
      "  auto look = [a, last = 0](int m) mutable [[clustrix::cluster]] {\n"
      "    for (int i = 0; i < m; ++i) last = a[i];\n  };\n  look(n);\n  return 0;\n}\n");
  REQUIRE(model.scalars.size() == 1);
  CHECK(model.scalars[0].liveAfter);
}

TEST_CASE("a lambda is a device's as it stands, a helper that it is passed to once it is declared so") {
  const LoopModel own = inLoop("const auto f = [&](double x) { return x * s; }; a[i] = f(1);");
  CHECK(own.kernel.hostCalls.empty());
  CHECK(own.kernel.deviceFunctions.empty());
  const LoopModel helped = modelOf(
      "template <class F> void each(int n, F f) { for (int j = 0; j < n; ++j) f(j); }\n"
      "[[clustrix::cluster]] void f(double* a, int n, int m) {\n"
      "  for (int i = 0; i < n; ++i) each(m, [&](int j) { a[i * m + j] = 1; });\n}\n");
  CHECK(helped.effects.empty());
  CHECK(helped.kernel.hostCalls.empty());
  REQUIRE(helped.kernel.deviceFunctions.size() == 1);
  CHECK(helped.kernel.deviceFunctions[0].head == "template <class F> ");
  CHECK(helped.kernel.deviceFunctions[0].declaration == "void each(int, F)");
  CHECK(helped.loops.size() == 2);
}

TEST_CASE("a block in an expression is a function called at once in the kernel") {
  const LoopModel model = inLoop("a[i] = ({ double x = b[i]; x += s; x; });");
  CHECK(model.effects.empty());
  std::string body;
  for (const BodyPiece& piece : model.kernel.body) body += piece.text;
  CHECK(body.find("[&] {") != std::string::npos);
  CHECK(body.find("return x; }();") != std::string::npos);
  CHECK(hasEffect(inLoop("a[i] = ({ if (b[i] > 0) continue; b[i]; });"), "effect.unknown-construct"));
}

TEST_CASE("a kernel names nothing of the declaration that its lambda is part of") {
  const auto ofBody = [](const std::string& body) {
    return modelOf(
        "int before = 2;\nstruct Op {\n  double k;\n  double (*f)(double*, int);\n} op = {2.0,\n"
        "  [] [[clustrix::cluster]] (double* a, int n) -> double {\n    for (int i = 0; i < n; ++i) " +
        body + "\n    return 0;\n  }};\nenum class E { a, b } e = E::a;\n");
  };
  const LoopModel fine = ofBody("a[i] += before;");
  CHECK(fine.effects.empty());
  CHECK(fine.obstacles.empty());
  CHECK_FALSE(ofBody("{ Op o{1.0, nullptr}; a[i] += o.k; }").effects.empty());
  const LoopModel constant = modelOf(
      "const int x = 5, y = [] [[clustrix::cluster]] (double* a, int n) {\n"
      "  for (int i = 0; i < n; ++i) a[i] += x;\n  return 4;\n}(nullptr, 0);\n");
  CHECK(constant.effects.empty());
  REQUIRE(constant.obstacles.size() == 1);
  CHECK(constant.obstacles[0].code == "plan.not-expressible");
}

TEST_CASE("a branch that no call of a generic lambda takes goes where it names what the kernel does not have") {
  const auto words = [](const std::string& otherwise, const std::string& calls) {
    const LoopModel model = beforeLoop(
        "const auto f = [&](auto x) { if constexpr (sizeof(x) < 8) return x + " + otherwise + "; else return x * 2; };",
        calls);
    REQUIRE(model.effects.empty());
    REQUIRE(model.kernel.definitions.size() == 1);
    std::string all;
    for (const BodyPiece& piece : model.kernel.definitions[0].text) all += piece.text;
    return all.substr(all.find("if constexpr"));
  };
  const std::string gone = "if constexpr (sizeof(x) < 8) ; else return x * 2; };";
  CHECK(words("b[0]", "a[i] = f(a[i]);") == gone);
  CHECK(words("v.size()", "a[i] = f(a[i] + v[i]);") == gone);
  CHECK(words("1.0", "a[i] = f(a[i]);") == "if constexpr (sizeof(x) < 8) return x + 1.0; else return x * 2; };");
  CHECK(words("n", "a[i] = f(a[i] + n);") == "if constexpr (sizeof(x) < 8) return x + n; else return x * 2; };");
  CHECK(words("1.0", "a[i] = f(i) + f(a[i]);") == "if constexpr (sizeof(x) < 8) return x + 1.0; else return x * 2; };");
}

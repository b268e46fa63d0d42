// Functions that the kernel repeats, since they reach memory that it has under other names.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

std::string textOf(const LoopModel& model, const std::vector<BodyPiece>& pieces) {
  std::string text;
  for (const BodyPiece& piece : pieces) {
    if (piece.kind == BodyPiece::Captured)
      text += "<" + model.kernel.captures[static_cast<std::size_t>(piece.index)].name + ">";
    if (piece.kind == BodyPiece::Function)
      text += "<" + model.kernel.functions[static_cast<std::size_t>(piece.index)].name + ">";
    text += piece.text;
  }
  return text;
}

}  // namespace

TEST_CASE("a call of an accessor becomes a call of the kernel's own function, without the object") {
  const LoopModel model = modelOf(R"(
#include <vector>
struct Row { std::vector<double> v; double& operator[](int i) { return v[i]; } };
double get(int scale, const Row& row, int i) { return scale * row.v[i]; }
[[clustrix::cluster]] void f(Row& a, Row& b, int n) {
  for (int i = 0; i < n; ++i) a[i] = get(2, b, i + 1);
}
)");
  REQUIRE(model.kernel.functions.size() == 2);
  CHECK(textOf(model, model.kernel.body) == "<a_at>(i) = <get>(2, i + 1);");
  const KernelFunction& get = model.kernel.functions[0];  // what is assigned is evaluated first
  const KernelFunction& at = model.kernel.functions[1];
  CHECK(at.parameters == "int i");
  CHECK(at.result == "double&");
  CHECK(textOf(model, at.body) == "{ return <a_v>[i]; }");
  CHECK(get.parameters == "int scale, int i");
  CHECK(textOf(model, get.body) == "{ return scale * <b_v>[i]; }");
}

TEST_CASE("a function that uses a global is repeated with the kernel's copy of it") {
  const LoopModel model = modelOf(R"(
namespace settings { double factor = 2; }
double scaled(double x) { return settings::factor * x; }
[[clustrix::cluster]] void f(double* a, int n) { for (int i = 0; i < n; ++i) a[i] = scaled(a[i]); }
)");
  CHECK(model.effects.empty());
  REQUIRE(model.kernel.functions.size() == 1);
  CHECK(textOf(model, model.kernel.functions[0].body) == "{ return <factor> * x; }");
  REQUIRE(!model.kernel.captures.empty());
  CHECK(std::any_of(model.kernel.captures.begin(), model.kernel.captures.end(),
                    [](const Capture& c) { return c.expression == "settings::factor"; }));
}

TEST_CASE("types and functions of the callee's scope are spelled in full") {
  const LoopModel model = modelOf(R"(
#include <vector>
namespace ns {
inline int twice(int x) { return 2 * x; }
template <class T> struct Box {
  using Index = int;
  std::vector<T> v;
  T get(int i) const { const Index at = twice(i); T value = v[at]; return value; }
};
}
[[clustrix::cluster]] void f(const ns::Box<float>& b, float* out, int n) {
  for (int i = 0; i < n; ++i) out[i] = b.get(i);
}
)");
  REQUIRE(model.kernel.functions.size() == 1);
  const std::string text = textOf(model, model.kernel.functions[0].body);
  CHECK(text.find("ns::twice(i)") != std::string::npos);
  CHECK(text.find("float value") != std::string::npos);
  CHECK(text.find("const Index") == std::string::npos);
  CHECK(model.obstacles.empty());
}

TEST_CASE("two objects have a function each, and one object has one") {
  const LoopModel model = modelOf(R"(
#include <vector>
struct Row { std::vector<double> v; double& at(int i) { return v[i]; } };
[[clustrix::cluster]] void f(Row& a, Row& b, int n) {
  for (int i = 0; i < n; ++i) a.at(i) = a.at(i) + b.at(i) + b.at(i + 1);
}
)");
  CHECK(model.kernel.functions.size() == 2);
}

TEST_CASE("what a function does beside reading is not lost where its call is replaced") {
  const LoopModel model = modelOf(R"(
#include <vector>
struct Log { std::vector<double> v; int reads = 0; std::vector<double>& all() { ++reads; return v; } };
[[clustrix::cluster]] void f(Log& log, int n) { for (int i = 0; i < n; ++i) log.all()[i] = i; }
)");
  CHECK(!model.effects.empty());
}

TEST_CASE("a function with default arguments or a lambda stays on the host") {
  const auto obstacles = [](const std::string& member) {
    return modelOf("#include <vector>\nstruct Row { std::vector<double> v; " + member +
                   " };\n[[clustrix::cluster]] void f(Row& a, int n) {\n"
                   "  for (int i = 0; i < n; ++i) a.set(i);\n}\n")
        .obstacles.size();
  };
  CHECK(obstacles("void set(int i, double x = 1) { v[i] = x; }") == 1);
  CHECK(obstacles("void set(int i) { v[i] = 1; }") == 0);
}

namespace {

/// `body` in a loop over i, with `check(bool, const char*, int = 3)`, which throws.
LoopModel checked(const std::string& body, const std::string& others = "") {
  return modelOf("#define CHECK(x) check((x), #x)\n#define OTHER(x) ::check((x), #x)\n#define BOTH(x) twice(x)\n" +
                 others +
                 "void check(bool fine, const char* what, int status = 3) { if (!fine) throw status; }\n"
                 "void twice(bool fine) { CHECK(fine); }\n"
                 "[[clustrix::cluster]] void f(double* a, int n) { for (int i = 0; i < n; ++i) { " +
                 body + " } }\n");
}

}  // namespace

TEST_CASE("a function that is called from a macro has its own name in the kernel, and what calls leave out") {
  const LoopModel model = checked("CHECK(a[i] > 0); a[i] += 1; CHECK(a[i] < 9);");
  CHECK(model.obstacles.empty());
  REQUIRE(model.kernel.functions.size() == 1);
  CHECK(model.kernel.functions[0].name == "check");
  CHECK(model.kernel.functions[0].nameFixed);
  CHECK(model.kernel.functions[0].parameters == "bool fine, const char * what, int status = 3");
  CHECK(textOf(model, model.kernel.body) == "{ CHECK(a[i] > 0); <a>[i] += 1; CHECK(a[i] < 9); }");
}

TEST_CASE("a macro that says where the function is, or calls it in another function, keeps the loop on the host") {
  CHECK_FALSE(checked("OTHER(a[i] > 0);").obstacles.empty());
  CHECK_FALSE(checked("BOTH(a[i] > 0);").obstacles.empty());
}

TEST_CASE("the kernel's own function hides no other of that name") {
  const std::string other = "void check(double x) {}\n";
  CHECK(checked("CHECK(a[i] > 0);", other).obstacles.empty());
  CHECK_FALSE(checked("CHECK(a[i] > 0); check(a[i]);", other).obstacles.empty());
  CHECK_FALSE(checked("check(a[i]); CHECK(a[i] > 0);", other).obstacles.empty());
  CHECK_FALSE(checked("struct S { int x; }; CHECK(a[i] > 0); check(ns::T());",
                      "namespace ns { struct T {}; void check(T) {} }\n")
                  .obstacles.empty());
}

TEST_CASE("a default argument that means something else elsewhere keeps the loop on the host") {
  const LoopModel model = modelOf(R"(
#define CHECK(x) check(x)
inline int limit() { return 4; }
void check(bool fine, int status = limit()) { if (!fine) throw status; }
[[clustrix::cluster]] void f(double* a, int n) { for (int i = 0; i < n; ++i) { CHECK(a[i] > 0); a[i] = 2; } }
)");
  CHECK_FALSE(model.obstacles.empty());
}

TEST_CASE("a call in the arguments of a call of the same function does not change the outer one's") {
  const LoopModel model = modelOf(R"(
int flat(int row, int column) { return row * 8 + column; }
[[clustrix::cluster]] void f(int* a, int n) { for (int i = 0; i < n; ++i) a[flat(i, flat(0, 2))] = 0; }
)");
  REQUIRE(model.accesses.size() == 1);
  REQUIRE(model.accesses[0].index);
  CHECK(text(model, *model.accesses[0].index) == "8*k_i + 2");
}

TEST_CASE(
    "a function that is itself annotated is repeated as it is written: what it launches is the host's to launch") {
  const LoopModel model = modelOf(R"(
double g(const double* a, int m);
double h(const double* a, int m) { return g(a, m) * 2; }
[[clustrix::cluster]] void f(double* a, const double* b, int n, int m) {
  for (int i = 0; i < n; ++i) a[i] = g(&b[i * m], m) + h(&b[i * m], m);
}
[[clustrix::cluster]] double g(const double* a, int m) {
  double s = 0;
  for (int j = 0; j < m; ++j) s += a[j];
  return s;
}
)");
  CHECK(model.effects.empty());
  CHECK(model.obstacles.empty());
  CHECK(model.kernel.hostCalls.empty());
  REQUIRE(model.kernel.functions.size() == 2);
  CHECK(textOf(model, model.kernel.functions[0].body).find("for (int j = 0; j < m; ++j) s += a[j];") !=
        std::string::npos);
  CHECK(textOf(model, model.kernel.functions[1].body) == "{ return <g>(a, m) * 2; }");
  CHECK(textOf(model, model.kernel.body) == "<a>[i] = <g>(&<b>[i * <m>], <m>) + <h>(&<b>[i * <m>], <m>);");
}

#include "HostCode/HostEffects.h"

#include "../Fixtures/ParsedFunction.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The function `f`, with what is asked of the statements and the variables of its body.
class Host {
 public:
  explicit Host(const std::string& body)
      : parsed_(R"(
#include <memory>
#include <vector>
struct Point { double x, y; };
struct Rows { Point first; double rows[2][3]; };
struct Base { int key; };
struct Derived : virtual Base {};
struct Shape { virtual ~Shape(); };
struct Round : Shape {};
void keep(const void*);
int late(int x = 3, double y = *new double);
void f(double* a, int n, Derived& d, Shape* shape, int Base::*key) {
)" + body + "\n}\n"),
        effects_(parsed_.function().getASTContext(), parsed_.function().getBody(), none_) {}

  const clang::VarDecl* variable(const std::string& name) const { return &parsed_.own<clang::VarDecl>(name); }
  const HostEffects& effects() const { return effects_; }
  HostEffect ofAll(bool places = true) const {
    const auto* body = llvm::cast<clang::CompoundStmt>(parsed_.function().getBody());
    return effects_.of({body->body_begin(), body->body_end()}, places);
  }

 private:
  ParsedFunction parsed_;
  Annotated none_;
  HostEffects effects_;
};

bool isAnything(const std::string& body) { return Host(body).ofAll().anything; }

}  // namespace

TEST_CASE("a variable owns memory that a launch could touch where it has elements, or its address gets out") {
  const Host host(
      "double row[4]; Rows rows; Point plain; int out; keep(&out); std::vector<double> v; static double kept[4];\n"
      "double& name = row[1]; const Point& held = Point{}; auto h = [&] { return n; }; keep(&h);");
  for (const char* name : {"row", "rows", "out", "v", "held"}) {
    INFO(name);
    CHECK(host.effects().ownsMemory(host.variable(name)));
  }
  for (const char* name : {"plain", "kept", "name", "h"}) {
    INFO(name);
    CHECK_FALSE(host.effects().ownsMemory(host.variable(name)));
  }
}

TEST_CASE("memory is freed with what has a destructor, and with what a reference keeps alive") {
  const Host host("std::vector<double> v; std::vector<double>& name = v; double row[4]; const Point& held = Point{};");
  CHECK(host.effects().freesMemory(host.variable("v")));
  CHECK(host.effects().freesMemory(host.variable("held")));
  CHECK_FALSE(host.effects().freesMemory(host.variable("row")));
  CHECK_FALSE(host.effects().freesMemory(host.variable("name")));
  CHECK(extendsTemporary(host.variable("held")));
  CHECK_FALSE(extendsTemporary(host.variable("name")));
}

TEST_CASE("a register is a local variable that nothing but its name reaches") {
  const Host host("int plain = 0, out = 0; keep(&out); static int kept; volatile int seen = 0; int& name = plain;");
  const Host alone("int plain = 0;");
  CHECK(alone.effects().isRegister(alone.variable("plain")));
  for (const char* name : {"plain", "out", "kept", "seen", "name"}) {
    INFO(name);
    CHECK_FALSE(host.effects().isRegister(host.variable(name)));
  }
}

TEST_CASE("places of several evaluations are told where none of them writes memory") {
  CHECK(Host("double x = a[0]; x = a[1];").ofAll().reads == std::vector<std::string>{"a[0]", "a[1]"});
  CHECK(Host("double x = a[0]; a[1] = x;").ofAll().anything);
  CHECK(Host("a[1] = 2;").ofAll().writes == std::vector<std::string>{"a[1]"});
  CHECK(Host("n = a[0];").ofAll(false).anything);
  CHECK(Host("n = 2;").ofAll(false).nothing());
}

TEST_CASE("conversions and operators that lead to unknown memory are anything") {
  CHECK_FALSE(isAnything("n = static_cast<int>(2.5) + (n ? 1 : 2);"));
  CHECK(isAnything("Base& b = d;"));
  CHECK(isAnything("n = d.*key;"));
  CHECK_FALSE(isAnything("Round* p = static_cast<Round*>(shape);"));
  CHECK(isAnything("Round* p = dynamic_cast<Round*>(shape);"));
  CHECK(isAnything("late();"));
}

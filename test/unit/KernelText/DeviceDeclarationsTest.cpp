// What a function's second declaration looks like, for the kinds of functions there are.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The declarations for a loop over `a[i] = VALUE`, one a line, with `friend` and the namespaces in front.
std::string declared(const std::string& before, const std::string& value) {
  const LoopModel model = modelOf(
      before + "\n[[clustrix::cluster]] void f(double* a, int n) {\n  for (int i = 0; i < n; ++i) a[i] = " + value +
      ";\n}\n");
  std::string text;
  for (const Effect& call : model.kernel.hostCalls) text += "host: " + call.message + "\n";
  for (const DeviceFunction& function : model.kernel.deviceFunctions) {
    for (const std::string& scope : function.scope) text += (scope.empty() ? "unnamed" : scope) + ": ";
    text += (function.member ? "friend " : "") + function.head + function.declaration + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("a free function is declared in its namespace, without default arguments and specifiers") {
  CHECK(declared("static inline double g(double x, int k = 2) { return x * k; }", "g(a[i])") ==
        "double g(double, int)\n");
  CHECK(
      declared("namespace m { inline namespace v1 { namespace { double g(const double& x) noexcept { return x; } } } }",
               "m::g(a[i])") == "m: inline v1: unnamed: double g(const double&) noexcept\n");
  CHECK(declared("auto g(double x) { return x; }", "g(a[i])") == "auto g(double)\n");
}

TEST_CASE("a template is declared as it was, for whatever it is instantiated with") {
  CHECK(declared("template <class T, int N = 2> T g(T x) { return x * N; }", "g(a[i])") ==
        "template <class T, int N> T g(T)\n");
  CHECK(declared("template <class... T> double g(T... x) { return (x + ...); }", "g(a[i], 2)") ==
        "template <class... T> double g(T...)\n");
  CHECK(declared("auto g(auto x) { return x; }", "g(a[i])") == "auto g(auto)\n");
  CHECK(declared("template <class T> T g(T x) { return x; } template <> double g<double>(double x) { return x + 1; }",
                 "g(a[i])") == "friend double g<double>(double)\n");
}

TEST_CASE("members are declared as friends, with what makes them differ from overloads") {
  const std::string type =
      "struct P { double x; P(double v) : x(v) {} operator double() const { return x; }\n"
      "  P operator+(const P& o) const & noexcept { return P(x + o.x); } static double s(double v) { return v; }\n"
      " private: double h() const { return x; } public: double p() const { return h(); } };";
  CHECK(declared(type, "double(P(a[i]) + P(2))") ==
        "friend P::operator double() const\nfriend P P::operator+(const P&) const & noexcept\nfriend P::P(double)\n");
  CHECK(declared(type, "P::s(a[i])") == "friend double P::s(double)\n");
  CHECK(declared(type, "P(a[i]).p()") ==
        "friend double P::p() const\nfriend double P::h() const\nfriend P::P(double)\n");
}

TEST_CASE("members of class templates are declared for the instance that is used") {
  const std::string type =
      "template <class T, int N> struct V { T v[N]; V() {} T sum() const { return v[0]; }\n"
      "  template <class U> U as() const { return U(v[0]); } template <class F> T on(F f) const { return f(v[0]); } };";
  CHECK(declared(type, "V<double, 3>().sum()") ==
        "friend double V<double, 3>::sum() const\nfriend V<double, 3>::V()\n");
  CHECK(declared(type, "V<double, 3>().as<float>()") ==
        "friend float V<double, 3>::as<float>() const\nfriend V<double, 3>::V()\n");
  // No declaration of the instance can name a lambda, and none of the template stands outside of its class.
  CHECK(declared(type, "V<double, 3>().on([](double x) { return x; })").find("host: 'V<double, 3>::on'") == 0);
}

TEST_CASE("a friend that is hidden in its class stays hidden") {
  CHECK(declared("namespace m { struct P { double x; friend P operator-(const P& p) { return {-p.x}; } }; }",
                 "(-m::P{a[i]}).x") == "m: friend m::P operator-(const m::P&)\n");
}

TEST_CASE("a function that is defined outside of its namespace has its kernels inside") {
  const SourceUnit unit = parse(R"(
namespace m { namespace k { void f(double* a, int n); } struct S { void g(double* a, int n); }; }
[[clustrix::cluster]] void m::k::f(double* a, int n) { for (int i = 0; i < n; ++i) a[i] = 1; }
namespace m {
[[clustrix::cluster]] void S::g(double* a, int n) { for (int i = 0; i < n; ++i) a[i] = 1; }
}
)");
  REQUIRE(unit.functions.size() == 2);
  CHECK(unit.functions[0].scope == std::vector<std::string>{"m", "k"});
  CHECK(unit.functions[1].scope.empty());
}

TEST_CASE("a function of another namespace than the kernel's is named from there, if it can be") {
  const auto inApp = [](const std::string& before, const std::string& value) {
    const LoopModel model = modelOf(before +
                                    "\nnamespace app {\n[[clustrix::cluster]] void f(double* a, int n) {\n"
                                    "  for (int i = 0; i < n; ++i) a[i] = " +
                                    value + ";\n}\n}\n");
    return model.kernel.hostCalls.empty() ? model.kernel.deviceFunctions.at(0).declaration
                                          : model.kernel.hostCalls[0].message;
  };
  CHECK(inApp("double g(double x) { return x; }", "g(a[i])") == "double (::g)(double)");
  CHECK(inApp("namespace m { double g(double x) { return x; } }", "m::g(a[i])") == "double (m::g)(double)");
  CHECK(inApp("namespace m { template <class T> T g(T x) { return x; } }", "m::g(a[i])") ==
        "double (m::g<double>)(double)");
  CHECK(inApp("namespace { double g(double x) { return x; } }", "g(a[i])").find("unnamed namespace") !=
        std::string::npos);
}

TEST_CASE("names that something hides where the declaration stands begin at the outermost scope") {
  const auto inNear = [](const std::string& value) {
    const LoopModel model = modelOf(R"(
struct V { double v; V(double x) : v(x) {} V plus(V o) const { return V(v + o.v); } operator int() const { return 1; } };
namespace far { struct M { double v; double g() const { return v; } }; double g(M m) { return m.v; } }
double k(V v, int) { return v.v; }
namespace near {
namespace far {}
struct V {};
double both(::V v) { return v.v; }
[[clustrix::cluster]] void f(double* a, int n) { for (int i = 0; i < n; ++i) a[i] = )" +
                                    value + "; }\n}\n");
    CHECK(model.kernel.hostCalls.empty());
    std::string text;
    for (const DeviceFunction& one : model.kernel.deviceFunctions) text += one.declaration + "\n";
    return text;
  };
  CHECK(inNear("::far::g({a[i]})") == "double (::far::g)(::far::M)\n");
  CHECK(inNear("::far::M{a[i]}.g()") == "double (::far::M::g)() const\n");
  CHECK(inNear("int(::V(1).plus(2))") == "::V::operator int() const\n::V (::V::plus)(::V) const\n::V::V(double)\n");
  CHECK(inNear("both(1)") == "double both(::V)\n::V::V(double)\n");
  CHECK(inNear("::k(1, 2)") == "double (::k)(::V, int)\n::V::V(double)\n");
}

TEST_CASE("a function that a macro is called like is declared in brackets") {
  CHECK(declared("#define g(x) (g)((x) + 1)\ndouble (g)(double x) { return x; }", "g(a[i])") == "double (g)(double)\n");
  CHECK(declared("struct P { double x; double at(int k) const { return x * k; } };\n#define at(k) at(k)",
                 "P{a[i]}.at(2)") == "friend double (P::at)(int) const\n");
  // No brackets help a name without any.
  CHECK(declared("struct P { double x; P(double v) : x(v) {} };\n#define P(v) P(v)", "P(a[i]).x") ==
        "host: 'P::P' is compiled for the host alone: its declaration names 'P', which is a macro there\n");
  CHECK(declared("double g(double x) { return x; }\n#define h g\n#undef h\n#define g g", "g(a[i])") ==
        "double g(double)\n");
}

// Which kernels a device can run: those of which it can run all that they call.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// Why a loop over `a[i] = VALUE` is the host's alone, "" when it is not.
std::string hostOnly(const std::string& before, const std::string& value) {
  const LoopModel model =
      modelOf("#include <cmath>\n#include <cassert>\n#include <complex>\n#include <algorithm>\n" + before +
              "\n[[clustrix::cluster]] void f(double* a, int n) {\n"
              "  for (int i = 0; i < n; ++i) a[i] = " +
              value + ";\n}\n");
  return model.kernel.hostCalls.empty() ? "" : model.kernel.hostCalls[0].message;
}

}  // namespace

TEST_CASE("functions are searched to any depth, each once") {
  const LoopModel model = modelOf(R"(
double one(double x) { return x + 1; }
double two(double x) { return one(one(x)); }
struct S { double v; S(double x) : v(two(x)) {} };
double three(double x, S s = S(3)) { return two(x) + s.v; }
[[clustrix::cluster]] void f(double* a, int n) { for (int i = 0; i < n; ++i) a[i] = three(a[i]); }
)");
  CHECK(model.kernel.hostCalls.empty());
  CHECK(model.kernel.deviceFunctions.size() == 4);
}

TEST_CASE("what partial results of objects begin with is made on devices, too") {
  const auto sum = [](const std::string& members, const std::string& statement) {
    return modelOf("#include <cstdlib>\nstruct V { double x, y; " + members +
                   " };\n[[clustrix::cluster]] double f(const V* v, int n) {\n"
                   "  V s;\n  for (int i = 0; i < n; ++i) " +
                   statement + "\n  return s.x;\n}\n");
  };
  const std::string plus = " V operator+(const V& o) const { return V(x + o.x, y + o.y); }";
  const LoopModel made =
      sum("V() : V(0, 0) {} V(double a, double b) : x(a), y(b) {} V(const char* t) : x(atof(t)) {}" + plus,
          "s = s + v[i];");
  CHECK(made.kernel.hostCalls.empty());
  CHECK(made.kernel.deviceFunctions.size() == 2);  // the sum, and the constructor that takes the fields
  const std::string declared = "[[clustrix::reduction(V(1, 1))]] V times(V o) const { o.x *= x; o.y *= y; return o; } ";
  const std::string constructor = "V(double a, double b) : x(a), y(b) {} ";
  CHECK(sum(declared + constructor + "V() { x = y = 1; }", "s = s.times(v[i]);").kernel.hostCalls.empty());
  // Any of them may be the one that the attribute calls.
  CHECK_FALSE(
      sum(declared + constructor + "V() { x = y = atof(\"1\"); }", "s = s.times(v[i]);").kernel.hostCalls.empty());
  CHECK_FALSE(sum(declared + constructor + "V() {} template <class T> V(T a) : x(a) {}", "s = s.times(v[i]);")
                  .kernel.hostCalls.empty());
}

TEST_CASE("what devices know needs no declaration") {
  const LoopModel model = modelOf(R"(
#include <cmath>
#include <algorithm>
constexpr double k = 2;
const double c = 3;
constexpr double square(double x) { return x * x; }
struct P { double x, y; };
[[clustrix::cluster]] void f(double* a, P* p, int n) {
  for (int i = 0; i < n; ++i) {
    const auto by = [&](double x) { return x * k + c; };
    P q = p[i];
    p[i] = q;
    a[i] = std::max(std::sqrt(square(a[i])), by(q.x));
  }
}
)");
  CHECK(model.kernel.hostCalls.empty());
  CHECK(model.kernel.deviceFunctions.empty());
}

TEST_CASE("what no device can run keeps a kernel on the host, with the reason") {
  CHECK(hostOnly("double g(double x) { return static_cast<double>(x * 1.0L); }", "g(a[i])") ==
        "'g' uses long double, which a device takes for double");
  CHECK(hostOnly("double g(double x) { static const double u[2] = {1, 2}; return x + u[0]; }", "g(a[i])") ==
        "'g' has the static variable 'u'");
  CHECK(hostOnly("double o(); double g(double x) { static const double u[2] = {o(), 2}; return x + u[0]; }",
                 "g(a[i])") == "'g' has the static variable 'u'");
  CHECK(hostOnly("struct S { virtual double v() const { return 1; } double x = 2; double w() const { return x; } };",
                 "S().w()") != "");
  CHECK(hostOnly("double g(double x) { struct L { double y; L(double v) : y(v) {} }; return L(x).y; }", "g(a[i])") !=
        "");
  CHECK(hostOnly("", "static_cast<double>(std::abs(std::complex<long double>(a[i], 1)))") != "");
  CHECK(hostOnly("", "std::abs(std::complex<double>(a[i], 1))") == "");
}

TEST_CASE("a table of constants in a function is one of the devices' own, and one outside of it is the host's") {
  for (const char* table :
       {"static constexpr double u[2] = {1, 2};", "static constexpr double u[2][3] = {{1}, {2, 3}};",
        "static constexpr int u[] = {1, 2, 3};"}) {
    INFO(table);
    CHECK(hostOnly(std::string("double g(double x) { ") + table + " return x + (&u[0] != nullptr); }", "g(a[i])") ==
          "");
  }
}

TEST_CASE("a function that is itself spread over devices is none that a device calls, where the kernel has no copy") {
  const LoopModel model = modelOf(R"(
[[clustrix::cluster]] double g(double* a, int m = sizeof(int));
[[clustrix::cluster]] void f(double* a, int n) { for (int i = 0; i < n; ++i) a[i] = g(&a[i]); }
double g(double* a, int m) { return a[0] + m; }
)");
  REQUIRE(!model.kernel.hostCalls.empty());
  CHECK(model.kernel.hostCalls[0].message == "'g' is itself spread over devices");
}

TEST_CASE("what the kernel has under other names is not what the source calls") {
  const LoopModel model = modelOf(R"(
#include <vector>
struct Grid {
  std::vector<double> v;
  double scale = 2;
  double& at(int i) { return v[i]; }
  double get(int i) const { return v[i] * weigh(scale); }
  double weigh(double x) const { return x + 1; }
};
double other(double x) { return x; }
[[clustrix::cluster]] void f(Grid& g, std::vector<double>& w, int n) {
  for (int i = 0; i < n; ++i) g.at(i) = other(w[i]);
}
)");
  CHECK(model.kernel.hostCalls.empty());
  REQUIRE(model.kernel.deviceFunctions.size() == 1);
  CHECK(model.kernel.deviceFunctions[0].declaration == "double other(double)");
}

TEST_CASE("what leaves the loop is the host's own") {
  const LoopModel model = modelOf(R"(
#include <stdexcept>
double other(double x) { return x; }
[[clustrix::cluster]] void f(const double* a, int n) {
  for (int i = 0; i < n; ++i)
    if (other(a[i]) < 0) throw std::runtime_error("negative");
}
)");
  CHECK(model.leaves.size() == 1);
  CHECK(model.kernel.hostCalls.empty());
  CHECK(model.kernel.deviceFunctions.size() == 1);
}

TEST_CASE("an iteration's own variables have to fit a device's thread, with those of what it calls") {
  const auto own = [](int count, const std::string& type = "double") {
    return hostOnly("double g(double x) { " + type + " t[" + std::to_string(count) + "]; t[1] = x; return t[1]; }",
                    "g(a[i])");
  };
  CHECK(own(8190) == "");
  CHECK(own(8193) == "an iteration's own variables, such as 't', are more than a device's thread has room for");
  CHECK(hostOnly("double g(double x) { double t[8000]; double u[8000]; t[1] = u[1] = x; return t[1]; }", "g(a[i])")
            .find("such as 'u'") != std::string::npos);
  const auto obstacles = [](const std::string& count) {
    return modelOf(
               "[[clustrix::cluster]] void f(double* a, int n) {\n"
               "  for (int i = 0; i < n; ++i) { double t[" +
               count + "]; t[i & 1] = 2; a[i] = t[i & 1]; }\n}\n")
        .obstacles;
  };
  CHECK(obstacles("32000").empty());
  REQUIRE(obstacles("33000").size() == 1);
  CHECK(obstacles("33000")[0].code == "plan.private-array");
}

// Vectors that each iteration makes for itself: which of them stand in front of the loop instead, and what of.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

const std::string head =
    "#include <vector>\nstruct Two { double x, y; };\nstruct Odd { int n = 0; int size() { return ++n; } };\nvoid "
    "keep(std::vector<double>&);\n"
    "[[clustrix::cluster]] void f(const double* a, double* b, const int* k, std::vector<double>& v, int n, int m) {\n";

AnnotatedFunction function(const std::string& statements) { return parse(head + statements + " }\n").functions[0]; }

/// What launches of the function's loops declare, one after the other.
std::vector<std::string> declared(const std::string& statements) {
  std::vector<std::string> all;
  for (const LoopSite& site : function(statements).loops) all.push_back(site.declared);
  return all;
}
bool stays(const std::string& statements) {
  INFO(statements);
  for (const std::string& one : declared(statements))
    if (!one.empty()) return false;
  return true;
}

using Declared = std::vector<std::string>;

}  // namespace

TEST_CASE("a vector of an iteration's own is declared in front of the launch, with the size that it has") {
  CHECK(declared("for (int i = 0; i < n; ++i) { std::vector<double> w(m); w[0] = a[i]; b[i] = w[0]; }") ==
        Declared{"clustrix::WorkVector<double> w(m);"});
  CHECK(declared("for (int i = 0; i < n; ++i) { auto w = std::vector<float>(v.size() + 1, 2.0f); b[i] = w[0]; }") ==
        Declared{"clustrix::WorkVector<float> w(v.size() + 1);"});
  CHECK(declared("for (int i = 0; i < n; ++i) { std::vector<int> w(3), t; b[i] = w[0]; }") == Declared{""});
  CHECK(
      declared("for (int i = 0; i < n; ++i) { std::vector<double> w(m); std::vector<long> t(m * 2); b[i] = w[0]; }") ==
      Declared{"clustrix::WorkVector<double> w(m); clustrix::WorkVector<long> t(m * 2);"});
}

TEST_CASE("its filling is no loop of the source's, and the iteration's model has it") {
  const AnnotatedFunction f = function(
      "for (int i = 0; i < n; ++i) { std::vector<double> w(m, a[i]); for (int j = 0; j < m; ++j) w[j] += 1; b[i] = "
      "w[0]; }");
  REQUIRE(f.loops.size() == 2);
  CHECK(f.loops[0].model.loops.size() == 3);
  CHECK(f.loops[0].model.effects.empty());
  CHECK(f.loops[1].parent == 0);
  CHECK(f.loops[1].declared.empty());  // there the source has the vector itself
}

TEST_CASE("the loops around it, as far as its size is the same in them, have it too") {
  const std::string inner = "for (int j = 0; j < n; ++j) { std::vector<double> w(m); w[0] = j; b[i * n + j] = w[0]; }";
  CHECK(declared("for (int i = 0; i < n; ++i) " + inner) ==
        Declared{"clustrix::WorkVector<double> w(m);", "clustrix::WorkVector<double> w(m);"});
  CHECK(declared("for (int i = 0; i < n; ++i) { ++m; " + inner + " }") ==
        Declared{"", "clustrix::WorkVector<double> w(m);"});
  CHECK(declared("for (int i = 0; i < n; ++i) { const int m = k[i]; " + inner + " }") ==
        Declared{"", "clustrix::WorkVector<double> w(m);"});
}

TEST_CASE("a size that is not the same in all iterations leaves it where it is") {
  CHECK(stays("for (int i = 0; i < n; ++i) { std::vector<double> w(i + 1); b[i] = w[0]; }"));
  CHECK(stays("for (int i = 0; i < n; ++i) { std::vector<double> w(k[i]); b[i] = w[0]; }"));
  CHECK(stays("for (int i = 0; i < n; ++i) { std::vector<double> w(m); b[i] = w[0]; m += 1; }"));
  CHECK(stays("int l = 2; int& r = l; for (int i = 0; i < n; ++i) { std::vector<double> w(r); b[i] = w[0]; l += 1; }"));
  CHECK(stays("double x = m; for (int i = 0; i < n; ++i) { std::vector<double> w(x); b[i] = w[0]; x += 1; }"));
  CHECK(stays("bool x = true; for (int i = 0; i < n; ++i) { std::vector<double> w(x); b[i] = w[0]; x = !x; }"));
  CHECK(stays("Odd odd; for (int i = 0; i < n; ++i) { std::vector<double> w(odd.size()); b[i] = w[0]; }"));
  CHECK(stays("int* q = &m; for (int i = 0; i < n; ++i) { std::vector<double> w(m); b[i] = w[0]; *q = i; }"));
}

TEST_CASE("members and references that the loop changes by their names are no size") {
  const auto isHoisted = [](const std::string& change) {
    const std::string text =
        "#include <vector>\nstruct S {\n  int m;\n  [[clustrix::cluster]] void f(double* b, int& l, int n) {\n"
        "    for (int i = 0; i < n; ++i) { std::vector<double> w(m + l); b[i] = w[0]; " +
        change + " }\n  }\n};\nvoid call(S& s, double* b, int& l) { s.f(b, l, 9); }\n";
    return !parse(text).functions[0].loops[0].declared.empty();
  };
  CHECK(isHoisted(""));
  CHECK_FALSE(isHoisted("++m;"));
  CHECK_FALSE(isHoisted("this->m = i;"));
  CHECK_FALSE(isHoisted("l += 2;"));
}

TEST_CASE("going along its elements is no more than to use them") {
  CHECK_FALSE(
      stays("for (int i = 0; i < n; ++i) { std::vector<double> w(m); for (double& x : w) x = a[i]; b[i] = w[0]; }"));
  CHECK(stays("for (int i = 0; i < n; ++i) { std::vector<double> w(m); auto& r = w; for (double& x : r) x = a[i]; }"));
}

TEST_CASE("what more is done with it leaves it where it is") {
  for (const char* use :
       {"w.push_back(1);", "w.resize(3);", "keep(w);", "v = w;", "w.swap(v);", "std::vector<double>& r = w;",
        "v.swap(w);", "auto* q = &w; (*q)[0] = 1;", "w = v;", "w.clear();"})
    CHECK(stays("for (int i = 0; i < n; ++i) { std::vector<double> w(m); " + std::string(use) + " b[i] = w[0]; }"));
}

TEST_CASE("another variable of its name leaves it where it is") {
  CHECK(stays("double w = 1; for (int i = 0; i < n; ++i) { b[i] = w; { std::vector<double> w(m); b[i] += w[0]; } }"));
  CHECK(
      stays("for (int i = 0; i < n; ++i) { { std::vector<double> w(m); b[i] = w[0]; } "
            "{ std::vector<int> w(m); b[i] += w[0]; } }"));
  CHECK(
      stays("for (int i = 0; i < n; ++i) { std::vector<double> w(m); "
            "auto g = [](double w) { return w + 1; }; b[i] = g(w[0]); }"));
}

TEST_CASE("vectors of anything but numbers, and other ways to make one, stay") {
  for (const char* made : {"std::vector<Two> w(m);", "std::vector<bool> w(m);", "std::vector<double> w{1, 2};",
                           "std::vector<double> w;", "std::vector<double> w(v);", "static std::vector<double> w(m);",
                           "std::vector<double> w(v.begin(), v.end());", "std::vector<double> w = {1.0, 2.0};"})
    CHECK(stays("for (int i = 0; i < n; ++i) { " + std::string(made) + " b[i] = w.size(); }"));
  CHECK(stays("std::vector<double> w(m); for (int i = 0; i < n; ++i) { b[i] = w[0]; }"));
}

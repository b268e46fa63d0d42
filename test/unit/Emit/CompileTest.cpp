// What is emitted compiles without a warning, as C++ and, where nvcc is installed, as CUDA.
#include "Source.h"

#include <catch2/catch.hpp>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The compiler's output, "" when it has nothing to say.
std::string complaints(const std::string& text) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "clustrix-emit-test";
  std::filesystem::create_directories(folder);
  const std::filesystem::path source = folder / (std::to_string(std::hash<std::string>()(text)) + ".cu");
  const std::filesystem::path log = source.string() + ".log";
  std::ofstream(source) << text;
  const std::string include = " -I" CLUSTRIX_RUNTIME_INCLUDE " ";
  std::string command = CLUSTRIX_HOST_COMPILER " -std=c++20 -Wall -Wextra -Werror " CLUSTRIX_ATTRIBUTE_FLAG
                                               " -fsyntax-only -x c++" +
                        include + source.string();
  bool failed = std::system((command + " >" + log.string() + " 2>&1").c_str()) != 0;
#ifdef CLUSTRIX_NVCC
  if (!failed && std::getenv("CLUSTRIX_TEST_NVCC")) {
    command = CLUSTRIX_NVCC " -std=c++20 --expt-relaxed-constexpr --diag-suppress=2803 -x cu -cuda -o /dev/null" +
              include + source.string();
    failed = std::system((command + " >" + log.string() + " 2>&1").c_str()) != 0;
  }
#endif
  std::ifstream file(log);
  const std::string said{std::istreambuf_iterator<char>(file), {}};
  std::filesystem::remove(log);
  std::filesystem::remove(source);
  return failed ? said + "\n" + text : "";
}

}  // namespace

TEST_CASE("a matrix loop with guards, spans and rows compiles") {
  Loop loop(
      "#include <cmath>\n#include <vector>\n"
      "double f(double (*a)[64], const std::vector<double>& v, std::vector<double>& w, long n, int m) {\n"
      "  double top = 0;\n"
      "  «for (long i = n - 1; i >= 0; --i)\n    for (int j = 0; j < m; ++j) {\n"
      "      a[i][j] = v[i] + w[j];\n      top = std::fmax(top, a[i][j]);\n    }»\n  return top;\n}\n");
  const Value n = loop.b.parameter("n", INT64_MIN, INT64_MAX), m = loop.b.parameter("m");
  const Value i = loop.b.loop("i", n), j = loop.b.loop("j", m);
  loop.b.model.loops[0].value = (n - 1 - i).polynomial;
  loop.b.model.kernel.variable = {"long", "i"};
  const ArrayId a = loop.pointer("a", "double (*)[64]"), v = loop.vector("v", "const double");
  loop.b.model.arrays[0].base = "&a[0][0]";
  const ArrayId w = loop.vector("w", "const double");
  loop.b.model.arrays[2].constElements = false;
  loop.capture(Capture::Value, "m", "int");
  loop.reduce(loop.scalar("top"), UpdateOperator::Max).ignoresNan = true;
  loop.b.model.updates[0].ignoresNan = true;
  loop.b.write(a, 64 * (n - 1 - i) + j);
  loop.b.read(v, n - 1 - i);
  loop.b.read(w, j);
  loop.b.model.work = {{{0, 1}, 2}};
  const Polynomial counter = loop.b.model.loops[1].counter.value < 0 ? Polynomial() : j.polynomial;
  loop.legality.guards = {
      ParameterGuard{{{{(64 - m).polynomial, false}}, {{(n - 1).polynomial, true}, {m.polynomial, false}}}, ""},
      ParameterGuard{{{{(n * m - 1).polynomial, false}}}, ""},
      DivisibleGuard{m, Value(2)},
      DisjointGuard{a, v},
      DisjointGuard{a, w, true},
      ScalarDisjointGuard{a, "top"},
      ScalarsDisjointGuard{"top", "m"},
      RangeGuard{(m * Value(counter) + n).polynomial, kIntMin, kIntMax, {1}},
      RangeGuard{m.polynomial, 0, 255, {}}};
  loop.body(
      "for (int j = 0; j < $m; ++j) {\n      $a[i][j] = $v[i] + $w[j];\n"
      "      $top = std::fmax($top, $a[i][j]);\n    }",
      6);
  CHECK(complaints(loop.emitted()) == "");
}

TEST_CASE("reductions of all kinds compile") {
  Loop loop(
      "int f(const double* a, const int* b, int n) {\n"
      "  double sum = 0, low = 1e30; int product = 1, most = 0, where = -1, last = 0, bits = 0; bool all = true;\n"
      "  float scratch;\n"
      "  «for (int i = 0; i < n; ++i) {\n    scratch = 0;\n    sum += a[i] + scratch;\n    product *= b[i];\n"
      "    if (b[i] >= most) {\n      most = b[i];\n      where = i;\n    }\n    if (a[i] < low) low = a[i];\n"
      "    bits ^= b[i];\n    all = all && b[i] > 0;\n    last = b[i];\n  }»\n"
      "  return sum + low + product + most + where + last + bits + all;\n}\n");
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  loop.b.read(loop.pointer("a", "const double *"), i);
  loop.b.read(loop.pointer("b", "const int *", 4), i);
  const int most = loop.scalar("most", false);
  Reduction& extremum = loop.reduce(most, UpdateOperator::Max);
  extremum.ties = true;
  extremum.locations = {loop.scalar("where", false)};
  loop.reduce(loop.scalar("sum"), UpdateOperator::Add);
  loop.reduce(loop.scalar("low"), UpdateOperator::Min);
  loop.reduce(loop.scalar("product", false), UpdateOperator::Multiply);
  loop.reduce(loop.scalar("bits", false), UpdateOperator::BitXor);
  const int all = loop.scalar("all", false);
  loop.b.model.scalars.back().type = "bool";
  loop.reduce(all, UpdateOperator::LogicalAnd);
  loop.legality.privates = {{loop.scalar("last", false), true}, {loop.scalar("scratch"), false}};
  loop.b.model.scalars.back().type = "float";
  loop.body(
      "{\n    $scratch = 0;\n    $sum += $a[i] + $scratch;\n    $product *= $b[i];\n    if ($b[i] >= $most) {\n"
      "      $begin$most = $b[i]$end;\n      $where = i;\n    }\n    if ($a[i] < $low) $low = $a[i];\n"
      "    $bits ^= $b[i];\n    $all = $all && $b[i] > 0;\n    $last = $b[i];\n  }",
      4);
  CHECK(complaints(loop.emitted()) == "");
}

TEST_CASE("a function template compiles for the types it is instantiated with") {
  Loop loop(
      "#include <vector>\ntemplate <class T, class S, int N>\nS f(std::vector<T>& v, T* p, T by) {\n  S s = 0;\n  int "
      "i;\n"
      "  «for (i = 2; i < N; i += 3) {\n    v[i] = p[i] * by;\n    s += static_cast<S>(v[i]);\n  }»\n"
      "  return s + i;\n}\n"
      "template long f<int, long, 30>(std::vector<int>&, int*, int);\n"
      "template double f<float, double, 40>(std::vector<float>&, float*, float);\n");
  const Value i = loop.b.loop("i", loop.b.parameter("N") - 2, 3);
  loop.b.model.loops[0].value = (2 + 3 * i).polynomial;
  loop.b.model.kernel.finalVariable = "i";
  const ArrayId v = loop.vector("v", "int");
  loop.b.write(v, 2 + 3 * i);
  loop.b.read(loop.pointer("p", "int *"), 2 + 3 * i);
  loop.capture(Capture::Value, "by", "int");
  const int s = loop.scalar("s", false);
  loop.reduce(s, UpdateOperator::Add);
  loop.function.templateParameters = "class T, class S, int N";
  loop.function.templateArguments = "T, S, N";
  loop.function.kernelsAt = loop.unit.text.find("template");
  loop.body("{\n    $v[i] = $p[i] * $by;\n    $s += static_cast<S>($v[i]);\n  }", 6);
  CHECK(complaints(loop.emitted()) == "");
}

TEST_CASE("a loop that is the only statement of an if and shares names with the block compiles") {
  Loop loop(
      "void f(double* at, const double* chunk, int loop, double site) {\n  if (loop > 0)\n"
      "    «for (int k = 0; k < loop; ++k) {\n      const double partial = chunk[k];\n"
      "      double kernel = partial + site;\n      at[k] = kernel;\n    }»\n  else\n    at[0] = 1;\n}\n");
  const Value n = loop.b.parameter("loop"), k = loop.b.loop("k", n);
  loop.b.write(loop.pointer("at", "double *"), k);
  loop.b.read(loop.pointer("chunk", "const double *"), k);
  loop.capture(Capture::Value, "site", "double");
  loop.body(
      "{\n      const double partial = $chunk[k];\n      double kernel = partial + $site;\n"
      "      $at[k] = kernel;\n    }",
      3);
  CHECK(complaints(loop.emitted()) == "");
}

TEST_CASE("triangular nests and whole arrays compile") {
  Loop loop(
      "#include <vector>\nvoid f(double* g, const std::vector<double>& x, const int* index, int n) {\n"
      "  «for (int i = 0; i < n; ++i)\n    for (int j = 0; j <= i; ++j) g[i * n + j] = x[index[j]] + x[i * i];»\n}\n");
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n), j = loop.b.loop("j", i + 1);
  loop.b.write(loop.pointer("g", "double *"), i * n + j);
  const ArrayId x = loop.vector("x", "const double");
  loop.b.read(x, loop.b.opaque("index[j]"));
  loop.b.read(x, i * i);
  loop.b.read(loop.pointer("index", "const int *", 4), j);
  loop.capture(Capture::Value, "n", "int");
  loop.b.model.work = {{{0, 1}, 1}};
  loop.body("for (int j = 0; j <= i; ++j) $g[i * $n + j] = $x[$index[j]] + $x[i * i];", 4);
  CHECK(complaints(loop.emitted()) == "");
}

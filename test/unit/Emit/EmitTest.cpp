#include "Source.h"

#include <catch2/catch.hpp>

#include <memory>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// `for (i < n) a[i] = 0;` in the given text.
Loop zeros(const std::string& text, const std::string& name = "f") {
  Loop loop(text, name);
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  loop.b.write(loop.pointer("a", "double *"), i);
  loop.body("$a[i] = 0;");
  return loop;
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

/// Line and column that the compiler reports for the first occurrence of `what` behind `after`.
std::pair<int, std::size_t> reported(const std::string& text, const std::string& what, std::size_t after = 0) {
  const std::size_t at = text.find(what, after);
  REQUIRE(at != std::string::npos);
  const std::size_t directive = text.rfind("#line ", at);
  REQUIRE(directive != std::string::npos);
  const std::size_t first = text.find('\n', directive) + 1;
  const auto lines = std::count(text.begin() + static_cast<std::ptrdiff_t>(first),
                                text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  return {std::stoi(text.substr(directive + 6)) + static_cast<int>(lines), at - text.rfind('\n', at)};
}

std::pair<int, std::size_t> original(const std::string& text, const std::string& what) {
  const std::size_t at = text.find(what);
  const auto begin = text.rfind('\n', at);
  return {1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')),
          begin == std::string::npos ? at + 1 : at - begin};
}

}  // namespace

TEST_CASE("attributes behind introducers are white space, with launches and without") {
  const std::string lambda = "auto g = [] [[clustrix::cluster(\ngpus = 2)]] (int) {};\n";
  const std::string blank = "auto g = [] " + std::string(20, ' ') + "\n" + std::string(11, ' ') + " (int) {};\n";
  const auto emitted = [&](bool parallel) {
    Loop loop = zeros(lambda + "void f(double* a, int n) {\n  «for (int i = 0; i < n; ++i) a[i] = 0;»\n}\n");
    loop.unit.introducerAttributes = {{lambda.find("[["), lambda.find(" (int)")}};
    loop.function.kernelsAt = lambda.size();
    loop.legality.parallel = parallel;
    return loop.emitted();
  };
  CHECK(emitted(true).find(blank) != std::string::npos);
  CHECK(emitted(false).starts_with(blank));
}

TEST_CASE("the whole rewritten file of a small function") {
  Loop loop = zeros("// zero\nvoid f(double* a, int n) {\n  «for (int i = 0; i < n; ++i) a[i] = 0;»\n}\n");
  loop.function.kernelsAt = 8;
  loop.function.options.gpus = 2;
  std::string text = loop.emitted();
  const std::size_t hash = text.find("clustrix_f_cpp_");
  const std::string space = text.substr(hash, std::string("clustrix_f_cpp_01234567").size());
  for (auto at = text.find(space); at != std::string::npos; at = text.find(space))
    text.replace(at, space.size(), "KERNELS");
  CHECK(text == R"(#include <clustrix/runtime.h>
#line 1 "f.cpp"
// zero
namespace KERNELS { namespace {
// f.cpp:3: for (int i = 0; i < n; ++i)
struct f_3 {
  double* a;

  CLUSTRIX_HD void operator()(clustrix::Index k) const {
    int i = clustrix::counter<int>(k);
#line 3 "f.cpp"
    a[i] = 0;
  }
};
} }  // namespace KERNELS
#line 2 "f.cpp"
void f(double* a, int n) {
  {
    const clustrix::Launch launch = clustrix::isSmall(clustrix::trips(clustrix::Index(n), 1), 1)
        ? clustrix::Launch() : clustrix::Launch([&, a = a, n = n] {
      static constexpr clustrix::Site site{"f", "f.cpp", 3, 3, clustrix::Options{}.gpus(2)};
      const auto n_ = static_cast<clustrix::Index>(n);
      clustrix::Loop loop(site, clustrix::trips(n_, 1));
      loop.operations(1);
      const auto a_ = loop.array("a", a);
      const auto footprint = [&](clustrix::Chunk chunk, clustrix::Footprint& touched) {
        touched.writes(a_).box(chunk.begin, {1, chunk.size()});
      };
      const auto kernel = [&](const clustrix::Memory& at) {
        return KERNELS::f_3{at(a_)};
      };
      return loop.answer(loop.run(footprint, kernel));
    });
    if (!launch.ran()) {
#line 3 "f.cpp"
  for (int i = 0; i < n; ++i) a[i] = 0;
    }
  }
#line 4 "f.cpp"
}
)");
}

TEST_CASE("a file without a launch stays as it is") {
  Loop loop = zeros("void f(double* a, int n) {\n  «for (;;) a[i] = 0;»\n}\n");
  loop.legality.parallel = false;
  CHECK(loop.emitted() == loop.unit.text);
}

TEST_CASE("the same input gives the same bytes, another text another namespace") {
  const std::string text = "void f(double* a, int n) {\n  «for (;;) a[i] = 0;»\n}\n";
  CHECK(zeros(text).emitted() == zeros(text).emitted());
  const std::string one = zeros(text).emitted(), other = zeros(text + "// more\n").emitted();
  CHECK(one.substr(one.find("clustrix_f_cpp_"), 23) != other.substr(other.find("clustrix_f_cpp_"), 23));
}

TEST_CASE("what stands around a loop keeps its line and its column") {
  Loop loop = zeros(
      "int before;\nnamespace n { void f(double* a, int n) {\n"
      "  if (n > 0) «for (int i = 0; i < n; ++i) a[i] = 0;» else later();\n  last();\n} }\n");
  loop.function.kernelsAt = loop.unit.text.find("void f");
  const std::string source = loop.unit.text, text = loop.emitted();
  CHECK(reported(text, "int before") == original(source, "int before"));
  CHECK(reported(text, "void f(double* a") == original(source, "void f"));
  CHECK(reported(text, "else later") == original(source, "else later"));
  CHECK(reported(text, "last();") == original(source, "last();"));
  CHECK(reported(text, "for (int i = 0; i < n; ++i) a[i] = 0;", text.find(".run(")) == original(source, "for (int i"));
}

TEST_CASE("tabs before a loop are kept, so that columns stay") {
  Loop loop = zeros("void f(double* a, int n) {\n\tif (n)\t«for (;;) a[i] = 0;»\n}\n");
  const std::string text = loop.emitted();
  CHECK(text.find("\n\t      \tfor (;;) a[i] = 0;\n") != std::string::npos);
}

TEST_CASE("a comment behind the loop stays on its line") {
  Loop loop = zeros("void f(double* a, int n) {\n  «for (;;) a[i] = 0;»  // done\n  next();\n}\n");
  const std::string text = loop.emitted();
  CHECK(text.find("  }  // done\n#line 3 \"f.cpp\"\n  next();\n") != std::string::npos);
}

TEST_CASE("a file that ends with its loop gets no directive behind it") {
  Loop loop = zeros("void f(double* a, int n) { «for (;;) a[i] = 0;»}");
  const std::string text = loop.emitted();
  CHECK(text.substr(text.size() - 20).find("}") != std::string::npos);
  CHECK(text.back() == '}');
}

TEST_CASE("a byte order mark stays in front") {
  Loop loop = zeros("\xEF\xBB\xBFvoid f(double* a, int n) {\n  «for (;;) a[i] = 0;»\n}\n");
  loop.function.kernelsAt = 3;
  CHECK(loop.emitted().substr(0, 12) == "\xEF\xBB\xBF#include ");
}

TEST_CASE("the file's name is escaped in directives and literals") {
  Loop loop = zeros("void f(double* a, int n) {\n  «for (;;) a[i] = 0;»\n}\n");
  loop.unit.path = loop.site.at.file = "a \"b\"\\c.cpp";
  const std::string text = loop.emitted();
  CHECK(text.find("#line 1 \"a \\\"b\\\"\\\\c.cpp\"\n") != std::string::npos);
  CHECK(text.find("\"a \\\"b\\\"\\\\c.cpp\", 2, 3}") != std::string::npos);
}

TEST_CASE("two loops on one line get kernels of different names") {
  Loop loop = zeros("void f(double* a, int n) { «for (;;) a[i] = 0;» for (;;) a[i] = 0; }\n");
  loop.planned();
  LoopSite second = loop.function.loops[0];
  second.begin = loop.unit.text.rfind("for");
  second.end = loop.unit.text.rfind(" }");
  loop.function.loops.push_back(second);
  loop.unit.functions = {loop.function};
  const std::string text = emit(plan(loop.unit, {{loop.legality, loop.legality}}, {}), loop.unit);
  CHECK(count(text, "struct f_1 {") == 1);
  CHECK(count(text, "struct f_1_ {") == 1);
  CHECK(count(text, "::f_1{") == 1);
  CHECK(count(text, "::f_1_{") == 1);
  CHECK(count(text, "clustrix::Loop loop(") == 2);
}

TEST_CASE("functions with a scope have a namespace of their own") {
  Loop plain = zeros("void f(double* a, int n) {\n  «for (;;) a[i] = 0;»\n}\n");
  Loop scoped = zeros("void f(double* a, int n) {\n  «for (;;) a[i] = 0;»\n}\n", "ns::Grid::step");
  scoped.function.inScope = true;
  CHECK(plain.emitted().find("_1 {\n// f.cpp") == std::string::npos);
  const std::string text = scoped.emitted();
  CHECK(text.find("_1 { namespace {\n// f.cpp:2") != std::string::npos);
  CHECK(text.find("struct step_2 {") != std::string::npos);
  CHECK(text.find("Site site{\"ns::Grid::step\"") != std::string::npos);
}

TEST_CASE("the other way round of a nest has a kernel and a block of its own, in front of those of the nest") {
  Loop loop = zeros("void f(double* a, int n) {\n  «for (;;) a[i] = 0;»\n}\n");
  ClusterPlan plan = loop.planned();
  Launch& launch = plan.functions[0].launches[0];
  Launch other = launch;
  LoopSite site = loop.site;
  site.model.kernel.body = {{BodyPiece::Text, "other();", -1}};
  other.site = std::make_shared<const LoopSite>(std::move(site));
  launch.instead = {other};
  const std::string text = emit(plan, loop.unit);
  INFO(text);
  CHECK(count(text, "struct f_2 {") == 1);
  CHECK(text.find("struct f_2 {") < text.find("    other();\n"));
  CHECK(text.find("    other();\n") < text.find("struct f_2_ {"));
  CHECK(text.find("struct f_2_ {") < text.find("    a[i] = 0;\n"));
  CHECK(text.find("::f_2{") < text.find("::f_2_{"));
  CHECK(count(text, "clustrix::Launch([") == 2);
  CHECK(count(text, "for (;;) a[i] = 0;") == 1);
}

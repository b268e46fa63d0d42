#include "Launched.h"

#include "Emit/Launch.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

const char* const nestText = "void f(double* a, int n, int m) {\n  «for (;;) work();»\n}\n";

/// for (i < n) for (j < m) a[j] += ..., as it stands and the other way round.
struct TwoWays {
  Loop nest = filled("i", "n", "j", "m"), other = filled("j", "m", "i", "n");
  std::string residency;

  std::string text() {
    other.b.model.kernel.innerLoops = {{0, {"int", "j"}, {}, false, false}};
    Launched first(other), second(nest);
    first.launch.turn = Turn{0, {"int", "i"}};
    for (Launched* one : {&first, &second}) {
      one->source.residency = residency;
      one->launch.resident = !residency.empty();
    }
    return launchText({{{first.source, first.shape(), "ns::f_other"}}, {{second.source, second.shape(), "ns::f_2"}}});
  }

 private:
  static Loop filled(const char* outer, const char* trips, const char* inner, const char* innerTrips) {
    Loop loop(nestText);
    const Value n = loop.b.parameter(trips), m = loop.b.parameter(innerTrips);
    const Value i = loop.b.loop(outer, n), j = loop.b.loop(inner, m);
    loop.b.write(loop.pointer("a", "double *"), std::string(inner) == "j" ? j : i);
    loop.b.model.work = {{{0, 1}, 3}};
    loop.body("$a[j] = 0;");
    return loop;
  }
};

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("names of the block differ from every name in the loop, its expressions and the file's macros") {
  Loop loop(
      "#define ADD(x) x += kernel\nvoid f(double* at, int n) {\n  «for (;;) { total += site(at[i], chunk); }»\n}\n");
  const Value n = loop.b.parameter("loop"), i = loop.b.loop("i", n);
  loop.b.write(loop.pointer("at", "double *"), i);
  loop.body("$at[i] = 0;");
  const std::string text = loop.emitted();
  contains(text, "clustrix::Site site_{");
  contains(text, "clustrix::Loop loop_(site_, ");
  contains(text, "const auto at_2 = loop_.array(\"at\", at);");
  contains(text, "clustrix::Chunk chunk_, ");
  contains(text, "const auto kernel_ = [&](const clustrix::Memory& at_)");
  contains(text, "{at_(at_2)};");
}

TEST_CASE("triangular slices walk the chunk") {
  Loop loop(nestText);
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n), j = loop.b.loop("j", i + 1);
  const ArrayId a = loop.pointer("a", "double *");
  loop.b.write(a, i * n + j);
  loop.b.read(loop.pointer("x", "const double *"), j);
  loop.body("$a[i * n] = $x[0];");
  const std::string text = loop.emitted();
  contains(text,
           "for (clustrix::Index k0 = chunk.begin; k0 < chunk.end; ++k0)\n"
           "          touched.writes(a_).box(n_ * k0, {1, clustrix::trips(k0 + 1, 1)});\n");
  contains(text, "touched.reads(x_).box(0, {1, clustrix::trips((chunk.end - 1) + 1, 1)});");
}

TEST_CASE("inner loops between two bounds are ranges of the chunk's ends") {
  for (const bool wide : {false, true}) {
    Loop loop("void f(double* a, long n) {\n  «for (;;) work();»\n}\n");
    const Value n = loop.b.parameter("n", wide ? INT64_MIN : kIntMin, wide ? INT64_MAX : kIntMax);
    const Value ii = loop.b.loop("ii", n, 16), i = loop.b.loop("i", n);
    NestedLoop& inner = loop.b.model.loops[1];
    inner.trip.reset();
    inner.constraints = {i, Value(15) - i, n - 1 - 16 * ii - i};
    loop.b.write(loop.pointer("a", "double *"), 16 * ii + i);
    loop.body("work($a);");
    const std::string text = loop.emitted();
    CHECK(text.find("touched.mayWrite(a_).between(0, {1, 16 * chunk.begin, "
                    "clustrix::least(n_ - 1, 16 * chunk.end - 1)});") != std::string::npos);
    // In 64 bits, 16 times the number of chunks may be too much.
    CHECK((text.find("loop.inRange(16 * clustrix::Interval(0, clustrix::trips(n_, 16)) - 1, "
                     "clustrix::rangeOf<clustrix::Index>(),\n"
                     "          \"16*iteration - 1 fits 64 bits\", {{\"n\", n_}});") != std::string::npos) == wide);
  }
}

TEST_CASE("a reversed loop counts down from a number that the host computes") {
  Loop loop(nestText);
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  loop.b.model.loops[0].value = (n - 1 - i).polynomial;
  loop.b.write(loop.pointer("a", "double *"), n - 1 - i);
  loop.body("$a[i] = 0;");
  const std::string text = loop.emitted();
  contains(text, "  clustrix::Index first;\n");
  contains(text, "int i = clustrix::counter<int>(first - k);");
  contains(text, "{at(a_), n_ - 1};");
  contains(text, "touched.writes(a_).box(n_ - chunk.begin - 1, {-1, chunk.size()});");
}

TEST_CASE("a run-time step is a member") {
  Loop loop(nestText);
  const Value n = loop.b.parameter("n"), step = loop.b.parameter("step"), i = loop.b.loop("i", n, step);
  loop.b.model.loops[0].value = (2 + step * i).polynomial;
  loop.b.write(loop.pointer("a", "double *"), 2 + step * i);
  loop.body("$a[i] = 0;");
  loop.b.model.kernel.finalVariable = "last";
  const std::string text = loop.emitted();
  contains(text, "int i = clustrix::counter<int>(2 + step * k);");
  contains(text, "clustrix::trips(n_, step_)");
  contains(text, "last = static_cast<std::decay_t<decltype(last)>>(step_ * clustrix::trips(n_, step_) + 2);");
  contains(text, "    } else {\n#line 2");
}

TEST_CASE("a pointer to rows is put onto the same elements") {
  Loop loop(nestText);
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  loop.b.write(loop.pointer("a", "double (*)[64]"), 64 * i);
  loop.b.model.arrays[0].base = "&a[0][0]";
  loop.body("$a[i][0] = 0;");
  const std::string text = loop.emitted();
  contains(text, "  double (*a)[64];\n");
  contains(text, "loop.array(\"a\", &a[0][0]);");
  contains(text, "{reinterpret_cast<double (*)[64]>(at(a_))};");
}

TEST_CASE("in a template the kernel says what it holds: no lambda asks for a member's type") {
  Loop loop(nestText);
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  loop.b.read(loop.pointer("m", "const double (*)[64]"), 64 * i);
  loop.b.model.arrays[0].base = "&m[0][0]";
  loop.body("use($m[i][0]);");
  loop.function.templateParameters = "class T";
  loop.function.templateArguments = "T";
  const std::string text = loop.emitted();
  contains(text, "f_2<std::decay_t<decltype((m))>, T>;\n");
  contains(text, "{reinterpret_cast<decltype(Kernel::m)>(at(m_))};");
}

TEST_CASE("a span of constant elements over an array that may be written is made of its pointer") {
  Loop loop(nestText);
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  loop.b.read(loop.vector("v", "const double"), i);
  loop.b.model.arrays[0].constElements = false;
  loop.body("use($v[i]);");
  contains(loop.emitted(), "{clustrix::Span<const double>(at(v_), v.size())};");
}

TEST_CASE("operations are counted along the loops around them") {
  Loop loop(nestText);
  const Value n = loop.b.parameter("n"), m = loop.b.parameter("m"), i = loop.b.loop("i", n), j = loop.b.loop("j", m);
  loop.b.loop("k", j + 1);
  loop.b.loop("l", 1);
  loop.b.model.loops[3].trip.reset();
  loop.b.write(loop.pointer("a", "double *"), i);
  loop.b.model.work = {{{0}, 2}, {{0, 1}, 3}, {{0}, 1}, {{0, 1, 2}, 4}, {{0, 3}, 5}};
  loop.body("$a[i] = 0;");
  contains(loop.emitted(),
           "loop.operations(3 + clustrix::trips(m_, 1) * 3 + clustrix::trips(m_, 1) * "
           "clustrix::trips((clustrix::trips(m_, 1) / 2) + 1, 1) * 4 + 16 * 5);");
}

TEST_CASE("the runtime is told of calls of libraries, where their iterations are no tasks") {
  for (const bool tasks : {false, true}) {
    Loop loop(nestText);
    const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
    loop.b.write(loop.pointer("a", "double *"), i);
    loop.b.model.callsLibraries = true;
    loop.b.model.tasks = tasks;
    loop.body("$a[i] = 0;");
    CHECK((loop.emitted().find("loop.callsLibraries();") == std::string::npos) == tasks);
  }
}

TEST_CASE("a loop whose semicolon stands behind it in a macro is complete in the block") {
  Loop loop("#define END ;\nvoid f(double* a, int n) {\n  «for (;;) a[i] = 0» END\n}\n");
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  loop.b.write(loop.pointer("a", "double *"), i);
  loop.body("$a[i] = 0");
  contains(loop.emitted(), "\n  for (;;) a[i] = 0;\n    }\n  }\n#line 3 \"f.cpp\"\n                    END\n");
}

TEST_CASE("a loop that touches no memory has lambdas without unused parameters") {
  Loop loop(nestText);
  const Value n = loop.b.parameter("n");
  loop.b.loop("i", n);
  loop.reduce(loop.scalar("count", false), UpdateOperator::Add);
  loop.body("++$count;");
  const std::string text = loop.emitted();
  contains(text, "const auto footprint = [&](clustrix::Chunk, clustrix::Footprint&) {};");
  contains(text, "const auto kernel = [&](const clustrix::Memory&) {");
  contains(text, "void operator()(clustrix::Index, Partial& partial) const {");
}

TEST_CASE("a container that grows has its room before the loop, and keeps or drops it afterwards") {
  Loop loop("void f(double* a, int n) {\n  «for (;;) work();»\n}\n");
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  const Value size = loop.b.parameter("size");
  const ArrayId out = loop.pointer("out", "double*");
  loop.b.write(out, size + i);
  loop.b.model.appends.push_back({"out", "out", out, size.polynomial, Polynomial(1), false, {}, -1});
  loop.b.model.kernel.body = {{BodyPiece::AppendTo, " = ", 0}, {BodyPiece::Text, "1;", -1}};
  loop.b.model.kernel.bodyLine = 2;
  const std::string text = loop.emitted();
  INFO(text);
  const auto at = [&](const std::string& what) { return text.find(what); };
  CHECK(at("    clustrix::Index out_next = out_first + k;\n") != std::string::npos);
  CHECK(at("    out[out_next++] = 1;\n") != std::string::npos);
  REQUIRE(at("clustrix::Room out_room(out, clustrix::trips(n_, 1), 1);") != std::string::npos);
  CHECK(at("const auto size_ =") < at("clustrix::Room"));
  CHECK(at("clustrix::Room") < at("loop.array(\"out\", out_room)"));
  CHECK(at("loop.require(out_room.made(), \"there is memory for what out grows by\");") != std::string::npos);
  CHECK(at("      out_room.keep();\n    } else {\n      out_room.drop();\n") != std::string::npos);
}

TEST_CASE("a container whose elements are counted has its room between the passes of a scan") {
  Loop loop("void f(double* a, int n) {\n  «for (;;) work();»\n}\n");
  const Value n = loop.b.parameter("n");
  loop.b.loop("i", n);
  const Value size = loop.b.parameter("size");
  const ArrayId out = loop.pointer("out", "double*");
  ScalarState count;
  count.name = "out.size()";
  count.expression = "static_cast<clustrix::Index>(out.size())";
  count.type = "clustrix::Index";
  count.arithmetic = count.isSigned = true;
  count.bits = 64;
  count.append = 0;
  count.updates = {0};
  loop.b.model.scalars = {count};
  Update step;
  step.exact = true;
  step.step = 1;
  step.scalar = 0;
  loop.b.model.updates = {step};
  Access write;
  write.kind = AccessKind::Write;
  write.array = out;
  write.byteEnd = 8;
  write.loops = {0};
  write.suspended = true;
  write.packedBy = write.packedStep = 0;
  loop.b.model.accesses.push_back(write);
  loop.b.model.kernel.captures.push_back({Capture::Scalar, "out_next", "clustrix::Index", "", {}, 0});
  loop.b.model.appends.push_back({"out", "out", out, size.polynomial, {}, false, {}, 0});
  loop.b.model.kernel.body = {{BodyPiece::ScanBlockBegin, "", -1}, {BodyPiece::WhenCounting, "", -1},
                              {BodyPiece::AppendStep, "", 0},      {BodyPiece::Text, ";", -1},
                              {BodyPiece::CountingEnd, "", -1},    {BodyPiece::AppendTo, " = ", 0},
                              {BodyPiece::Text, "1;", -1},         {BodyPiece::ScanBlockEnd, "", -1}};
  loop.b.model.kernel.bodyLine = 2;
  Reduction counting;
  counting.scalar = 0;
  loop.legality.reductions = {counting};
  loop.legality.form = Form::Scan;
  const std::string text = loop.emitted();
  INFO(text);
  contains(text, "  struct Partial {\n    clustrix::Index out_next;\n  };\n");
  contains(text,
           "iterate(clustrix::Index, Partial& partial) const {\n    clustrix::Index& out_next = partial.out_next;\n");
  contains(text, "{ if constexpr (!writing) out_next++; else out[out_next++] = 1; }\n");
  contains(text, "    clustrix::Room out_room(out);\n");
  CHECK(text.find("made()") == std::string::npos);
  contains(text, "box(before.out_next, {1, after.out_next - before.out_next});\n");
  contains(text,
           "    total.out_next = static_cast<clustrix::Index>(out.size());\n"
           "    const auto place = [&](const auto& counted) {\n"
           "      return loop.place(out_, out_room, counted.out_next);\n    };\n"
           "    if (loop.scan(footprint, kernel, total, place)) {\n      out_room.keep();\n    } else {\n"
           "      out_room.drop();\n");
}

TEST_CASE("private members are reached through the kernels' namespace") {
  Loop loop("void f(double* a, int n) {\n  «for (;;) work();»\n}\n");
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  loop.b.write(loop.pointer("a", "double*"), i);
  loop.b.model.arrays.back().base = "clustrix_members::Grid_cells(g).data()";
  loop.b.model.kernel.privateMembers = {{"Grid_cells", "&Grid::cells_"}, {"Grid_shift", "&Grid::shift", true}};
  loop.body("$a[i] = 0;");
  const std::string text = loop.emitted();
  INFO(text);
  CHECK(text.find("template struct Grid_cells_giver<&Grid::cells_>;\n") != std::string::npos);
  CHECK(text.find("inline auto& Grid_shift() {\n  return *pointerTo(Grid_shift_tag{});\n}\n") != std::string::npos);
  CHECK(text.find("namespace clustrix_members = clustrix_f_cpp_") != std::string::npos);
}

TEST_CASE("what only an iteration may follow is followed where there is one") {
  Loop loop("void f(double* a, int n) {\n  «for (;;) work();»\n}\n");
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n), width = loop.b.parameter("width");
  loop.b.model.symbols.back().expression = "(*g).width";
  loop.b.write(loop.pointer("a", "double*"), i * width);
  loop.b.model.kernel.needsIteration = true;
  loop.body("$a[i] = 0;");
  const std::string text = loop.emitted();
  INFO(text);
  const auto guard = text.find("    if (clustrix::trips(n_, 1) > 0) {\n");
  REQUIRE(guard != std::string::npos);
  CHECK(text.find("const auto n_ =") < guard);
  CHECK(text.find("(*g).width") > guard);
  CHECK(text.find("    if (!ran) {\n") > guard);
}

TEST_CASE("a launch in place of a call whose value is used is a function called at once") {
  Loop loop("double f(const double* a, int n) {\n  return 2 * «accumulate(a, a + n, 1.5)»;\n}\n");
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  loop.b.read(loop.pointer("a", "const double *"), i);
  loop.reduce(loop.scalar("result"), UpdateOperator::Add);
  loop.body("$result = $result + $a[i];");
  loop.site.call = CallSite{"double result = 1.5;", "result = accumulate(a, a + n, 1.5);", "result"};
  const std::string text = loop.emitted();
  contains(text, "  return 2 * [&] {\n    double result = 1.5;\n    {\n");
  contains(text, "        result += total.result;\n      } else {\n");
  contains(text, "        result = accumulate(a, a + n, 1.5);\n      }\n    }\n    return result;\n  }()");
}

TEST_CASE(
    "a nest is launched the other way round where its inner loop is wide, and as it stands where that has not run") {
  const std::string text = TwoWays().text();
  INFO(text);
  const auto wide = text.find(
      "const clustrix::Launch launch = (!clustrix::isWide(clustrix::trips(clustrix::Index(m), 1)) || "
      "clustrix::isSmall(clustrix::trips(clustrix::Index(m), 1), clustrix::trips(clustrix::Index(n), 1) * 3))\n");
  const auto first = text.find("ns::f_other{"), otherwise = text.find("if (!launch.ran()) {\n");
  const auto small = text.find(
      "const clustrix::Launch launch_ = "
      "clustrix::isSmall(clustrix::trips(clustrix::Index(n), 1), clustrix::trips(clustrix::Index(m), 1) * 3)\n");
  const auto second = text.find("ns::f_2{"), last = text.find("if (!launch_.ran()) {\n");
  const auto original = text.find("\n  for (;;) work();\n");
  REQUIRE(wide != std::string::npos);
  CHECK(wide < first);
  CHECK(first < otherwise);
  CHECK(otherwise < small);
  CHECK(small < second);
  CHECK(second < last);
  CHECK(last < original);
  CHECK(original != std::string::npos);
  CHECK(count(text, "for (;;) work();") == 1);
  CHECK(count(text, "isWide") == 1);
}

TEST_CASE("the block of the nest as it stands has no name of the block around it") {
  const std::string text = TwoWays().text();
  for (const char* name :
       {"clustrix::Site site{", "clustrix::Site site_{", "clustrix::Loop loop(site, ", "clustrix::Loop loop_(site_, ",
        "const auto n_ =", "const auto n_2 =", "const auto a_ = loop.", "const auto a_2 = loop_.",
        "const auto kernel = [&](const clustrix::Memory& at)",
        "const auto kernel_ = [&](const clustrix::Memory& at_)"}) {
    INFO(name);
    CHECK(count(text, name) == 1);
  }
}

TEST_CASE("both ways through a nest leave their results in the function's residency") {
  TwoWays ways;
  ways.residency = "kept";
  const std::string text = ways.text();
  contains(text, "clustrix::Loop loop(site, clustrix::trips(m_, 1), kept);");
  contains(text, "clustrix::Loop loop_(site_, clustrix::trips(n_2, 1), kept);");
}

TEST_CASE("what no lambda can have is launched as it stands") {
  TwoWays ways;
  for (Loop* loop : {&ways.nest, &ways.other}) loop->b.model.arrays[0].asksSize = true;
  const std::string text = ways.text();
  CHECK(text.find("isWide") == std::string::npos);
  CHECK(text.find("ns::f_other") == std::string::npos);
  contains(text, "if (!loop.run(footprint, kernel)) {");
}

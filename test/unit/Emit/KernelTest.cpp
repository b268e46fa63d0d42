#include "Source.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

Loop copying() {
  Loop loop(oneLoop);
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  loop.b.write(loop.pointer("a", "double *"), i);
  return loop;
}

}  // namespace

TEST_CASE("a member whose name the body declares is renamed") {
  Loop loop = copying();
  loop.capture(Capture::Value, "size", "int").expression = "this->size";
  loop.body("{\n    int size = 2;\n    $a[i] = size + $size;\n  }");
  const std::string text = loop.emitted();
  contains(text, "  int size_;\n");
  contains(text, "a[i] = size + size_;");
  contains(text, "{at(a_), this->size};");
}

TEST_CASE("a variable keeps its name although an inner scope has another of that name") {
  Loop loop = copying();
  loop.capture(Capture::Value, "x", "int");
  loop.body("{ $a[i] = $x; { int x = 2; $a[i] += x; } }");
  contains(loop.emitted(), "{ a[i] = x; { int x = 2; a[i] += x; } }");
}

TEST_CASE("the parameters of operator() give way to the body's names") {
  Loop loop = copying();
  loop.reduce(loop.scalar("order"), UpdateOperator::Add);
  loop.body("{ double partial = 0; for (int k = 0; k < 4; ++k) partial += k; $order += partial + $a[i]; }");
  const std::string text = loop.emitted();
  contains(text, "operator()(clustrix::Index k_, Partial& partial_) const {");
  contains(text, "double& order_ = partial_.order_;");
  contains(text, "int i = clustrix::counter<int>(k_);");
  contains(text, "order_ += partial + a[i];");
  contains(text, "      order += total.order_;\n");
}

TEST_CASE("arrays that iterations combine into are named with their operators, and lead to unsigned integers") {
  Loop loop(oneLoop);
  const Value n = loop.b.parameter("n");
  loop.b.loop("i", n);
  const Value key = loop.b.opaque("key[i]");
  const auto combine = [&](ArrayId id, UpdateOperator op, bool floating) -> Reduction& {
    ArrayObject& object = loop.b.model.arrays[static_cast<std::size_t>(id.value)];
    object.arithmetic = true;
    object.floating = floating;
    object.bits = static_cast<int>(object.elementBytes) * 8;
    object.extent = "64";
    loop.b.model.updates[static_cast<std::size_t>(loop.b.update(id, key, op, !floating))].named = true;
    Reduction reduction;
    reduction.array = id;
    reduction.op = op;
    reduction.ofArray = true;
    loop.legality.reductions.push_back(reduction);
    return loop.legality.reductions.back();
  };
  combine(loop.pointer("count", "int *", 4), UpdateOperator::Add, false);
  combine(loop.vector("top", "double"), UpdateOperator::Max, true).ties = true;
  loop.b.model.updates.back().ties = true;
  combine(loop.pointer("rows", "double (*)[8]"), UpdateOperator::Multiply, true);
  loop.body("{ $count[i]++; $top[i] = 1; $rows[i][2] *= 2; }");
  const std::string text = loop.emitted();
  contains(text, "  clustrix::Wrapping<int*> count;\n");
  contains(text, "  clustrix::Span<double> top;\n");
  contains(text, "clustrix::Combined<clustrix::combined::Sum<&f_2::count>,\n");
  contains(text, "clustrix::combined::Maximum<&f_2::top, true>,\n");
  contains(text, "clustrix::combined::Product<&f_2::rows>>;\n");
  contains(text, "operator()(clustrix::Index k) const {");
  contains(text, "loop.combined(\"count\", count, 64);");
  contains(text, "loop.combined(\"top\", top.data(), 64);");
  contains(text, "touched.combines(count_).whole();\n");
  contains(text, "{reinterpret_cast<clustrix::Wrapping<int *>>(at(count_)), at.span(top_, top.size()), ");
  CHECK(text.find("touched.reads(count_)") == std::string::npos);
}

TEST_CASE("a kernel names what leads to elements that are no plain numbers, where a device may get it") {
  Loop loop(oneLoop);
  const Value i = loop.b.loop("i", loop.b.parameter("n"));
  for (const char* name : {"states", "others"}) {
    loop.b.write(loop.pointer(name, "State*", 24), i);
    loop.b.model.arrays.back().arithmetic = false;
  }
  loop.b.write(loop.pointer("a", "double*"), i);
  loop.body("$states[i] = $others[i], $a[i] = 0;");
  contains(loop.emitted(), "  using PointedTo = clustrix::PointedTo<decltype(states), decltype(others)>;\n");
  loop.function.options.autoGpuParallel = false;
  CHECK(loop.emitted().find("PointedTo") == std::string::npos);
}

TEST_CASE("the counter's variable is left out where the body does not mention it") {
  Loop loop = copying();
  loop.body("$a[$k] = 0;");
  const std::string text = loop.emitted();
  CHECK(text.find("int i = static_cast") == std::string::npos);
  contains(text, "operator()(clustrix::Index k) const {");
  contains(text, "    a[k] = 0;\n");
}

TEST_CASE("a statement in front of the body binds a range-for's variable") {
  Loop loop = copying();
  loop.b.model.kernel.variablePrologue = "double& x = a[%k];";
  loop.body("x = 0;");
  contains(loop.emitted(), "    double& x = a[k];\n#line 2 \"f.cpp\"\n    x = 0;\n");
}

TEST_CASE("continue of the loop ends the iteration") {
  Loop loop = copying();
  loop.body("{ if ($a[i] > 0) $continue; $a[i] = 1; }");
  contains(loop.emitted(), "{ if (a[i] > 0) return; a[i] = 1; }");
}

TEST_CASE("the body's lines are indented under operator()") {
  Loop loop("void f(double* a, int n) {\n      «for (;;) {\n        a[i] = 1;\n\n        a[i] += 2;\n      }»\n}\n");
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  loop.b.write(loop.pointer("a", "double *"), i);
  loop.body("{\n        $a[i] = 1;\n\n        $a[i] += 2;\n      }", 2);
  contains(loop.emitted(), "#line 2 \"f.cpp\"\n    {\n      a[i] = 1;\n\n      a[i] += 2;\n    }\n  }\n};\n");
}

TEST_CASE("a raw string keeps its lines") {
  Loop loop("void f(double* a, int n) {\n      «for (;;) {\n        use(R\"(x\n        y)\");\n      }»\n}\n");
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  loop.b.write(loop.pointer("a", "double *"), i);
  loop.body("{\n        use(R\"(x\n        y)\");\n      }", 2);
  contains(loop.emitted(), "        use(R\"(x\n        y)\");\n      }\n  }\n};\n");
}

TEST_CASE("a line that continues a token is left where it is") {
  Loop loop("void f(double* a, int n) {\n      «for (;;) {\n        a[0] = 1\\\n0;\n      }»\n}\n");
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  loop.b.write(loop.pointer("a", "double *"), i);
  loop.body("{\n        $a[0] = 1\\\n0;\n      }", 2);
  contains(loop.emitted(), "      a[0] = 1\\\n0;\n    }\n");
}

TEST_CASE("a body cut out of a block begins at its own line") {
  Loop loop("void f(double* a, int n) {\n  «while (i < n) {\n    a[i] = 1;\n    ++i;\n  }»\n}\n");
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  loop.b.write(loop.pointer("a", "double *"), i);
  loop.body("\n    $a[i] = 1;\n    ", 2);
  contains(loop.emitted(), "#line 3 \"f.cpp\"\n    a[i] = 1;\n  }\n};\n");
}

TEST_CASE("a statement without its semicolon gets one") {
  Loop loop = copying();
  loop.body("$a[i] = 0");
  contains(loop.emitted(), "    a[i] = 0;\n  }\n");
}

TEST_CASE("a template's kernel has a type parameter for each member, in front of the template's own") {
  Loop loop("template <class T, int N = 3>\nvoid f(T* a, T by, int n) {\n  «for (;;) work();»\n}\n");
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  loop.b.write(loop.pointer("a", "double *"), i);
  loop.capture(Capture::Value, "by", "double");
  loop.reduce(loop.scalar("s"), UpdateOperator::Add);
  loop.function.templateParameters = "class T, int N = 3";
  loop.function.templateArguments = "T, N";
  loop.body("$s += $a[i] * T($by) * N;");
  const std::string text = loop.emitted();
  contains(text,
           "template <class AType, class ByType, class SType, class T, int N = 3>\nstruct f_3 {\n"
           "  AType a;\n  ByType by;\n");
  contains(text, "    std::conditional_t<std::is_floating_point_v<SType>, SType, unsigned long long> s;\n");
  contains(text, "    auto& s = partial.s;\n");
  contains(text, "    using Kernel = clustrix_f_cpp_");
  contains(text, "::f_3<std::decay_t<decltype((a))>, std::decay_t<decltype(by)>, std::decay_t<decltype(s)>, T, N>;\n");
  contains(text, "      return Kernel{at(a_), by};\n");
  contains(text, "    auto total = Kernel::identity();\n");
  contains(text, "s = static_cast<std::decay_t<decltype(s)>>(static_cast<decltype(total.s)>(s) + total.s);");
}

TEST_CASE("rows of a template's kernel are as const as the expression, whatever the member's declaration says") {
  Loop loop("template <class T>\nvoid f(int n) {\n  «for (;;) work();»\n}\n");
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  loop.b.read(loop.pointer("m", "const double (*)[5]"), i);
  loop.function.templateParameters = "class T";
  loop.function.templateArguments = "T";
  loop.body("$m[i][0];");
  contains(loop.emitted(), "::f_3<std::decay_t<decltype((m))>, T>;\n");
}

TEST_CASE("a function of the source is a lambda of the kernel, and its calls go there") {
  Loop loop = copying();
  loop.capture(Capture::Value, "width", "int").expression = "grid.width_";
  KernelFunction function{"grid_at", "Grid::at", "double&", "int i, int j", {}};
  function.body = {{BodyPiece::Text, "{ return ", -1},
                   {BodyPiece::Captured, "", 0},
                   {BodyPiece::Text, "[i * ", -1},
                   {BodyPiece::Captured, "", 1},
                   {BodyPiece::Text, " + j]; }", -1}};
  loop.b.model.kernel.functions = {function};
  loop.b.model.kernel.body = {{BodyPiece::Function, "(", 0}, {BodyPiece::Text, "i, 0) = 1;", -1}};
  loop.b.model.kernel.bodyLine = 2;
  const std::string text = loop.emitted();
  contains(text,
           "    // Grid::at\n    const auto grid_at = [&](int i, int j) -> double& { return a[i * width + j]; };\n");
  contains(text, "    grid_at(i, 0) = 1;\n");
}

TEST_CASE("a member that a repeated function uses does not take a name of that function's") {
  Loop loop = copying();
  loop.capture(Capture::Value, "n", "int");
  KernelFunction function{"at", "Grid::at", "double", "int n", {}};
  function.body = {{BodyPiece::Text, "{ return n + ", -1}, {BodyPiece::Captured, "", 1}, {BodyPiece::Text, "; }", -1}};
  loop.b.model.kernel.functions = {function};
  loop.b.model.kernel.body = {
      {BodyPiece::Captured, "", 0}, {BodyPiece::Text, "[i] = ", -1}, {BodyPiece::Function, "(i);", 0}};
  loop.b.model.kernel.bodyLine = 2;
  contains(loop.emitted(), "[&](int n) -> double { return n + n_; };");
}

TEST_CASE("what the body needs from before the loop is defined in front of it") {
  Loop loop = copying();
  loop.reduce(loop.scalar("sum"), UpdateOperator::Add);
  loop.body("add($a[i]);");
  const int sum = static_cast<int>(loop.b.model.kernel.captures.size()) - 1;
  loop.b.model.kernel.definitions.push_back({{{BodyPiece::Text, "const auto add = [&](double x) { ", -1},
                                              {BodyPiece::Captured, "", sum},
                                              {BodyPiece::Text, " += x; };", -1}},
                                             1});
  const std::string text = loop.emitted();
  contains(text, "#line 1 \"f.cpp\"\n    const auto add = [&](double x) { sum += x; };\n");
  CHECK(text.find("double& sum = partial.sum;") < text.find("const auto add"));
  CHECK(text.find("const auto add") < text.find("int i = clustrix::counter<int>(k);"));
}

TEST_CASE("an array of an iteration's own that outlives it, or begins as the program's, is an OwnArray") {
  const auto text = [](bool lastValue, bool copiesIn) {
    Loop loop = copying();
    const ArrayId work = loop.pointer("work", "double (*)[4]");
    loop.b.model.arrays[work.value].ownType = "double[2][4]";
    loop.b.model.arrays[work.value].extentValue = Polynomial(8);
    loop.legality.privateArrays = {{work, lastValue, copiesIn}};
    loop.body("{ $work[0][1] = $a[i]; int last = 3; $a[i] = $work[0][1] * last; }");
    return loop.emitted();
  };
  const std::string stays = text(true, false), begins = text(false, true), plain = text(false, false);
  contains(stays, "  double (*work_)[4];\n  clustrix::Index last_;\n");
  contains(stays,
           "    clustrix::OwnArray<double[2][4]> work_own(work_, k == last_, false);\n"
           "    auto& work = work_own.elements;\n");
  contains(stays, "{ work[0][1] = a[i]; int last = 3;");
  contains(stays, "clustrix::trips(n_, 1) - 1}");
  contains(begins, "    clustrix::OwnArray<double[2][4]> work_own(work_, false, true);\n");
  CHECK(begins.find("clustrix::Index last") == std::string::npos);
  contains(plain, "    double work[2][4];\n");
}

TEST_CASE("an array that is too large for a variable is in a workspace, whose elements lie between others' or not") {
  const auto text = [](bool byElement, const std::string& type) {
    Loop loop = copying();
    const ArrayId work = loop.pointer("work", type);
    loop.b.model.kernel.captures.back().byElement = byElement;
    loop.legality.privateArrays = {{work, false, false}};
    loop.body("{ $work[0] = $a[i]; int last = 3; $a[i] = $work[0] * last; }");
    return loop.emitted();
  };
  const std::string single = text(true, "double *"), whole = text(false, "double *"),
                    rows = text(false, "double (*)[4]");
  contains(single, "  clustrix::Workspace<double> work_;\n  clustrix::Index last_;\n");
  contains(single, "  CLUSTRIX_HD void takeWorkspaces(clustrix::Index worker) {\n    work_.take(worker);\n  }\n");
  contains(single, "    const auto work = work_.elements(k == last_);\n");
  contains(single, "at.interleaved(work_)");
  contains(whole, "    const auto work = work_.of(k == last_);\n");
  contains(whole, "at.workspace(work_)");
  contains(rows, "    const auto work = reinterpret_cast<double (*)[4]>(work_.of(k == last_));\n");
  CHECK(single.find("OwnArray") == std::string::npos);
}

TEST_CASE("a function that may not come back asks for the launch to be undone, and comes back with nothing") {
  const auto text = [](const std::string& result, int whole) {
    Loop loop = copying();
    loop.b.model.rollsBack = true;
    KernelFunction function{"check", "check", result, "int i", {}};
    function.body = {
        {BodyPiece::Text, "{ if (i < 0) ", -1}, {BodyPiece::Leave, "", whole}, {BodyPiece::Text, "; }", -1}};
    loop.b.model.kernel.functions = {function};
    loop.b.model.kernel.body = {{BodyPiece::Function, "(", 0}, {BodyPiece::Text, "i);", -1}};
    loop.b.model.kernel.bodyLine = 2;
    return loop.emitted();
  };
  contains(text("void", 0), "-> void { if (i < 0) return rollBack(); };");
  contains(text("unsigned long", 0), "-> unsigned long { if (i < 0) return rollBack.as<unsigned long>(); };");
  contains(text("double", 1), "-> double { if (i < 0) { return rollBack.as<double>(); }; };");
}

// Objects that hold memory: their members are arrays and parameters of the loop.
#include "../Fixtures/Parse.h"
#include "../Fixtures/PieceText.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

const std::string gridClass = R"(
#include <vector>
class Grid {
 public:
  double& at(int i, int j) { return cells_[i * width_ + j]; }
  const double& at(int i, int j) const { return cells_[i * width_ + j]; }
  int width() const { return width_; }
  std::vector<double>& cells() { return cells_; }
 private:
  int width_ = 0;
  std::vector<double> cells_;
};
)";

bool hasArray(const LoopModel& model, const std::string& name) {
  return std::any_of(model.arrays.begin(), model.arrays.end(), [&](const ArrayObject& a) { return a.name == name; });
}

}  // namespace

TEST_CASE("private members behind an accessor are arrays and parameters of the loop") {
  const LoopModel model = modelOf(gridClass + R"(
[[clustrix::cluster]] void f(const Grid& a, Grid& b, int n) {
  for (int i = 0; i < n; ++i) b.at(i, 0) = a.at(0, i);
}
)");
  CHECK(model.effects.empty());
  CHECK(model.obstacles.empty());
  REQUIRE(model.arrays.size() == 2);
  CHECK(hasArray(model, "a_cells_"));
  CHECK(hasArray(model, "b_cells_"));
  CHECK(model.arrays[0].constElements);
  CHECK(!model.arrays[1].constElements);
  CHECK(model.arrays[1].base == "clustrix_members::Grid_cells_(b).data()");
  REQUIRE(model.kernel.privateMembers.size() == 2);
  const std::string second = model.kernel.privateMembers[1].pointer;
  CHECK((second == "&Grid::cells_" || second == "&Grid::width_"));
  CHECK(model.kernel.hostCalls.empty());
}

TEST_CASE("private static members are numbers, or are reached through the kernels' namespace") {
  const auto expressionOf = [](const std::string& member, const std::string& value) {
    const LoopModel model =
        modelOf("#include <vector>\nclass Grid {\n  " + member +
                "\n  std::vector<double> v;\n public:\n  double at(int i) const { return v[i] * " + value +
                "; }\n};\n[[clustrix::cluster]] void f(double* a, const Grid& g, int n) {\n"
                "  for (int i = 0; i < n; ++i) a[i] = g.at(i);\n}\n");
    CHECK(model.effects.empty());
    CHECK(model.obstacles.empty());
    for (const Capture& capture : model.kernel.captures)
      if (capture.name == "w") return capture.expression;
    return std::string();
  };
  CHECK(expressionOf("static constexpr double w = 1.5;", "w") == "static_cast<double>(0x1.8p0)");
  CHECK(expressionOf("static constexpr unsigned w = 3;", "this->w") == "static_cast<unsigned int>(3)");
  CHECK(expressionOf("template <class T> static constexpr T w = T(2);", "w<float>") == "static_cast<float>(0x1p1)");
  CHECK(expressionOf("inline static int w = 3;", "w") == "clustrix_members::Grid_w()");
  CHECK(expressionOf("public: inline static int w = 3; private:", "this->w") == "Grid::w");
}

TEST_CASE("inside its class a member needs no way around") {
  const LoopModel model = modelOf(R"(
#include <vector>
class Field {
 public:
  [[clustrix::cluster]] void f(const Field& other, int n) {
    for (int i = 0; i < n; ++i) at(i) += other.at(i) + values_[0];
  }
 private:
  double& at(int i) { return values_[i]; }
  double at(int i) const { return values_[i]; }
  std::vector<double> values_;
};
)");
  CHECK(model.effects.empty());
  CHECK(model.obstacles.empty());
  CHECK(model.kernel.privateMembers.empty());
  CHECK(model.arrays.size() == 2);  // this->values_ under one name, other.values_
}

TEST_CASE("a pointer to an object, a local object and a member object are objects") {
  const auto loops = [&](const std::string& parameters, const std::string& before, const std::string& grid) {
    return modelOf(gridClass + "struct Holder { Grid grid; };\n[[clustrix::cluster]] void f(" + parameters +
                   ", int n) {\n" + before + "for (int i = 0; i < n; ++i) " + grid + ".at(0, i) = i;\n}\n");
  };
  for (const LoopModel& model :
       {loops("Grid* g", "", "(*g)"), loops("Holder& h", "", "h.grid"), loops("double", "Grid local;\n", "local")}) {
    CHECK(model.effects.empty());
    CHECK(model.obstacles.empty());
    CHECK(model.arrays.size() == 1);
  }
  CHECK(loops("double", "Grid local;\n", "local").arrays[0].identity != "");
  CHECK(loops("Holder& h", "", "h.grid").arrays[0].identity.empty());
}

TEST_CASE("an object that a pointer in the loop leads to is none that is known") {
  const LoopModel model = modelOf(gridClass + R"(
[[clustrix::cluster]] void f(Grid* g, int n) {
  for (int i = 0; i < n; ++i, ++g) g->at(0, i) = i;
}
)");
  CHECK(!model.effects.empty());
}

TEST_CASE("a getter of a container stands for the container") {
  const LoopModel model = modelOf(gridClass + R"(
[[clustrix::cluster]] void f(Grid& g) {
  for (std::size_t i = 0; i < g.cells().size(); ++i) g.cells()[i] = 1;
}
)");
  CHECK(model.effects.empty());
  CHECK(model.obstacles.empty());
  CHECK(model.kernel.functions.empty());
  REQUIRE(model.kernel.body.size() >= 2);
  CHECK(model.kernel.body[0].kind == BodyPiece::Captured);
}

TEST_CASE("an object is not read as a whole where a member of it is written") {
  const LoopModel model = modelOf(R"(
struct Sum { double total; double get() const { return total; } };
double use(Sum s) { return s.total; }
[[clustrix::cluster]] double f(Sum& s, int n) {
  double last = 0;
  for (int i = 0; i < n; ++i) { s.total += i; last += use(s); }
  return last;
}
)");
  CHECK(hasEffect(model, "effect.unknown-construct"));
}

TEST_CASE("the elements of a unique_ptr to an array are an array") {
  const LoopModel model = modelOf(R"(
#include <memory>
struct Buffer { std::unique_ptr<double[]> cells; int n; };
[[clustrix::cluster]] void f(Buffer& b) { for (int i = 0; i < b.n; ++i) b.cells[i] = b.cells.get()[i] * 2; }
)");
  CHECK(model.effects.empty());
  REQUIRE(model.arrays.size() == 1);
  CHECK(model.arrays[0].base == "b.cells.get()");
}

TEST_CASE("elements of the class that the function stands in keep the loop as it is written") {
  const LoopModel model = modelOf(R"(
class Point {
 public:
  [[clustrix::cluster]] static void f(Point* p, int n) { for (int i = 0; i < n; ++i) p[i].x_ = i; }
 private:
  double x_;
};
)");
  CHECK(hasEffect(model, "effect.unsupported-type"));
}

TEST_CASE("the host follows a pointer before the loop only where each iteration does") {
  const auto model = [](const std::string& body) {
    return modelOf(gridClass + "[[clustrix::cluster]] void f(const Grid* g, double* out, int n) {\n" +
                   "  for (int i = 0; i < n; ++i) { " + body + " }\n}\n");
  };
  CHECK(model("out[i] = g->at(0, i);").kernel.needsIteration);
  CHECK(model("out[i] = g->at(0, i);").obstacles.empty());
  CHECK(!model("if (g) out[i] = g->at(0, i);").obstacles.empty());
  CHECK(!model("if (i > 3) continue; out[i] = g->at(0, i);").obstacles.empty());
  CHECK(!model("out[i] = 0; for (int j = 0; j < i; ++j) out[i] += g->at(0, j);").obstacles.empty());
  // Where the inner loop surely runs, which is asked first.
  const LoopModel inner = model("out[i] = 0; for (int j = 0; j < n; ++j) out[i] += g->at(0, j);");
  CHECK(inner.obstacles.empty());
  CHECK(inner.requirements.size() == 1);
  CHECK(model("out[i] = 0; for (int j = 0; j < g->width(); ++j) out[i] += g->at(0, j);").obstacles.empty());
}

TEST_CASE("a container behind a pointer is written as the kernel's own is") {
  const auto text = [](const std::string& parameter, const std::string& body) {
    const LoopModel model = modelOf("#include <memory>\n#include <vector>\n[[clustrix::cluster]] void f(" + parameter +
                                    ", double* o, int n) {\n  for (int i = 0; i < n; ++i) " + body + "\n}\n");
    CHECK(model.effects.empty());
    return pieceText(model.kernel.body, model);
  };
  CHECK(text("std::vector<double>* v", "o[i] = ((*v))[i];").find('*') == std::string::npos);
  CHECK(text("std::unique_ptr<std::vector<double>>& v", "o[i] = (*v)[i];").find('*') == std::string::npos);
  CHECK(text("double (*v)[8]", "o[i] = (*v)[i];") == "o[i] = (*v)[i];");  // a pointer in the kernel, too
}

TEST_CASE("an element behind a private member has no name in the launch of a template either") {
  const SourceUnit unit = parse(
      "#include <vector>\nclass Grid {\n public:\n  double& at(int i) { return values_[i]; }\n private:\n"
      "  std::vector<double> values_;\n};\n"
      "template <class T> [[clustrix::cluster]] void sum(const T* c, Grid& grid, int n) {\n"
      "  for (int i = 0; i < n; ++i) grid.at(3) += c[i];\n}\n"
      "void all(const double* c, Grid& grid) { sum(c, grid, 9); }\n");
  const LoopModel& model = unit.functions.at(0).loops.at(0).model;
  REQUIRE_FALSE(model.obstacles.empty());
  CHECK(model.obstacles[0].message == "'Grid::values_' is private");
}

TEST_CASE("where a member lies in its object is known, in unions, structures and through pointers") {
  const std::string types = R"(
union Shared { double d[100]; int i[200]; struct { long head; long tail[99]; } s; };
struct Holder { long first; Shared shared; };
struct Derived : Holder { double own[100]; };
)";
  const auto partsOf = [&](const std::string& parameter, const std::string& body) {
    const LoopModel model = modelOf(types + "[[clustrix::cluster]] void f(" + parameter +
                                    ", int n) {\n  for (int i = 0; i < n; ++i) " + body + "\n}\n");
    std::vector<std::string> parts;
    for (const ArrayObject& array : model.arrays)
      parts.push_back(array.part.object + " " + std::to_string(array.part.begin) + " " +
                      std::to_string(array.part.bytes));
    std::sort(parts.begin(), parts.end());
    return parts;
  };
  using Parts = std::vector<std::string>;
  CHECK(partsOf("Shared& s", "s.d[i] = s.i[i];") == Parts{"s 0 800", "s 0 800"});
  CHECK(partsOf("Shared* p", "p->d[i] = p->s.tail[i];") == Parts{"(*p) 0 800", "(*p) 8 792"});
  CHECK(partsOf("Holder& h", "h.shared.d[i] = h.shared.s.tail[i];") == Parts{"h 16 792", "h 8 800"});
  // Where a base lies is not asked.
  CHECK(partsOf("Derived& d", "d.own[i] = d.shared.d[i];") == Parts{"d 808 800", "d.shared 0 800"});
}

TEST_CASE("an object of the function's own class is read by its members, and the kernel has none of the class") {
  const auto inClass = [](const std::string& loop) {
    return modelOf(
        "struct S {\n  int v = 0;\n  [[clustrix::cluster]] void f(double* a, const S& other, S* all, int n) {\n    " +
        loop + "\n  }\n};\n");
  };
  const LoopModel members = inClass("for (int i = 0; i < n; ++i) a[i] = other.v;");
  CHECK(members.effects.empty());
  REQUIRE(members.kernel.captures.size() == 2);
  for (const Capture& capture : members.kernel.captures) CHECK(capture.type.find('S') == std::string::npos);
  for (const char* loop :
       {"for (int i = 0; i < n; ++i) all[i].v = i;", "for (int i = 0; i < n; ++i) { S s; s.v = i; a[i] = s.v; }",
        "for (int i = 0; i < n; ++i) a[i] = sizeof(S);"}) {
    INFO(loop);
    CHECK_FALSE(inClass(loop).effects.empty());
  }
}

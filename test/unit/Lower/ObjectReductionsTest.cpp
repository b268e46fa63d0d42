// Objects of libraries that iterations combine into. What they print is compared in test/libraries.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// Tensors share their elements, matrices have theirs, views show others'.
Library library() {
  const auto function = [](const std::string& name, const std::string& combines = "") {
    LibraryFunction made{name};
    made.objects = LibraryResult::Shown;
    made.combines = combines;
    return made;
  };
  Library said;
  said.functions = {function("la::*"),
                    function("la::Matrix::operator+=", "clustrix::la::Sum"),
                    function("la::Matrix::plain"),
                    function("la::Plain::operator+=", "clustrix::la::Sum"),
                    function("la::Tensor::add_", "own::Sum"),
                    function("la::Tensor::operator*=", "own::Product"),
                    function("la::Tensor::operator+=", "own::Sum"),
                    function("la::View::operator+=", "clustrix::la::Sum"),
                    function("la::ones")};
  said.functions[2].showsItself = true;
  said.functions.back().objects = LibraryResult::New;
  said.classes = {{"la::Handle", LibraryCopies::Share},
                  {"la::Matrix", LibraryCopies::Own, "%.data()", "%.bytes()"},
                  {"la::Plain", LibraryCopies::Show},
                  {"la::Tensor", LibraryCopies::Share, "%.data()", "8"},
                  {"la::View", LibraryCopies::Show, "%.data()", "8"}};
  return said;
}

LoopModel body(const std::string& statements, const std::string& head = "int i = 0; i < n; ++i") {
  const SourceFile file(R"(
#include <vector>
namespace la {
struct Plain; struct Tensor; struct Matrix;
struct View { double* data() const; View& operator+=(const Matrix&); };
struct Tensor {
  Tensor(); ~Tensor(); Tensor(const Tensor&); Tensor& add_(const Tensor&); double item() const; double* data() const;
  Tensor& operator+=(const Tensor&); Tensor& operator*=(const Tensor&);
};
struct Matrix {
  Matrix(); ~Matrix(); Matrix(const Matrix&); Plain plain(); Matrix& operator+=(const Matrix&); double norm() const;
  const double* data() const; unsigned long bytes() const;
};
struct Plain { ~Plain(); Matrix& operator+=(const Matrix&); };
Tensor ones(int); Matrix made(int);
}
la::Tensor shared;
void add(la::Tensor& to, int i) { to += la::ones(i); }
void seeShared(double* a) { a[0] = shared.item(); }
struct Model {
  la::Matrix sum;
  double norm() const { return sum.norm(); }
  [[clustrix::cluster]] void run(double* a, la::Tensor& t, la::Tensor& other, const la::Tensor& constant, la::Matrix& m,
                                 la::View& view, std::vector<la::Tensor>& many, int n) {
    for ()" + head + ") { " +
                        statements + " }\n  }\n};\n");
  FrontendResult result = file.read({"-std=c++20"}, library());
  INFO(result.diagnostics);
  REQUIRE(result.unit.has_value());
  return std::move(result.unit->functions.at(0).loops.at(0).model);
}

std::string effects(const LoopModel& model) {
  std::string all;
  for (const Effect& one : model.effects) all += (all.empty() ? "" : "; ") + one.message;
  return all;
}

/// `t by own::Sum`.
std::string combined(const std::string& statements) {
  const LoopModel model = body(statements);
  INFO(statements << '\n' << effects(model));
  CHECK(model.effects.empty());
  CHECK(model.tasks);
  CHECK(model.headers.contains("clustrix/ObjectReduction.h"));
  std::string all;
  for (const ObjectReduction& one : model.objectReductions)
    all += (all.empty() ? "" : ", ") + one.name + " by " + one.operation;
  return all;
}

bool isRefused(const std::string& statements) {
  const LoopModel model = body(statements);
  INFO(statements << '\n' << effects(model));
  const bool refused = effects(model).find("other iterations use it") != std::string::npos ||
                       effects(model).find("what the iterations before it have added up to") != std::string::npos;
  CHECK(refused);
  return refused;
}

}  // namespace

TEST_CASE("an object that iterations only add to is combined") {
  CHECK(combined("t += la::ones(i);") == "t by own::Sum");
  CHECK(combined("(t) += la::ones(i); if (i > 3) t.add_(other); (void)(t += constant);") == "t by own::Sum");
  CHECK(combined("for (int k = 0; k < i; ++k) t *= la::ones(k);") == "t by own::Product");
  CHECK(combined("shared += la::ones(i); m += la::made(i);") == "shared by own::Sum, m by clustrix::la::Sum");
  CHECK(combined("m.plain() += la::made(i);") == "m by clustrix::la::Sum");
  CHECK(combined("sum += la::made(i); a[i] = 1;") == "sum by clustrix::la::Sum");
}

TEST_CASE("the header that says how is ours, or that of the object's class") {
  CHECK(body("m += la::made(i);").headers == std::set<std::string>{"clustrix/ObjectReduction.h", "clustrix/la.h"});
  CHECK(body("t += la::ones(i);").headers == std::set<std::string>{"clustrix/ObjectReduction.h"});
}

TEST_CASE("what the object leads to is compared with all else") {
  const LoopModel model = body("t += la::ones(i); a[i] = other.item();");
  std::set<std::string> combined, others;
  for (const MemoryScalar& one : model.memoryScalars) (one.reduction == "t" ? combined : others).insert(one.name);
  CHECK(combined == std::set<std::string>{"t", "t's elements"});
  CHECK(others == std::set<std::string>{"other", "other's elements"});
}

TEST_CASE("an object is combined only where nothing else is done with it") {
  isRefused("t += la::ones(i); a[i] = t.item();");
  isRefused("if (t.item() > 3) t += la::ones(i);");
  isRefused("a[i] = (t += la::ones(i)).item();");
  isRefused("la::Tensor& r = t.add_(la::ones(i)); r *= la::ones(2);");
  isRefused("t += t;");
  isRefused("t += la::ones(i); t *= la::ones(i);");
  isRefused("auto& r = t; t += la::ones(i); r *= la::ones(i);");
  isRefused("auto see = [&] { return t.item(); }; t += la::ones(i); a[i] = see();");
  isRefused("shared += la::ones(i); seeShared(a);");
  isRefused("sum += la::made(i); a[i] = norm();");
  isRefused("sum += la::made(i); a[i] = this->sum.norm();");
  CHECK_FALSE(body("t += la::ones(i);", "int i = 0; i < t.item(); ++i").effects.empty());
}

TEST_CASE("an object that has no name of its own in the loop is not combined") {
  isRefused("add(t, i);");
  isRefused("auto& r = t; r += la::ones(i);");
  isRefused("this->sum += la::made(i);");
  isRefused("many[0] += la::ones(i);");
  isRefused("view += la::made(i);");
  CHECK(effects(body("la::Tensor own; own += la::ones(i);")).empty());
  CHECK(body("la::Tensor own; own += la::ones(i);").objectReductions.empty());
}

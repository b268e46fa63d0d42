#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// Shared handles, matrices with elements of their own, and views: all that a model of a library can say.
Library library() {
  const auto function = [](const std::string& name, LibraryResult objects, bool writes = false) {
    LibraryFunction made{name};
    made.objects = objects;
    made.writesObject = writes;
    return made;
  };
  Library said;
  said.functions = {function("la::*", LibraryResult::Shown), function("la::Tensor::add_", LibraryResult::Shown, true),
                    function("la::mm", LibraryResult::New), function("la::seed", LibraryResult::None)};
  said.functions.push_back(function("la::single", LibraryResult::New));
  said.functions.back().threadSafe = false;
  said.functions.insert(said.functions.begin() + 2, function("la::fill", LibraryResult::Shown));
  said.functions[2].writesArguments = true;
  said.classes = {{"la::Matrix", LibraryCopies::Own, "%.data()", "%.bytes()"},
                  {"la::Remote", LibraryCopies::Own},
                  {"la::Tensor", LibraryCopies::Share, "%.data()", "8"},
                  {"la::View", LibraryCopies::Show}};
  said.classes[1].ofDevice = true;
  said.classes[2].threadState = "la::State";
  said.classes[2].threadGuard = "la::Guard";
  return said;
}

SourceUnit read(const std::string& statements) {
  const SourceFile file(R"(
#include <initializer_list>
#include <vector>
namespace la {
struct View { double& at(int i); View& operator=(double x); double sum() const; };
struct Tensor {
  Tensor(); ~Tensor(); Tensor(const Tensor&); Tensor& operator=(const Tensor&) &; Tensor& operator=(const Tensor&) &&;
  Tensor& add_(double) const; Tensor t() const; double item() const; double* data() const;
  Tensor operator[](int) const;
};
struct Matrix {
  Matrix(int, int); ~Matrix(); Matrix(const Matrix&); Matrix& operator=(const Matrix&);
  double& operator()(int, int); double operator()(int, int) const; View row(int); double norm() const; void clear();
  const double* data() const; unsigned long bytes() const;
};
Tensor ones(std::initializer_list<long> shape); Tensor mm(const Tensor&, const Tensor&); Tensor single();
Matrix operator*(const Matrix&, const Matrix&); double dot(const double*, int); void scale(double*, int); void seed(int);
struct Remote { Remote(); ~Remote(); double sum() const; };
void fill(View, double); template <class F> Tensor mapped(const Tensor& x, F) { return x; }
struct State {}; struct Guard { explicit Guard(const State&); };
void swap(Tensor&, Tensor&); double pick(const double&, double& out);
}
struct Other { ~Other(); };
double total;
struct Scaled { int by; double operator()(double x) const { return x * by; } };
struct Through { double* p; double operator()(double x) const { return p[0] += x; } };
struct Counting { double operator()(double x) const { return total += x; } };
la::Tensor foreign(const Other&);
[[clustrix::cluster]] void run(double* a, const la::Tensor& w, la::Tensor& mine, la::Matrix& m, const Other& other,
                               const la::Remote& remote, int n) {
  for (int i = 0; i < n; ++i) { )" +
                        statements + " }\n}\n");
  FrontendResult result = file.read({"-std=c++20"}, library());
  INFO(result.diagnostics);
  REQUIRE(result.unit.has_value());
  return std::move(*result.unit);
}

LoopModel body(const std::string& statements) { return read(statements).functions.at(0).loops.at(0).model; }

/// The effects and obstacles, each by its message.
std::string told(const std::string& statements) {
  const LoopModel model = body(statements);
  std::string all;
  for (const auto* list : {&model.effects, &model.obstacles})
    for (const Effect& one : *list) all += (all.empty() ? "" : "; ") + one.message;
  return all;
}

void isTask(const std::string& statements) {
  INFO(statements);
  CHECK(told(statements).empty());
  const LoopModel model = body(statements);
  CHECK(model.tasks);
  CHECK(model.rollsBack);
  CHECK_FALSE(model.kernel.hostCalls.empty());
}

bool isRefused(const std::string& statements, const std::string& why) {
  INFO(statements);
  const std::string all = told(statements);
  INFO(all);
  const bool refused = all.find(why) != std::string::npos;
  CHECK(refused);
  return refused;
}

const char* const shared = "and other iterations use it";

}  // namespace

TEST_CASE("an iteration works on objects of its own, and reads those from outside") {
  isTask("auto x = la::ones({n, n}); a[i] = la::mm(x, w).item();");
  isTask("la::Tensor x; x = la::ones({i, 2}); x.add_(1.0).add_(2.0); a[i] = x.item();");
  isTask("la::Tensor x = la::ones({2}); la::Tensor y = x; y.add_(1.0); a[i] = x.item();");
  isTask(
      "la::Matrix x(n, i); x(0, 1) = 2; x.clear(); la::Matrix y = m * x; y.row(1) = 3.0; a[i] = y.norm() + m(0, 1);");
  isTask("la::Matrix x = m; x.clear(); a[i] = x.norm();");
  isTask("a[i] = w[0].t().item();");
  isTask("const auto& x = w; a[i] = x.item();");
  isTask("la::Tensor x = la::ones({1}), y = la::ones({2}); la::swap(x, y); x.add_(1.0); a[i] = x.item();");
  isTask("la::Tensor x = la::ones({1}); for (int k = 0; k < 3; ++k) x.add_(k); a[i] = x.item();");
  isTask("la::Tensor x = la::ones({1}); a[i] = x.data()[0]; x.data()[1] = 3;");
}

TEST_CASE("what other iterations use is not written, whatever it is reached by") {
  isRefused("w.add_(1.0);", shared);
  isRefused("la::Tensor x = w; x.add_(1.0);", shared);
  isRefused("w.t().add_(1.0);", shared);
  isRefused("auto& x = mine; x.add_(1.0);", shared);
  isRefused("la::Tensor x = la::ones({1}); if (i > 2) x = w; x.add_(1.0);", shared);
  isRefused("la::Tensor x = la::ones({1}), y = w; la::swap(x, y); x.add_(1.0);", shared);
  isRefused("la::Tensor x = la::ones({1}); for (int k = 0; k < 3; ++k) { x.add_(1.0); x = w; }", shared);
  isRefused("m.clear();", shared);
  isRefused("m = la::Matrix(2, 2);", shared);
  isRefused("m.row(i) = 2.0;", shared);
  isRefused("m(i, i) = 2.0;", "an element of an object from outside the loop is written");
  isRefused("m.row(1).at(i) = 2.0;", "an element of an object from outside the loop is written");
  isRefused("mine = la::ones({1});", "an object is made to lead elsewhere that has no name in the iteration");
  isRefused("la::mm(w, w)[0] = w; mine[0] = w;", shared);
  isRefused("w.data()[i] = 2;", "a pointer is followed whose target is not known");
}

TEST_CASE("a task takes what its library has from the launching thread along") {
  const auto statesOf = [](const std::string& statements) {
    std::string all;
    const LoopModel model = body(statements);
    for (const ThreadState& one : model.threadStates) all += one.guard + " of " + one.state;
    return all;
  };
  CHECK(statesOf("a[i] = w.item();") == "la::Guard of la::State");
  CHECK(statesOf("a[i] = la::ones({1}).item() + w.item();") == "la::Guard of la::State");
  CHECK(statesOf("a[i] = m.norm();").empty());
}

TEST_CASE("an object whose elements are on a device is the iteration's own") {
  isTask("la::Remote own; a[i] = own.sum();");
  isRefused("a[i] = remote.sum();", "the elements of 'remote' are on the device that it was made for");
}

TEST_CASE("functions that write what they are shown write nothing from outside") {
  isTask("la::Matrix own(2, 2); la::fill(own.row(0), 3); a[i] = own.norm();");
  isRefused("la::fill(m.row(0), 3);", shared);
}

TEST_CASE("a library may be given what it calls with elements, where that touches nothing else") {
  isTask("a[i] = la::mapped(w, Scaled{i}).item();");
  isTask("Scaled scaled{2}; a[i] = la::mapped(w, scaled).item();");
  const char* const unknown = "which no model describes";
  isRefused("a[i] = la::mapped(w, Through{a}).item();", unknown);
  isRefused("a[i] = la::mapped(w, Counting()).item();", unknown);
  isRefused("a[i] = la::mapped(w, [](double x) { return x; }).item();", unknown);
}

TEST_CASE("what no model describes keeps a loop serial") {
  isRefused("la::seed(i); la::Tensor x = la::ones({1});", "'la::seed' is called and may do anything");
  isRefused("la::Tensor x = foreign(other);", "'foreign' is called and may do anything");
  isRefused("la::Tensor x = la::single();", "must not overlap");
  isRefused("la::Tensor x; const la::Tensor* p = &x; a[i] = p->item();", "the address of a library's object is taken");
  isRefused("Other x;", "an object with a destructor is created");
  isRefused("static la::Tensor x; a[i] = x.item();", "keeps its value between iterations");
}

TEST_CASE("numbers and pointers that a library is given are read and written as its declarations say") {
  isTask("double x = 2, y; a[i] = la::pick(x, y) + y;");
  const LoopModel reads = body("a[i] += la::dot(a + 3, n); la::Tensor x;");
  const auto any = [](const LoopModel& model, AccessKind kind) {
    return std::any_of(model.accesses.begin(), model.accesses.end(),
                       [&](const Access& access) { return access.kind == kind && !access.index; });
  };
  CHECK(any(reads, AccessKind::Read));
  CHECK_FALSE(any(reads, AccessKind::Write));
  CHECK(any(body("la::scale(a, n);"), AccessKind::Write));
  isTask("double own[3] = {}; la::scale(own, 3); a[i] = own[1];");
  // A constant reference keeps no address: the counter stays what it is.
  const LoopModel counts = body("double unused; a[i] = la::pick(i, unused);");
  REQUIRE_FALSE(counts.accesses.empty());
  CHECK(counts.accesses.back().index.has_value());
}

TEST_CASE("elements of an object that is read lie apart from what is written") {
  const LoopModel model = body("a[i] = m.norm() + w.item();");
  std::string expressions;
  for (const MemoryScalar& one : model.memoryScalars) expressions += one.expression + "; ";
  CHECK(expressions.find("clustrix::elementsAt(m.data(), m.bytes())") != std::string::npos);
}

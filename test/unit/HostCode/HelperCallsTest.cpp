// What calls of the program's own functions touch, by their bodies.
#include "TouchedPlaces.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

const std::string head = R"(
#include <cstdlib>
#include <vector>
double global;
double* kept(int n);
class Grid {
 public:
  int side() const { return side_; }
  int cells() const { return side() * layers(); }
  int layers() const { if (sizes_[1] > 3) { int all = 0; for (int i = 0; i < 3; ++i) all += sizes_[i]; return all; } return 1; }
  int count() const { return static_cast<int>(rows_.size()); }
  double& row(int i) { return rows_[i]; }
  double first() const { return rows_[0]; }
  double behind() const { return *data_; }
  void grow() { ++side_; }
  static int least(int a, int b) { return a < b ? a : b; }
  virtual int other() const { return side_; }
  int again(int n) const { return n > 0 ? again(n - 1) : side_; }
  int bits() const { return bits_; }

 private:
  int side_ = 0, sizes_[3];
  int bits_ : 3;
  std::vector<double> rows_;
  double* data_;
};
struct Vec { double x, y; double norm() const { return x * x + y * y; } };
inline Vec operator+(const Vec& a, Vec b) { return {a.x + b.x, a.y + b.y}; }
inline double dot(const Vec& a, const Vec& b) { Vec sum = a + b; sum.x += 1; return sum.x * sum.norm(); }
inline double at(const double* p, int i) { return p[i]; }
inline double counted() { static int calls = 0; return ++calls; }
inline double shared() { return global; }
inline void put(double& to, double x) { to = x; }
inline void sized(std::vector<double>& v) { std::vector<double> own(3); own.swap(v); }
inline double viewed(volatile int& x) { return x; }
__attribute__((weak)) inline int replaced(int n) { return n; }
struct Slot { double* held; int used; };
inline void release(double** p) { if (*p != nullptr) { std::free(*p); *p = nullptr; } }
template <class T> void releaseOf(T*& p) { free(p); p = 0; }
inline void let(double* p) { if (p) free(p); }
inline void late(double** p) { *p = kept(0); free(*p); }
inline void letOther(double** p) { *p = nullptr; free(*p); }
inline void perhaps(double* p, bool is) { if (is) free(p); }
inline void unless(double* p, bool is) { if (is) return; free(p); }
inline void swapped(double* p, double* q) { p = q; free(p); }
inline void slot(Slot& one) { free(one.held); }
inline void both(double** p, double** q) { *q = kept(0); free(*p); }
inline void half(double* p) { free(p + 1); }
inline void mark(Slot* one) { one->used = 1; }
inline double* made(int n) { return static_cast<double*>(std::malloc(sizeof(double) * n)); }
)";

std::string touched(const std::string& statements) {
  return touchedPlaces(
      head, "double* a, int n, std::vector<double>& v, Grid& grid, Grid* grids, Vec* vecs, volatile int& wild",
      statements);
}

}  // namespace

TEST_CASE("helpers whose bodies are in sight touch what they read of the objects that they are given") {
  CHECK(touched("n = grid.count();") == "");
  CHECK(touched("n = Grid::least(n, 3);") == "");
  CHECK(touched("n = grid.side();") == "reads grid; ");
  CHECK(touched("n = grid.cells() + grid.layers();") == "reads grid; ");
  CHECK(touched("n = grids->side();") == "reads grids, 1; ");
  CHECK(touched("x = grids[n].cells();") == "reads grids[n]; ");
  CHECK(touched("x = dot(vecs[0], vecs[n]);") == "reads vecs[0]; reads vecs[n]; ");
  CHECK(touched("Vec sum = vecs[0] + vecs[n];") == "reads vecs[0]; reads vecs[n]; ");
  CHECK(touched("Vec own{1, 2}; x = own.norm();") == "reads own; ");
  CHECK(touched("double* p = made(n);") == "");
  CHECK(touched("double* p = &grid.row(3);") == "");
  CHECK(touched("grid.grow();") == "writes grid; ");
  CHECK(touched("put(a[0], 1);") == "writes a[0]; ");
  CHECK(touched("Slot one; mark(&one);") == "writes one; ");
  CHECK(touched("Slot* one; mark(one + n);") == "writes one + n, 1; ");
  CHECK(touched("free(a);") == "frees a; ");
  CHECK(touched("let(a);") == "frees a; ");
  CHECK(touched("double* p = a; release(&p);") == "frees p; writes p; ");
  CHECK(touched("double* p = a; releaseOf(p);") == "frees p; writes p; ");
}

TEST_CASE("helpers that may touch more touch anything") {
  for (const char* call : {"x = grid.first();",
                           "x = grid.row(1);",
                           "grid.row(1) = 2;",
                           "x = grid.behind();",
                           "n = grid.other();",
                           "n = grid.again(3);",
                           "x = at(a, n);",
                           "x = counted();",
                           "x = shared();",
                           "sized(v);",
                           "late(&a);",
                           "letOther(&a);",
                           "perhaps(a, n > 0);",
                           "unless(a, n > 0);",
                           "swapped(a, a);",
                           "half(a);",
                           "n = 3, free(a);",
                           "both(&a, &a);",
                           "Slot one; slot(one);",
                           "x = (put(a[0], 1), 2);",
                           "x = viewed(wild);",
                           "n = replaced(n);",
                           "double* p = kept(n);"}) {
    INFO(call);
    CHECK(touched(call) == "anything");
  }
  CHECK(touched("n = x > 0 && grid.side() > 3;") == "anything");
  CHECK(touched("n = x > 0 && grid.count() > 3;") == "");
}

// Pointers to arrays of classes in namespaces, arrays of several dimensions in elements, null pointers with a type of
// their own, restricted pointers that change places, and a program with its own allocation.
//
// idle: in_elements
#include "show.h"

#include <cstddef>
#include <cstdlib>
#include <new>
#include <utility>

static long allocations = 0;
static void* taken(std::size_t n) {
  ++allocations;
  if (void* p = std::malloc(n)) return p;
  throw std::bad_alloc();
}
void* operator new(std::size_t n) { return taken(n); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }

namespace shapes {
struct Cell {
  int k;
};
typedef Cell Row[4];
template <class T> struct Box {
  T t;
};
namespace {
struct Hidden {
  Cell cells[4];
  struct Part {
    int z[2][3];
  } parts[2];
  enum Kind { none, some } kind;
};
}

[[clustrix::cluster]] void rows(Cell (*p)[4], int n) {
  for (int i = 0; i < n; ++i)    // want: parallel
    for (int j = 0; j < 4; ++j)  // want: parallel
      p[i][j].k += j;
}
[[clustrix::cluster]] void named_rows(const Row* p, int* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < 4; ++j) a[i] += p[i][j].k;
}
[[clustrix::cluster]] void planes(Box<Cell> (*p)[2][4], int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int h = 0; h < 2; ++h)
      for (int j = 0; j < 4; ++j) p[i][h][j].t.k += j + h;
}
[[clustrix::cluster]] void hidden(Hidden (*p)[2], int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < 2; ++j) {
      p[i][j].cells[j].k += j;
      p[i][j].parts[j].z[1][2] += 4;
      p[i][j].kind = Hidden::some;
    }
}
[[clustrix::cluster]] void hidden_parts(Hidden::Part (*p)[2], int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < 2; ++j) p[i][j].z[0][1] += 2;
}
}

struct Deep {
  int m;
  int n[4][4][24];
};
struct Grid {
  Deep first;
  Deep all[24];
  double q[3][4];
};
[[clustrix::cluster]] void in_elements(Grid& g) {
  for (int i = 0; i < 24; i++)  // want: parallel
    for (int j = 3; j < 21; j++) g.all[i].n[1][2][j] = 8 + i;
}
[[clustrix::cluster]] int first_other(Grid& g) {
  for (int i = 0; i < 24; i++)
    for (int j = 3; j < 21; j++)
      if (g.all[i].n[1][2][j] != 8 + i) return 1;
  return 0;
}
[[clustrix::cluster]] void in_rows(Grid* g, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < 4; ++j) g[i].q[1][j] += j;
}

[[clustrix::cluster]] void null_local(int* a, int n) {
  std::nullptr_t none = nullptr;
  const auto same = nullptr;
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += (none == nullptr) + (same == nullptr);
}

[[clustrix::cluster]] void changing_places(double* __restrict a, double* __restrict b, int n, int count) {
  for (int t = 0; t < count; ++t) {
    for (int i = 1; i < n - 1; ++i)  // want: parallel
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    std::swap(a, b);
  }
}

int main() {
  static shapes::Cell cells[64][4];
  static shapes::Box<shapes::Cell> boxes[64][2][4];
  static shapes::Hidden secret[64][2];
  static shapes::Hidden::Part parts[64][2];
  static Grid grids[3];
  std::vector<int> a(64);
  shapes::rows(cells, 64);
  shapes::rows(cells, 0);
  shapes::named_rows(cells, a.data(), 64);
  shapes::planes(boxes, 63);
  shapes::hidden(secret, 62);
  shapes::hidden_parts(parts, 61);
  in_elements(grids[1]);
  in_rows(grids, 3);
  put("other", first_other(grids[1]) + 2 * first_other(grids[2]));
  null_local(a.data(), 60);
  for (int i = 0; i < 64; ++i)
    a[i] += boxes[i][1][3].t.k + secret[i][1].parts[1].z[1][2] + secret[i][0].kind + parts[i][0].z[0][1];
  show("a", a.data(), 64);
  put("q", grids[2].q[1][3]);
  std::vector<double> x(500), y(500);
  for (int i = 0; i < 500; ++i) x[i] = y[i] = i * 7919 % 1009;
  changing_places(x.data(), y.data(), 500, 7);
  show("x", x.data(), 500);
  show("y", y.data(), 500);
  put("allocated", allocations > 0 ? 1 : 0);
}

// Boxes in larger boxes: strides that are known only at run time, and of which none is known to be a multiple of
// another. Rows and planes stay apart only where the strides are long enough: elsewhere the loops keep their order.
#include "show.h"

[[clustrix::cluster]]
void fill(int* a, long sy, long sz, int nx, int ny, int nz) {
  for (int k = 0; k < nz; ++k)      // want: parallel
    for (int j = 0; j < ny; ++j)    // want: parallel
      for (int i = 0; i < nx; ++i)  // want: parallel
        a[k * sz + j * sy + i] = 10000 * k + 100 * j + i;
}

[[clustrix::cluster]]
void smooth(double* out, const double* in, int sy, int sz, int nx, int ny, int nz) {
  for (int k = 1; k < nz - 1; ++k)      // want: parallel
    for (int j = 1; j < ny - 1; ++j)    // want: parallel
      for (int i = 1; i < nx - 1; ++i)  // want: parallel
        out[k * sz + j * sy + i] = in[k * sz + j * sy + i - 1] + in[k * sz + j * sy + i + 1] +
                                   in[k * sz + (j - 1) * sy + i] + in[(k + 1) * sz + j * sy + i];
}

// In place, each row from its own element before: only rows and planes are independent.
[[clustrix::cluster]]
void sums_of_rows(int* a, int sy, int sz, int nx, int ny, int nz) {
  for (int k = 0; k < nz; ++k)      // want: parallel
    for (int j = 0; j < ny; ++j)    // want: parallel
      for (int i = 1; i < nx; ++i)  // want: parallel
        a[k * sz + j * sy + i] += a[k * sz + j * sy];
}

// The outermost loop walks through neighbours.
[[clustrix::cluster]]
void by_columns(int* a, int sy, int sz, int nx, int ny, int nz) {
  for (int i = 0; i < nx; ++i)      // want: parallel
    for (int j = 0; j < ny; ++j)    // want: parallel
      for (int k = 0; k < nz; ++k)  // want: parallel
        a[k * sz + j * sy + i] = (3 * a[k * sz + j * sy + i] + 1) % 10007;
}

[[clustrix::cluster]]
void all_strides(int* a, int sx, int sy, int sz, int nx, int ny, int nz) {
  for (int k = 0; k < nz; ++k)      // want: parallel
    for (int j = 0; j < ny; ++j)    // want: parallel
      for (int i = 0; i < nx; ++i)  // want: parallel
        a[k * sz + j * sy + i * sx] += 1000 * k + 100 * j + i;
}

[[clustrix::cluster]]
void below_diagonals(int* a, int sy, int sz, int n, int nz) {
  for (int k = 0; k < nz; ++k)      // want: parallel
    for (int j = 0; j < n; ++j)     // want: parallel
      for (int i = 0; i <= j; ++i)  // want: parallel
        a[k * sz + j * sy + i] = a[k * sz + j * sy + i] % 10007 * 5 + i - j;
}

// idle: over_planes
// Planes that are read behind those that are written: never independent, however long the strides are.
[[clustrix::cluster]]
void over_planes(int* a, int sy, int sz, int nx, int ny, int nz) {
  for (int k = 1; k < nz; ++k)      // want: serial
    for (int j = 0; j < ny; ++j)    // may: parallel
      for (int i = 0; i < nx; ++i)  // may: parallel
        a[k * sz + j * sy + i] = (a[k * sz + j * sy + i] + a[(k - 1) * sz + j * sy + i]) % 10007;
}

// Fields of a structure of arrays whose distance is an argument: it may be too short for them.
[[clustrix::cluster]]
void fields(int* a, int s, int h, int w) {
  for (int y = 0; y < h; ++y)      // want: parallel
    for (int x = 0; x < w; ++x) {  // want: parallel
      a[y * w + x] += 1;
      a[s + y * w + x] = (a[s + y * w + x] + a[y * w + x]) % 1000;
      a[3 * s + y * w + x] = a[s + y * w + x] - a[2 * s + y * w + x];
    }
}

int main() {
  Random random(91);
  const int n = 40000;
  std::vector<int> a(n);
  std::vector<double> in(n), out(n);
  const auto fresh = [&] { random.fillBelow(a, 1000); };
  const auto fills = [&](const char* name, long sy, long sz, long begin = 0) {
    fresh();
    fill(a.data() + begin, sy, sz, 20, 15, 12);
    show(name, a);
  };
  fills("exact", 20, 300);
  fills("wide", 23, 400);
  fills("just", 23, 14 * 23 + 20);
  fills("one short", 23, 14 * 23 + 19);
  fills("rows meet", 19, 300);
  fills("planes meet", 20, 100);
  fills("planes between rows", 250, 20);
  fills("planes inside", 240, 20);
  fills("none", 0, 0);
  fills("backwards", -20, -300, 20000);
  fills("rows backwards", -20, 300, 20000);
  const auto planes = [&](const char* name, int s, int begin = 0) {
    fresh();
    fields(a.data() + begin, s, 40, 50);
    show(name, a);
  };
  planes("planes", 2000);
  planes("planes apart", 3000);
  planes("planes meet", 1999);
  planes("one plane", 0);
  planes("planes between", 700);
  planes("planes backwards", -2000, 30000);
  random.fillUnit(in);
  smooth(out.data(), in.data(), 25, 700, 22, 25, 30);
  smooth(out.data(), in.data(), 25, 100, 22, 25, 30);
  smooth(in.data(), in.data(), 25, 700, 22, 25, 30);
  show("smooth", out);
  show("in place", in);
  for (const int sz : {640, 250, 30}) {
    fresh();
    sums_of_rows(a.data(), 21, sz, 21, 30, 20);
    show("rows", a);
    by_columns(a.data(), 21, sz, 21, 30, 20);
    show("columns", a);
    all_strides(a.data(), 2, 50, sz * 3, 21, 30, 10);
    all_strides(a.data(), 3, 50, sz * 3, 21, 30, 10);
    all_strides(a.data(), -2, 50, sz * 3, 0, 30, 10);
    show("all", a);
    below_diagonals(a.data(), 25, sz, 25, 30);
    show("triangles", a);
    over_planes(a.data(), 21, sz, 21, 30, 20);
    show("over", a);
  }
}

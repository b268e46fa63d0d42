// Plane strides, row lengths and sizes that are computed once in front of the loops: lattices and structures of arrays.
#include "show.h"

// Fields of a structure of arrays, a plane each.
[[clustrix::cluster]]
void collide(const double* from, double* to, int h, int w) {
  const int s = h * w;
  for (int y = 1; y < h - 1; ++y)      // want: parallel
    for (int x = 1; x < w - 1; ++x) {  // want: parallel
      const int i = y * w + x;
      const double a = from[i], b = from[s + i - 1], c = from[2 * s + i - w], m = (a + b + c) / 3;
      to[i] = a + 0.1 * (m - a);
      to[s + i] = b + 0.1 * (m - b);
      to[2 * s + i] = c + 0.1 * (m - c);
    }
}

// In place, by a chain of numbers, none of them const.
[[clustrix::cluster]]
void scale(double* f, int n) {
  int n2 = n * n, n3 = n2 * n;
  for (int z = 0; z < n; ++z)        // want: parallel
    for (int y = 0; y < n; ++y)      // want: parallel
      for (int x = 0; x < n; ++x) {  // want: parallel
        f[z * n2 + y * n + x] *= 2;
        f[n3 + z * n2 + y * n + x] = f[z * n2 + y * n + x] + 1;
      }
}

// Rows with a border on either side.
[[clustrix::cluster]]
void bordered(const double* in, double* out, int width, int height) {
  const int pitch = width + 2;
  for (int y = 1; y <= height; ++y)    // want: parallel
    for (int x = 1; x <= width; ++x)   // want: parallel
      out[y * pitch + x] = in[y * pitch + x - 1] + in[y * pitch + x + 1] + in[(y - 1) * pitch + x];
}

// Unsigned: equal unless the product wraps around.
[[clustrix::cluster]]
void unsigned_planes(double* f, std::size_t h, std::size_t w, std::size_t q) {
  const std::size_t plane = h * w;
  for (std::size_t k = 0; k < q; ++k)       // want: parallel
    for (std::size_t y = 0; y < h; ++y)     // want: parallel
      for (std::size_t x = 0; x < w; ++x)   // want: parallel
        f[k * plane + y * w + x] += static_cast<double>(k + y * x);
}

struct Shape {
  int w = 0, h = 0;
};

// Members of a constant object.
[[clustrix::cluster]]
void of_shape(double* f, int w, int h) {
  const Shape shape{w, h};
  const int plane = shape.w * shape.h;
  for (int y = 0; y < shape.h; ++y)       // want: parallel
    for (int x = 0; x < shape.w; ++x) {   // want: parallel
      f[y * shape.w + x] += 1;
      f[plane + y * shape.w + x] = 2 * f[y * shape.w + x];
      f[2 * plane + y * shape.w + x] = 3 * f[plane + y * shape.w + x];
    }
}

class Lattice {
public:
  Lattice(int w, int h) : w_(w), h_(h), f_(static_cast<std::size_t>(3 * w * h), 1.0) {}

  [[clustrix::cluster]]
  void relax(double rate) {
    const int plane = w_ * h_;
    for (int y = 0; y < h_; ++y)      // want: parallel
      for (int x = 0; x < w_; ++x) {  // want: parallel
        const int i = y * w_ + x;
        const double mean = (f_[i] + f_[plane + i] + f_[2 * plane + i]) / 3;
        f_[i] += rate * (mean - x);
        f_[plane + i] += rate * (mean - y);
        f_[2 * plane + i] += rate * mean;
      }
  }
  const std::vector<double>& values() const { return f_; }

private:
  int w_, h_;
  std::vector<double> f_;
};

// In steps: what is computed in front of all of them is still so in each.
[[clustrix::cluster]]
void steps(double* a, double* b, int h, int w, int count) {
  const int s = h * w;
  for (int t = 0; t < count; ++t) {      // want: serial
    for (int y = 1; y < h - 1; ++y)      // want: parallel
      for (int x = 1; x < w - 1; ++x) {  // want: parallel
        b[y * w + x] = a[y * w + x - 1] + a[s + y * w + x];
        b[s + y * w + x] = 0.5 * a[s + y * w + x + 1];
      }
    for (int y = 1; y < h - 1; ++y)      // want: parallel
      for (int x = 1; x < w - 1; ++x) {  // want: parallel
        a[y * w + x] = 0.25 * b[y * w + x];
        a[s + y * w + x] = b[s + y * w + x];
      }
  }
}

// One number under another name.
[[clustrix::cluster]]
void renamed(double* a, int n, int m) {
  const int pitch = m;
  for (int i = 0; i < n; ++i)       // want: parallel
    for (int j = 0; j < m; ++j) {   // want: parallel
      a[i * pitch + j] += i;
      a[n * pitch + i * m + j] = a[i * m + j];
    }
}

int main() {
  Random random(7);
  std::vector<double> a(3 * 60 * 50), b(a.size());
  random.fillUnit(a);
  for (const int w : {50, 7, 3}) {
    collide(a.data(), b.data(), 3000 / w, w);
    show("collide", b);
  }
  for (const int n : {12, 1, 2}) {
    scale(a.data(), n);
    show("scale", a);
    bordered(b.data(), a.data(), 40 - n, 30 + n);
    show("bordered", a);
  }
  unsigned_planes(b.data(), 20, 30, 9);
  unsigned_planes(b.data(), 300, 1, 7);
  show("unsigned_planes", b);
  of_shape(a.data(), 31, 40);
  show("of_shape", a);
  Lattice lattice(40, 50);
  lattice.relax(0.25);
  lattice.relax(0.5);
  show("relax", lattice.values());
  steps(a.data(), b.data(), 40, 50, 3);
  show("steps", a);
  renamed(a.data(), 40, 50);
  show("renamed", a);
}

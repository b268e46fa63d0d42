// Small objects that tell where elements are: the kernel has a copy, and the subscripts are known all the same.
#include "show.h"

#include <algorithm>
#include <vector>

struct Shape {
  int w, h;
  int at(int i, int j) const { return j * w + i; }
  int width() const { return w; }
  int above(int i, int j) const { return at(i, j - 1); }
};

class Ring {
 public:
  explicit Ring(int n) : n_(n) {}
  int next(int i) const { return i + 1 < n_ ? i + 1 : 0; }
  int size() const { return n_; }

 private:
  int n_;
};

static int index(const Shape& s, int i, int j) { return s.at(i, j); }

[[clustrix::cluster]]
void by_reference(const Shape& s, const double* in, double* out) {
  for (int j = 0; j < s.h; ++j)  // want: parallel
    for (int i = 0; i < s.w; ++i) out[s.at(i, j)] = 2 * in[s.at(i, j)];  // want: parallel
}

[[clustrix::cluster]]
void by_value(Shape s, const double* in, double* out) {
  for (int j = 1; j < s.h; ++j)  // want: parallel
    for (int i = 0; i < s.w; ++i) out[s.width() * j + i] = in[s.above(i, j)];  // want: parallel
}

[[clustrix::cluster]]
void by_helper(const Shape& s, const double* in, double* out) {
  for (int j = 0; j < s.h; ++j)  // want: parallel
    for (int i = 0; i < s.w; ++i) {  // want: parallel
      const int c = index(s, i, j);
      out[c] = in[c] + 1;
    }
}

[[clustrix::cluster]]
void private_member(const Ring& r, const double* in, double* out) {
  for (int i = 0; i < r.size(); ++i) out[i] = in[i] - in[r.next(i)];  // want: parallel
}

// Traps.
[[clustrix::cluster]]
void row_on_row(const Shape& s, double* a) {
  for (int j = 1; j < s.h; ++j)  // want: serial
    for (int i = 0; i < s.w; ++i) a[s.at(i, j)] += a[s.above(i, j)];  // want: parallel
}

[[clustrix::cluster]]
void shape_that_changes(Shape s, double* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    a[s.at(i, 1) % n] += 1;
    s.w = 3 - s.w;
  }
}

// The shape lies in the memory that the loop writes.
// idle: shape_in_the_array
[[clustrix::cluster]]
void shape_in_the_array(const Shape& s, int* a, int n) {
  for (int i = 0; i < n; ++i) a[s.at(i, 0)] = i + 2;  // want: parallel
}

[[clustrix::cluster]]
void other_shape_each_time(const std::vector<Shape>& shapes, double* a) {
  for (int k = 0; k < static_cast<int>(shapes.size()); ++k) a[shapes[k].at(1, k)] += k;  // want: serial
}

// A base and what is derived from it have members of the same name.
struct Narrow {
  int w = 3;
  double* values = nullptr;
  int at(int i) const { return i + w; }
  double& value(int i) { return values[i]; }
};
struct Wide : Narrow {
  int w = 5;
  double* values = nullptr;
  [[clustrix::cluster]]
  void its_own(const double* in, int n) {
    for (int i = 0; i < n; ++i) value(i) = in[i] + w;  // want: parallel
  }
};
struct Flat {
  int w = 3;
  int at(int i) const { return i + w; }
};
struct Deep : Flat {
  int w = 5;
};

[[clustrix::cluster]]
void hidden_member(Deep s, const double* in, double* out, int n) {
  for (int i = 0; i < n; ++i) out[s.at(i)] = in[i] + s.w;  // may: parallel
}

[[clustrix::cluster]]
void hidden_array(Wide& s, const double* in, int n) {
  for (int i = 0; i < n; ++i) s.value(i) = in[i] * s.w;  // want: parallel
}

// No iteration of the outer loop may run beside another one, and those of the inner one may.
[[clustrix::cluster]]
void wavefront(double* a, int n, int m) {
  for (int d = 2; d <= n + m; ++d)  // want: serial
    for (int i = std::max(1, d - m); i <= std::min(n, d - 1); ++i)  // want: parallel
      a[i * (m + 1) + d - i] = a[(i - 1) * (m + 1) + d - i] * 0.5 + a[i * (m + 1) + d - i - 1];
}

int main() {
  const Shape s{17, 9};
  std::vector<double> in(s.w * s.h), out(in.size());
  for (std::size_t k = 0; k < in.size(); ++k) in[k] = static_cast<double>(k * k % 37);
  by_reference(s, in.data(), out.data()), show("reference", out);
  by_value(s, in.data(), out.data()), show("value", out);
  by_helper(s, in.data(), out.data()), show("helper", out);
  private_member(Ring(30), in.data(), out.data()), show("private", out);
  row_on_row(s, out.data()), show("rows", out);
  shape_that_changes({2, 5}, out.data(), 100), show("changes", out);
  int block[40] = {1, 4};
  shape_in_the_array(reinterpret_cast<Shape&>(block), block, 30);
  show("in the array", std::vector<int>(block, block + 40));
  other_shape_each_time({{2, 1}, {1, 2}, {0, 3}, {3, 3}}, out.data()), show("each time", out);
  hidden_member(Deep{}, in.data(), out.data(), 40), show("hidden", out);
  std::vector<double> lower(60), upper(60);
  Wide wide;
  wide.Narrow::values = lower.data();
  wide.values = upper.data();
  hidden_array(wide, in.data(), 50), show("lower", lower), show("upper", upper);
  wide.its_own(in.data(), 55), show("lower", lower), show("upper", upper);
  wavefront(in.data(), 16, 8), show("wave", in);
}

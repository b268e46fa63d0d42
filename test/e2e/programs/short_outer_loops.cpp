// Nests whose outer loop is too short for the devices: the inner one is divided instead, where nothing depends on it.
#include "show.h"

[[clustrix::cluster]]
void planes(double* a, const double* b, int count, int n) {
  for (int k = 0; k < count; ++k) {  // want: parallel
    /* a plane each */
    for (int i = 0; i < n; ++i)  // want: parallel
      a[k * n + i] = 2 * b[i] + k;
  }  // of all
}

[[clustrix::cluster]]
void right_hand_sides(const std::vector<double>& m, const std::vector<double>& x, std::vector<double>& y, int count) {
  const int n = static_cast<int>(x.size()) / (count > 0 ? count : 1);
  for (int r = 0; r < count; r++)     // want: parallel
    for (int i = 0; i < n; ++i) {     // want: parallel
      double sum = 0;
      for (int j = 0; j < n; ++j)     // want: parallel
        sum += m[i * n + j] * x[r * n + j];
      y[r * n + i] = sum;
    }
}

// Arrays stay where they are from launch to launch, and the host looks at them in between.
[[clustrix::cluster]]
double smooth(double* a, double* b, int rows, int n, int steps) {
  double last = 0;
  for (int t = 0; t < steps; ++t) {
    for (int k = 1; k <= rows; ++k)    // want: parallel
      for (int i = 1; i < n - 1; ++i)  // want: parallel
        b[k * n + i] = 0.25 * (a[k * n + i - 1] + a[k * n + i + 1] + a[(k - 1) * n + i] + a[(k + 1) * n + i]);
    if (t % 2 == 1) last += b[n + 1];
    if (t == 2) a[0] = last;
    for (int i = 0; i < n; ++i)  // want: parallel
      b[i] = a[n + i];
    double* c = a;
    a = b;
    b = c;
  }
  return last;
}

[[clustrix::cluster]]
void three_deep(int* v, int a, int b, int n) {
  for (int i = 0; i < a; ++i)      // want: parallel
    for (int j = 0; j < b; ++j)    // want: parallel
      for (int k = 0; k < n; ++k)  // want: parallel
        v[(i * b + j) * n + k] += i - j + k;
}

// As C declares them: what the variables are afterwards is seen.
[[clustrix::cluster]]
int counters(int* a, int rows, int n) {
  int k, i = -1;
  for (k = 0; k < rows; ++k)   // want: parallel
    for (i = 0; i < n; i += 2)  // want: parallel
      a[k * n + i] += k * i;
  return 1000 * k + i;
}

[[clustrix::cluster]]
void triangles(float* a, const std::vector<int>& length, int rows, int n) {
  for (int k = 0; k < rows; ++k)        // want: parallel
    for (int i = k * 3; i < n - k; ++i)  // want: parallel
      a[k * n + i] += 1.0f;
  for (int k = 0; k < rows; ++k)           // want: parallel
    for (int i = 0; i < length[k]; ++i)    // want: parallel
      a[k * n + i] -= 0.5f;
}

// The head reads what a launch has just written.
[[clustrix::cluster]]
void told(long* limits, double* a, int n) {
  for (int i = 0; i < 9; ++i)  // want: parallel
    limits[i] = i;
  for (int k = 0; k < limits[3]; ++k)  // want: parallel
    for (int i = 0; i < n; ++i)        // want: parallel
      a[k * n + i] = limits[4] + k;
}

// The number of rows may be one of the elements.
[[clustrix::cluster]]
void counted(int* a, const int* rows, int n) {
  for (int k = 0; k < *rows; ++k)  // want: parallel
    for (int i = 0; i < n; ++i)    // want: parallel
      a[k * n + i] += 1;
}

struct Field {
  std::vector<std::vector<double>> rows;
  int k_ = 0, count_ = 3;

  [[clustrix::cluster]]
  void scale(double by) {
    // Rows that vary are the host's alone. // idle: scale
    for (int k = 0; k < count_; ++k)  // want: parallel
      for (double& x : rows[k])       // want: parallel
        x = x * by + k;
  }
  [[clustrix::cluster]]
  void fill(double* out, int n) {
    for (k_ = 0; k_ < count_; ++k_)  // may: parallel
      for (int i = 0; i < n; ++i)    // may: parallel
        out[k_ * n + i] = rows[k_][i];
  }
};

template <class T>
[[clustrix::cluster]]
void once(T* a, int rows, int n) {
  for (int k = 0; k < rows; ++k)  // want: parallel
    for (int i = 0; i < n; ++i)   // want: parallel
      a[k * n + i] += static_cast<T>(k + i);
}

template <class T>
[[clustrix::cluster]]
void twice(T* a, int rows, int n) {
  for (int k = 0; k < rows; ++k)  // want: parallel
    for (int i = 0; i < n; ++i)   // want: parallel
      a[k * n + i] -= static_cast<T>(k * i);
}

#define ROWS(loop, site) (loop + site)
// The block's own names, in another order.
[[clustrix::cluster]]
void names(int* site, const int* kernel, int loop, int residency) {
  for (int footprint = 0; footprint < loop; ++footprint)      // want: parallel
    for (int chunk = 0; chunk < residency; ++chunk) {         // want: parallel
      const int at = kernel[chunk], touched = footprint;
      site[footprint * residency + chunk] = ROWS(at, touched) + loop;
    }
}

// From here on nests that have one way only: something is left behind, or stands beside the inner loop.
[[clustrix::cluster]]
double total(const double* a, int rows, int n) {
  double sum = 0;
  for (int k = 0; k < rows; ++k)  // want: parallel
    for (int i = 0; i < n; ++i)   // want: parallel
      sum += a[k * n + i];
  return sum;
}

[[clustrix::cluster]]
void columns(const double* a, double* c, int rows, int n) {
  for (int k = 0; k < rows; ++k)  // want: parallel
    for (int i = 0; i < n; ++i)   // want: parallel
      c[i] += a[k * n + i];
}

[[clustrix::cluster]]
double last_of_all(double* a, int rows, int n) {
  double last = -1, product;
  for (int k = 0; k < rows; ++k)   // want: parallel
    for (int i = 0; i < n; ++i) {  // want: parallel
      product = a[k * n + i] * 2;
      last = product + k;
      a[k * n + i] = product + 1;
    }
  return last;
}

[[clustrix::cluster]]
void beside(double* a, const double* b, int rows, int n) {
  for (int k = 0; k < rows; ++k) {  // want: parallel
    const double by = b[k];
    for (int i = 0; i < n; ++i)  // want: parallel
      a[k * n + i] *= by;
  }
  for (int k = 0; k < rows; ++k) {  // want: parallel
    for (int i = 0; i < n; ++i)     // want: parallel
      a[k * n + i] += 1;
    a[k * n] = -1;
  }
}

[[clustrix::cluster]]
int running(int* a, int rows, int n) {
  int at = 0;
  for (int k = 0; k < rows; ++k)  // want: parallel
    for (int i = 0; i < n; ++i)   // want: parallel
      a[at++] = k - i;
  return at;
}

[[clustrix::cluster]]
void jumps(int* a, int rows, int n) {
  for (int k = 0; k < rows; ++k)   // want: parallel
    for (int i = 0; i < n; ++i) {  // want: parallel
      if (a[k * n + i] % 3 == 0) goto done;
      a[k * n + i] += 5;
    done:
      a[k * n + i] += 1;
    }
}

[[clustrix::cluster]]
void own_rows(double* a, int rows, int n) {
  double row[64];
  for (int k = 0; k < rows; ++k) {  // want: parallel
    for (int i = 0; i < 64; ++i)    // want: parallel
      row[i] = a[k * n + i] * 2;
    for (int i = 0; i < 64; ++i)  // want: parallel
      a[k * n + i] = row[63 - i];
  }
}

// Each row follows from the one before it: the outer loop is serial, and the inner one launched as ever.
[[clustrix::cluster]]
void downwards(double* a, int rows, int n) {
  for (int k = 1; k < rows; ++k)  // want: serial
    for (int i = 0; i < n; ++i)   // want: parallel
      a[k * n + i] += a[(k - 1) * n + i];
}

int main() {
  Random random(71);
  const int n = 301, most = 10;
  std::vector<double> a(most * n), b(n), c(most * n), m(n * n);
  std::vector<int> v(most * n), w(n);
  std::vector<float> f(most * n);
  random.fillUnit(b);
  random.fillUnit(m);
  random.fillBelow(w, 50);
  for (int rows : {-1, 0, 1, 2, 3, 5, 7, 8, 9}) {
    put("rows", rows);
    random.fillUnit(a);
    random.fillUnit(c);
    random.fillBelow(v, 100);
    planes(a.data(), b.data(), rows, n);
    planes(a.data() + n, a.data() + 1, rows, n);
    show("planes", a);
    std::vector<double> x(rows > 0 ? rows * 40 : 40), y(x.size());
    random.fillUnit(x);
    right_hand_sides(m, x, y, rows);
    show("right-hand sides", y);
    const int inside = rows < 8 ? rows : 8;
    for (int steps : {1, 2, 5}) put("smooth", smooth(a.data(), c.data(), inside, n, steps));
    show("smooth a", a);
    show("smooth c", c);
    three_deep(v.data(), rows < 0 ? rows : 2, rows, 100);
    put("counters", counters(v.data(), rows, n));
    put("counters of nothing", counters(v.data(), rows, 0));
    std::vector<int> length(most);
    random.fillBelow(length, n);
    triangles(f.data(), length, rows, n);
    show("triangles", f);
    names(v.data(), w.data(), rows, n);
    show("names", v);
    once(a.data(), rows, n);
    twice(a.data(), rows, n);
    twice(v.data(), rows, n);
    show("twice", a);
    put("total", total(a.data(), rows, n));
    columns(a.data(), c.data(), rows, n);
    show("columns", c);
    put("last", last_of_all(a.data(), rows, n));
    beside(a.data(), b.data(), rows, n);
    show("beside", a);
    put("running", running(v.data(), rows, n));
    jumps(v.data(), rows, n);
    show("jumps", v);
    own_rows(c.data(), rows, n);
    downwards(c.data(), rows, n);
    show("downwards", c);
  }
  std::vector<long> limits(9);
  told(limits.data(), a.data(), n);
  show("told", a);
  for (int& x : v) x = 3;
  counted(v.data(), w.data(), 8);
  const int three = 3;
  counted(v.data(), &three, n);
  counted(v.data(), v.data() + 2, 5);
  show("counted", v);
  Field field;
  for (int k = 0; k < 3; ++k) field.rows.emplace_back(200 + 50 * k, 1.5 * k);
  field.scale(0.5);
  field.fill(a.data(), 200);
  show("field", a);
  put("k", field.k_);
  for (const auto& row : field.rows) show("row", row);
}

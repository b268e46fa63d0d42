// Containers of containers of containers: planes of rows, each of its own size, on the host's threads.
#include "show.h"

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

using Rows = std::vector<std::vector<double>>;
using Cube = std::vector<Rows>;

// idle: doubled, averaged, total, by_reference, by_range, of_plane, stepped, points, by_component, fixed_planes, held
// idle: by_point, pointed, owned, four, named
[[clustrix::cluster]] void doubled(Cube& c, int n, int m) {
  for (int k = 0; k < n; ++k)  // want: parallel
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j) c[k][i][j] = c[k][i][j] * 2;
}

[[clustrix::cluster]] void averaged(const Cube& a, Cube& b, int n, int m) {
  for (int k = 1; k < n; ++k)  // want: parallel
    for (int i = 1; i + 1 < n; ++i)
      for (int j = 1; j + 1 < m; ++j)
        b[k][i][j] = a[k][i - 1][j] + a[k][i + 1][j] + a[k - 1][i][j] - a[k][i][j - 1] * a[k][i][j + 1];
}

[[clustrix::cluster]] double total(const Cube& a) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k)  // want: parallel
    for (std::size_t i = 0; i < a[k].size(); ++i)
      for (std::size_t j = 0; j < a[k][i].size(); ++j) sum += a[k][i][j];
  return sum;
}

[[clustrix::cluster]] void by_reference(Cube& a, const Cube& b) {
  for (std::size_t k = 0; k < a.size(); ++k) {  // want: parallel
    auto& plane = a[k];
    const auto& other = b[k];
    for (std::size_t i = 0; i < plane.size(); ++i) {
      auto& row = plane[i];
      const std::vector<double>& from = other[i];
      for (std::size_t j = 0; j < row.size(); ++j) row[j] += from[j] + plane[i][0] * 0.25;
    }
  }
}

[[clustrix::cluster]] void by_range(Cube& a) {
  for (auto& plane : a)  // want: parallel
    for (auto& row : plane)
      for (auto& x : row) x = x * 0.5 + 1;
}

// One plane of many, which is used in inner loops only.
[[clustrix::cluster]] void of_plane(Cube& a, int k, int n, int m) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < m; ++j) a[k][i][j] += i - j;
}

[[clustrix::cluster]] void stepped(Cube& u, int n, int m, int steps) {
  for (int t = 0; t < steps; ++t) {
    const int now = t % 2, next = 1 - now;
    for (int i = 1; i + 1 < n; ++i)  // want: parallel
      for (int j = 1; j + 1 < m; ++j)
        u[next][i][j] = 0.25 * (u[now][i - 1][j] + u[now][i + 1][j] + u[now][i][j - 1] + u[now][i][j + 1]);
  }
}

[[clustrix::cluster]] void points(std::vector<std::vector<std::array<double, 3>>>& p, int n, int m) {
  for (int i = 0; i < n; ++i)  // may: parallel
    for (int j = 0; j < m; ++j)
      for (int c = 0; c < 3; ++c) p[i][j][c] += c * 0.5;
}

[[clustrix::cluster]] void by_component(std::vector<double> (&v)[3], int n) {
  for (int c = 0; c < 3; ++c)  // want: parallel
    for (int i = 0; i < n; ++i) v[c][i] = v[c][i] * 2 + c;
}

[[clustrix::cluster]] void by_point(std::vector<double> (&v)[3], std::vector<double>& length, int n) {
  std::vector<double> own[2];
  for (auto& one : own) one.assign(static_cast<std::size_t>(n), 0.5);  // may: parallel
  for (int i = 0; i < n; ++i) {                                        // want: parallel
    double sum = 0;
    for (int c = 0; c < 3; ++c) sum += v[c][i] * v[c][i];
    for (int c = 0; c < 2; ++c) own[c][i] += sum;
    length[i] = sum + own[1][i] + own[0][i];
  }
}

[[clustrix::cluster]] void fixed_planes(std::array<Rows, 2>& a, int n, int m) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < m; ++j) a[1][i][j] = a[0][i][j] + 1;
}

class Field {
 public:
  Field(int n, int m) : n_(n), m_(m), cells_(n, std::vector<double>(m, 1.5)) {}
  double& at(int i, int j) { return cells_[i][j]; }
  double operator()(int i, int j) const { return cells_[i][j]; }
  const std::vector<double>& row(int i) const { return cells_[i]; }
  int rows() const { return n_; }
  int columns() const { return m_; }
  Rows& all() { return cells_; }

 private:
  int n_, m_;
  Rows cells_;
};
[[clustrix::cluster]] void held(Field& f, const Field& g) {
  for (int i = 0; i < f.rows(); ++i)  // want: parallel
    for (int j = 0; j < f.columns(); ++j) f.at(i, j) += g(i, j) + g.row(i)[j] * 0.5;
  for (int i = 0; i < f.rows(); ++i)  // want: parallel
    for (int j = 0; j < f.columns(); ++j) f.at(i, j) = f.row(i)[j] * 2;
}

[[clustrix::cluster]] void pointed(Rows* a, int n, int m) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < m; ++j) (*a)[i][j] += 1;
}

[[clustrix::cluster]] void owned(std::unique_ptr<Cube>& a, int n, int m) {
  for (int k = 0; k < n; ++k)  // want: parallel
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j) (*a)[k][i][j] -= 0.5;
}

[[clustrix::cluster]] void four(std::vector<Cube>& a, int n) {
  for (int l = 0; l < n; ++l)  // want: parallel
    for (int k = 0; k < n; ++k)
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) a[l][k][i][j] = l + 2 * k + 3 * i + a[l][k][i][n - 1 - j] * 0;
}

static Rows& second_of(Cube& c) { return c[1]; }
[[clustrix::cluster]] void named(Cube& c, int n, int m) {
  Rows& plane = second_of(c);
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < m; ++j) plane[i][j] = i + j;
  // The plane is one of those that are written.
  for (int k = 0; k < n; ++k)  // want: parallel
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j) c[k][i][j] = plane[i][0] * 0.5 + plane[n - 1 - i][j];
}

static void print(const char* name, const Rows& rows) {
  std::vector<double> flat;
  for (const auto& row : rows) flat.insert(flat.end(), row.begin(), row.end());
  show(name, flat);
}
static void print(const char* name, const Cube& cube) {
  Rows all;
  for (const auto& plane : cube) all.insert(all.end(), plane.begin(), plane.end());
  print(name, all);
}

static Cube jagged(Random& random, std::size_t n, std::size_t m) {
  Cube cube(n, Rows(n));
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = 0; i < n; ++i) {
      cube[k][i].resize(m + (k + i * 5) % 7);
      random.fillUnit(cube[k][i]);
    }
  return cube;
}

static void one(std::size_t count) {
  Random random(count + 3);
  const int n = static_cast<int>(count), m = n + 4;
  Cube a = jagged(random, count, count + 4), b = a;
  doubled(a, n, m);
  print("doubled", a);
  averaged(a, b, n, m);
  averaged(a, a, n, m);
  print("averaged", b);
  print("itself", a);
  put("total", total(a));
  by_reference(a, b);
  by_reference(a, a);
  print("reference", a);
  by_range(a);
  if (n > 2) of_plane(a, 2, n, m);
  of_plane(a, 0, 0, m);
  print("plane", a);
  if (n > 2) stepped(a, n, m, 5);
  print("stepped", a);
  std::vector<std::vector<std::array<double, 3>>> p(count, std::vector<std::array<double, 3>>(count, {1, 2, 3}));
  points(p, n, n);
  put("points", n > 0 ? p[count - 1][0][2] : 0);
  std::vector<double> v[3]{std::vector<double>(count, 1), std::vector<double>(count, 2), std::vector<double>(count, 3)};
  by_component(v, n);
  show("component", v[2]);
  std::vector<double> length(count);
  by_point(v, length, n);
  by_point(v, v[1], n);
  show("length", length);
  show("second", v[1]);
  std::array<Rows, 2> two{Rows(count, std::vector<double>(count, 4)), Rows(count, std::vector<double>(count, 5))};
  fixed_planes(two, n, n);
  print("two", two[1]);
  Field f(n, m), g(n, m);
  held(f, g);
  held(f, f);
  print("held", f.all());
  pointed(&f.all(), n, m);
  pointed(nullptr, 0, m);
  pointed(nullptr, n, 0);
  print("pointed", f.all());
  auto own = std::make_unique<Cube>(b);
  owned(own, n, m);
  print("owned", *own);
  std::vector<Cube> many(count, Cube(count, Rows(count, std::vector<double>(count))));
  if (n < 20) four(many, n);
  if (n > 0) print("four", many[count - 1]);
  if (n > 2) named(a, n, m);
  print("named", a);
}

int main() {
  for (const std::size_t n : {0u, 1u, 3u, 12u, 40u}) one(n);
}

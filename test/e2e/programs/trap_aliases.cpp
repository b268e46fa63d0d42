// Traps: one memory reached by two names, where nothing but care shows it: members, globals, references, own fields.
#include "show.h"

static double shared_scale = 2;
static double series[4000];

[[clustrix::cluster]]
void global_and_pointer(double* a, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    a[i] = series[i] * 0.5 + 1;
}

[[clustrix::cluster]]
void scale_in_array(double* a, const double& scale, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] *= scale;
}

[[clustrix::cluster]]
void global_scale(double* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] *= shared_scale;
}

struct Pair {
  int* left;
  int* right;
  int count;
};

[[clustrix::cluster]]
void members(Pair& p) {
  for (int i = 0; i < p.count; ++i)  // may: parallel
    p.left[i] = p.right[i] + 1;
}

class Filter {
public:
  explicit Filter(int n) : values_(n, 1) {}
  [[clustrix::cluster]] void apply(std::vector<int>& other) {
    for (std::size_t i = 1; i < other.size(); ++i)  // may: parallel
      other[i] = (values_[i - 1] * 2 + 1) & 1023;
  }
  std::vector<int>& values() { return values_; }

private:
  std::vector<int> values_;
};

[[clustrix::cluster]]
void sum_into_element(int* a, int n, int& sum) {
  for (int i = 0; i < n; ++i)  // want: parallel
    sum += a[i];
}

[[clustrix::cluster]]
void same_row(double (*a)[40], double (*b)[40], int n) {
  for (int i = 1; i < n; ++i)     // want: parallel
    for (int j = 0; j < 40; ++j)  // want: parallel
      a[i][j] = b[i - 1][j] + 1;
}

// idle: bound_in_memory
[[clustrix::cluster]]
void bound_in_memory(int* a, const int* count) {
  for (int i = 0; i < *count; ++i)  // may: parallel
    a[i] += 2;
}

// idle: pointer_table
[[clustrix::cluster]]
void pointer_table(int** rows, int n, int m) {
  for (int r = 0; r < n; ++r)    // may: parallel
    for (int c = 0; c < m; ++c)  // may: parallel
      rows[r][c] = rows[r][c] * 2 + r;
}

static double grid[50][40];

int main() {
  Random random(70);
  const int n = 3001;
  for (double& x : series) x = random.unit();
  std::vector<double> a(n);
  random.fillUnit(a);
  global_and_pointer(a.data(), n);
  global_and_pointer(series, n);
  global_and_pointer(series + 1, n);
  show("series", series, 4000);
  scale_in_array(a.data(), a[1500], n);
  double two = 2;
  scale_in_array(a.data(), two, n);
  show("scaled", a);
  global_scale(a.data(), n);
  global_scale(&shared_scale, 1);
  put("scale", shared_scale);
  std::vector<int> v(n), w(n);
  random.fillBelow(v, 100);
  Pair pair{w.data(), v.data(), n};
  members(pair);
  pair = {v.data() + 1, v.data(), n - 1};
  members(pair);
  show("members", v);
  Filter filter(n);
  filter.apply(w);
  filter.apply(filter.values());
  for (int& x : filter.values()) x &= 1023;
  show("filter", filter.values());
  v[100] = 3;
  for (int& x : v) x &= 15;
  sum_into_element(v.data(), 40, v[20]);
  put("element", v[20]);
  int sum = 7;
  sum_into_element(v.data(), n, sum);
  put("sum", sum);
  for (auto& row : grid) random.fillUnit(row);
  same_row(grid, grid, 50);
  same_row(grid + 25, grid, 25);
  show("grid", &grid[0][0], 50 * 40);
  int limited[40];
  for (int i = 0; i < 40; ++i) limited[i] = 30;
  bound_in_memory(limited, &limited[5]);
  show("limited", limited, 40);
  std::vector<int*> rows(20);
  for (int r = 0; r < 20; ++r) rows[r] = v.data() + (r % 7) * 100;
  pointer_table(rows.data(), 20, 150);
  show("rows", v);
}

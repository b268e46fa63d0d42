// Containers of containers: rows of equal and of different lengths, empty ones, one row alone, rows as references.
#include "show.h"

using Rows = std::vector<std::vector<double>>;

// Rows that vary are the host's alone.
// idle: column_maximum, row_sums, scaled, by_range, product, norms

[[clustrix::cluster]]
void column_maximum(const Rows& a, std::vector<double>& top) {
  for (std::size_t i = 0; i < a.size(); ++i)      // may: parallel
    for (std::size_t j = 0; j < top.size(); ++j)  // want: parallel
      if (a[i][j] > top[j]) top[j] = a[i][j];
}

[[clustrix::cluster]]
void row_sums(const Rows& a, std::vector<double>& sums) {
  for (std::size_t i = 0; i < sums.size(); ++i) {  // want: parallel
    double s = 0;
    for (std::size_t j = 0; j < a[i].size(); ++j)  // want: parallel
      s += a[i][j];
    sums[i] = s;
  }
}

[[clustrix::cluster]]
void scaled(Rows& a) {
  for (std::size_t i = 0; i < a.size(); ++i)       // want: parallel
    for (std::size_t j = 0; j < a[i].size(); ++j)  // want: parallel
      a[i][j] = a[i][j] * 2 + static_cast<double>(i);
}

[[clustrix::cluster]]
void by_range(Rows& a) {
  for (auto& row : a)      // want: parallel
    for (double& x : row)  // want: parallel
      x -= 0.5;
}

[[clustrix::cluster]]
void one_row(Rows& a, std::size_t r, double add) {
  for (std::size_t j = 0; j < a[r].size(); ++j)  // want: parallel
    a[r][j] += add;
}

[[clustrix::cluster]]
void from_row_to_row(Rows& a, int from, int to) {
  const std::size_t n = a[to].size();
  for (std::size_t j = 0; j < n; ++j)  // want: parallel
    a[to][j] = a[from][j] + 1;
}

[[clustrix::cluster]]
void product(const Rows& a, const Rows& b, Rows& c, int n) {
  for (int i = 0; i < n; ++i)      // want: parallel
    for (int j = 0; j < n; ++j) {  // want: parallel
      double s = 0;
      for (int k = 0; k < n; ++k) s += a[i][k] * b[k][j];  // want: parallel
      c[i][j] = s;
    }
}

struct Cloud {
  std::vector<std::vector<double>> axes;
  std::vector<double> norm;
};

[[clustrix::cluster]]
void norms(Cloud& cloud) {
  for (std::size_t i = 0; i < cloud.norm.size(); ++i) {  // want: parallel
    double s = 0;
    for (std::size_t d = 0; d < cloud.axes.size(); ++d) s += cloud.axes[d][i] * cloud.axes[d][i];  // want: parallel
    cloud.norm[i] = s;
  }
}

void print(const char* name, const Rows& rows) {
  std::vector<double> flat;
  for (const auto& row : rows) flat.insert(flat.end(), row.begin(), row.end());
  show(name, flat);
}

int main() {
  Random random(85);
  Rows even(61, std::vector<double>(45)), jagged(40);
  for (auto& row : even) random.fillUnit(row);
  for (std::size_t r = 0; r < jagged.size(); ++r) {
    jagged[r].resize(r * 7 % 50);
    random.fillUnit(jagged[r]);
  }
  std::vector<double> top(45, 0.25), sums(40);
  column_maximum(even, top);
  show("top", top);
  row_sums(jagged, sums);
  show("sums", sums);
  scaled(jagged);
  by_range(jagged);
  one_row(jagged, 9, 0.25);
  one_row(jagged, 0, 0.25);
  print("jagged", jagged);
  from_row_to_row(even, 3, 60);
  from_row_to_row(even, 5, 5);
  print("even", even);
  Rows c(45, std::vector<double>(45));
  product(even, even, c, 45);
  product(c, even, c, 20);
  print("product", c);
  Cloud cloud{{std::vector<double>(1001), std::vector<double>(1001), std::vector<double>(1001)},
              std::vector<double>(1001)};
  for (auto& axis : cloud.axes) random.fillUnit(axis);
  norms(cloud);
  show("norms", cloud.norm);
  Rows none;
  scaled(none);
  by_range(none);
  put("none", none.size());
}

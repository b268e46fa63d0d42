// The attribute on declarations, members inside and outside the class, static members, operators, lambdas and main.
#include "show.h"

[[clustrix::cluster]] void declared_first(int* a, int n);

void declared_first(int* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += 1;
}

[[clustrix::cluster(gpus = 2, schedule = "weighted", min_iterations = 1)]] [[maybe_unused]] static void with_options(
    int* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] *= 3;
}

class Grid {
public:
  Grid(int rows, int columns) : rows_(rows), columns_(columns), cells_(rows * columns) {}

  [[clustrix::cluster]]
  void fill(double value) {
    for (int r = 0; r < rows_; ++r)         // want: parallel
      for (int c = 0; c < columns_; ++c)    // want: parallel
        cells_[r * columns_ + c] = value * r - c;
  }

  [[clustrix::cluster]] double sum() const;
  [[clustrix::cluster]] Grid& operator*=(double by);
  [[clustrix::cluster]] static void add_one(double* a, int n);
  const std::vector<double>& cells() const { return cells_; }

private:
  int rows_, columns_;
  std::vector<double> cells_;
};

double Grid::sum() const {
  double total = 0;
  for (std::size_t i = 0; i < cells_.size(); ++i)  // want: parallel
    total += cells_[i];
  return total;
}

Grid& Grid::operator*=(double by) {
  for (auto& cell : cells_)  // want: parallel
    cell *= by;
  return *this;
}

void Grid::add_one(double* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += 1;
}

namespace outer::inner {
[[clustrix::cluster]]
void nested(int* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] ^= 9;
}
}  // namespace outer::inner

[[clustrix::cluster]]
int main() {
  const int n = 5003;
  std::vector<int> a(n);
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = i % 91;
  declared_first(a.data(), n);
  with_options(a.data(), n);
  outer::inner::nested(a.data(), n);
  show("a", a);
  Grid grid(61, 47);
  grid.fill(0.5);
  put("sum", grid.sum());
  grid *= 0.25;
  std::vector<double> copy = grid.cells();
  Grid::add_one(copy.data(), static_cast<int>(copy.size()));
  show("copy", copy);
  const auto raise = [n] [[clustrix::cluster]] (int* values, int by) {
    for (int i = 0; i < n; ++i)  // may: parallel
      values[i] += by;
  };
  raise(a.data(), 40);
  show("raised", a);
}

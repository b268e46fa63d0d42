// Objects of user classes: accessors over private members of every kind, getters, helpers that take the objects.
#include "show.h"

#include <array>
#include <memory>

template <class T> class Grid {
public:
  Grid(int rows, int columns) : rows_(rows), columns_(columns), values_(static_cast<std::size_t>(rows) * columns) {}
  T& at(int i, int j) { return values_[index(i, j)]; }
  const T& at(int i, int j) const { return values_[index(i, j)]; }
  T* operator[](int i) { return values_.data() + static_cast<std::size_t>(i) * columns_; }
  const T* operator[](int i) const { return &values_[static_cast<std::size_t>(i) * columns_]; }
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  std::vector<T>& values() { return values_; }
  const std::vector<T>& values() const { return values_; }

private:
  std::size_t index(int i, int j) const { return static_cast<std::size_t>(i) * columns_ + j; }
  int rows_, columns_;
  std::vector<T> values_;
};

class Volume {
public:
  explicit Volume(int n) : n_(n), cells_(std::make_unique<double[]>(static_cast<std::size_t>(n) * n * n)) {}
  double& operator()(int i, int j, int k) { return cells_[(i * n_ + j) * n_ + k]; }
  double operator()(int i, int j, int k) const { return cells_[(i * n_ + j) * n_ + k]; }
  int n() const { return n_; }
  const double* data() const { return cells_.get(); }

private:
  int n_;
  std::unique_ptr<double[]> cells_;
};

struct View {
  double* data;
  int pitch;
  double& operator()(int i, int j) const { return data[i * pitch + j]; }
};

class Table {
public:
  double get(int i) const { return entries_[i]; }
  void set(int i, double x) { entries_[i] = x; }
  static constexpr int size = 256;

private:
  double entries_[size] = {};
};

struct Tally {
  double sum = 0;
  int count = 0;
  void add(double x) {
    sum += x;
    ++count;
  }
};

struct Particles {
  std::vector<double> x, v;
  double step = 0.25;
  double moved(std::size_t i) const { return x[i] + step * v[i]; }
};

[[clustrix::cluster]]
void product(const Grid<double>& a, const Grid<double>& b, Grid<double>& c) {
  for (int i = 0; i < a.rows(); ++i)         // want: parallel
    for (int j = 0; j < b.columns(); ++j) {  // want: parallel
      double s = 0;
      for (int k = 0; k < a.columns(); ++k)  // want: parallel
        s += a.at(i, k) * b.at(k, j);
      c.at(i, j) = s;
    }
}

[[clustrix::cluster]]
Grid<double> transposed(const Grid<double>& a) {
  Grid<double> t(a.columns(), a.rows());
  for (int i = 0; i < a.rows(); ++i)       // want: parallel
    for (int j = 0; j < a.columns(); ++j)  // want: parallel
      t[j][i] = a[i][j];
  return t;
}

[[clustrix::cluster]]
void below(Grid<double>& a, int pivot) {
  for (int i = pivot + 1; i < a.rows(); ++i) {  // want: parallel
    const double f = a.at(i, pivot) / a.at(pivot, pivot);
    for (int j = 0; j < a.columns(); ++j) a[i][j] -= f * a[pivot][j];  // may: parallel
  }
}

[[clustrix::cluster]]
void shifted(Grid<int>& a) {
  for (int i = 1; i < a.rows(); ++i)       // want: serial
    for (int j = 0; j < a.columns(); ++j)  // want: parallel
      a.at(i, j) += a.at(i - 1, j);
}

inline double mean(const Grid<double>& g, int i, int j) { return 0.25 * (g.at(i - 1, j) + g.at(i + 1, j) + g[i][j - 1] + g[i][j + 1]); }

[[clustrix::cluster]]
void smooth(const Grid<double>& from, Grid<double>& to) {
  for (int i = 1; i < from.rows() - 1; ++i)       // want: parallel
    for (int j = 1; j < from.columns() - 1; ++j)  // want: parallel
      to.at(i, j) = mean(from, i, j);
}

[[clustrix::cluster]]
void scaled(Grid<double>* grid, double by) {
  for (double& x : grid->values())  // want: parallel
    x *= by;
  for (std::size_t i = 0; i < grid->values().size(); ++i)  // want: parallel
    grid->values()[i] += 1;
}

[[clustrix::cluster]]
void by_reference(Grid<double>& grid, const std::vector<std::vector<double>>& rows, std::size_t row) {
  for (int i = 0; i < grid.rows(); ++i) {  // want: parallel
    auto& all = grid.values();
    const std::vector<double>&first = rows[row], &second = rows[0];
    const Grid<double>& same = grid;
    all[static_cast<std::size_t>(i) * grid.columns()] += first[i] + second[i] + same.at(i, 1);
  }
}

[[clustrix::cluster]]
void blur(const Volume& in, Volume& out) {
  for (int i = 1; i < in.n() - 1; ++i)      // want: parallel
    for (int j = 1; j < in.n() - 1; ++j)    // want: parallel
      for (int k = 1; k < in.n() - 1; ++k)  // want: parallel
        out(i, j, k) = (in(i - 1, j, k) + in(i + 1, j, k) + in(i, j - 1, k) + in(i, j, k + 1)) / 4;
}

[[clustrix::cluster]]
void through_view(View v, int rows, int columns) {
  for (int i = 0; i < rows; ++i)       // want: parallel
    for (int j = 0; j < columns; ++j)  // want: parallel
      v(i, j) = v(i, j) * 2 + i;
}

[[clustrix::cluster]]
void squares(Table& t, const double* x) {
  for (int i = 0; i < Table::size; ++i)  // want: parallel
    t.set(i, x[i] * x[i] + t.get(i));
}

[[clustrix::cluster]]
Tally tallied(const double* x, int n) {
  Tally tally;
  for (int i = 0; i < n; ++i)  // want: parallel
    tally.add(x[i]);
  return tally;
}

[[clustrix::cluster]]
void drift(Particles& p) {
  for (std::size_t i = 0; i < p.x.size(); ++i)  // want: parallel
    p.x[i] = p.moved(i);
}

class Layer {
public:
  Layer(int in, int out) : in_(in), out_(out), weights_(static_cast<std::size_t>(in) * out), bias_(out), result_(out) {}
  [[clustrix::cluster]] void forward(const std::vector<double>& x) {
    for (int o = 0; o < out_; ++o) {  // want: parallel
      double s = bias_[o];
      for (int i = 0; i < in_; ++i) s += weight(o, i) * x[i];  // want: parallel
      result_[o] = clipped(s);
    }
  }
  [[clustrix::cluster]] void decay(double by) {
    for (int o = 0; o < out_; ++o)   // want: parallel
      for (int i = 0; i < in_; ++i)  // want: parallel
        weight(o, i) *= by;
  }
  double& weight(int o, int i) { return weights_[static_cast<std::size_t>(o) * in_ + i]; }
  std::vector<double>& bias() { return bias_; }
  const std::vector<double>& result() const { return result_; }

private:
  static double clipped(double x) { return x < 0 ? 0 : x; }
  int in_, out_;
  std::vector<double> weights_, bias_, result_;
};

int main() {
  Random random(81);
  Grid<double> a(61, 47), b(47, 53), c(61, 53);
  random.fillUnit(a.values());
  random.fillUnit(b.values());
  product(a, b, c);
  show("product", c.values());
  Grid<double> square(40, 40);
  random.fillUnit(square.values());
  product(square, square, square);  // reads what it writes
  show("square", square.values());
  show("transposed", transposed(c).values());
  for (int i = 0; i < 40; ++i) square.at(i, i) += 40;
  for (int pivot : {0, 7, 39}) below(square, pivot);
  show("below", square.values());
  Grid<double> d(61, 53);
  smooth(c, d);
  smooth(d, d);
  show("smooth", d.values());
  scaled(&d, 0.5);
  show("scaled", d.values());
  std::vector<std::vector<double>> rows{std::vector<double>(61, 0.25), std::vector<double>(61)};
  random.fillUnit(rows[1]);
  by_reference(d, rows, 1);
  show("reference", d.values());
  Grid<int> e(30, 41);
  random.fillBelow(e.values(), 9);
  shifted(e);
  show("shifted", e.values());
  Volume u(17), w(17);
  for (int i = 0; i < 17 * 17 * 17; ++i) u(0, 0, i) = random.unit();
  blur(u, w);
  blur(w, w);
  show("volume", w.data(), 17 * 17 * 17);
  through_view({d.values().data(), d.columns()}, d.rows(), d.columns());
  show("view", d.values());
  Table table;
  squares(table, d.values().data());
  squares(table, d.values().data() + 3);
  double entries = 0;
  for (int i = 0; i < Table::size; ++i) entries += table.get(i);
  put("table", entries);
  const Tally tally = tallied(d.values().data(), 1000);
  put("sum", tally.sum);
  put("count", tally.count);
  Particles p;
  p.x.resize(1001);
  p.v.resize(1001);
  random.fillUnit(p.x);
  random.fillUnit(p.v);
  drift(p);
  show("drift", p.x);
  Layer layer(33, 65);
  for (int o = 0; o < 65; ++o)
    for (int i = 0; i < 33; ++i) layer.weight(o, i) = random.unit() - 0.5;
  random.fillUnit(layer.bias());
  layer.decay(0.75);
  std::vector<double> x(33);
  random.fillUnit(x);
  layer.forward(x);
  show("layer", layer.result());
}

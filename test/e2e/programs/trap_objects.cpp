// Objects that look apart and are not: one object under two names, members that change while they are used, values
// taken from a reference before and after a write, accessors that count.
#include "show.h"

class Matrix {
public:
  Matrix(int rows, int columns) : rows_(rows), columns_(columns), data_(static_cast<std::size_t>(rows) * columns) {}
  double& operator()(int i, int j) { return data_[static_cast<std::size_t>(i) * columns_ + j]; }
  double operator()(int i, int j) const { return data_[static_cast<std::size_t>(i) * columns_ + j]; }
  double counted(int i) {
    ++reads_;
    return data_[i];
  }
  double chained(int i) {
    last_ = last_ * 0.5 + data_[i];
    return last_;
  }
  void grow(int i) { data_.resize(data_.size() + i); }
  void narrow() { columns_ -= 1; }
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  long reads() const { return reads_; }
  std::vector<double>& data() { return data_; }

private:
  int rows_, columns_;
  std::vector<double> data_;
  long reads_ = 0;
  double last_ = 0;
};

struct Pair {
  Matrix& left;
  Matrix& right;
};

[[clustrix::cluster]]
void mirrored(const Matrix& from, Matrix& to) {
  for (int i = 0; i < from.rows(); ++i)       // want: parallel
    for (int j = 0; j < from.columns(); ++j)  // want: parallel
      to(i, j) = from(from.rows() - 1 - i, j) + 1;
}

[[clustrix::cluster]]
void through_members(Pair pair) {
  for (int i = 1; i < pair.left.rows(); ++i) pair.left(i, 0) = pair.right(i - 1, 0) * 0.5 + 1;  // may: parallel
}

[[clustrix::cluster]]
double with_count(Matrix& m, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)  // may: parallel
    s += m.counted(i);
  return s;
}

[[clustrix::cluster]]
void with_chain(Matrix& m, double* out, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    out[i] = m.chained(i);
}

[[clustrix::cluster]]
void growing(Matrix& m, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    m.grow(i % 2);
    m(0, i) += 1;
  }
}

[[clustrix::cluster]]
void narrowing(Matrix& m, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    m(i, 0) = i;
    m.narrow();
  }
}

[[clustrix::cluster]]
void bounded_by_own(Matrix& m, std::vector<int>& limit) {
  for (int i = 0; i < limit[0]; ++i)  // want: serial
    limit[0] -= m.rows() > i ? 1 : 0;
}

inline int flat(int row, int column) { return row * 8 + column; }

[[clustrix::cluster]]
void nested_calls(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    out[flat(i, 1)] = in[flat(i, flat(0, 2))];
  for (int i = 0; i < n; ++i)  // want: serial
    out[flat(0, i)] = out[flat(0, flat(0, i + 1)) + 1] + 1;
}

[[clustrix::cluster]]
void repeated_writes(Matrix& m, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    m(i % 3, 0) = m(0, 0) * 0.5 + i;
}

[[clustrix::cluster]]
void maybe(const Matrix* bias, double* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    out[i] *= 2;
    if (bias) out[i] += (*bias)(0, i);
  }
}

[[clustrix::cluster]]
void never(const Matrix* bias, std::vector<std::vector<double>>& rows, std::size_t row, double* out, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    out[i] += (*bias)(0, i) + rows[row][i];
}

[[clustrix::cluster]]
double behind(const Matrix* m) {
  double s = 0;
  for (int i = 0; i < m->rows(); ++i)       // want: parallel
    for (int j = 0; j < m->columns(); ++j)  // want: parallel
      s += (*m)(i, j);
  return s;
}

int main() {
  Random random(82);
  Matrix a(40, 33), b(40, 33);
  random.fillUnit(a.data());
  mirrored(a, b);
  show("mirrored", b.data());
  mirrored(a, a);
  show("itself", a.data());
  through_members({a, b});
  through_members({a, a});
  show("members", a.data());
  put("sum", with_count(a, 1000));
  put("reads", a.reads());
  std::vector<double> out(1000);
  with_chain(a, out.data(), 1000);
  show("chain", out);
  growing(a, 30);
  put("size", a.data().size());
  show("grown", a.data());
  narrowing(b, 30);
  show("narrowed", b.data());
  std::vector<int> limit{50};
  bounded_by_own(a, limit);
  put("limit", limit[0]);
  std::vector<int> in(9000), to(9000);
  random.fillBelow(in, 1000);
  nested_calls(in.data(), to.data(), 1000);
  show("nested", to);
  maybe(nullptr, out.data(), 1000);
  maybe(&a, out.data(), 1000);
  std::vector<std::vector<double>> rows(2, std::vector<double>(1000, 0.5));
  never(nullptr, rows, 7, out.data(), 0);
  never(&a, rows, 1, out.data(), 1000);
  show("out", out);
  put("behind", behind(&a));
  repeated_writes(b, 200);
  show("repeated", b.data());
}

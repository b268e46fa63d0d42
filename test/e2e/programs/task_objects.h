// A small library of objects: its classes and functions are described by a library model.
//
//     Tensor   copies are handles to the same elements        Cell    the same, without a destructor
//     Matrix   has its elements to itself                     Point   the same, without a destructor
//     View     shows elements of others
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

namespace la {

class View {
 public:
  View() = default;
  View(double* first, long count) : first_(first), count_(count) {}
  View(const View&) = default;
  View& operator=(const View& other) {
    for (long k = 0; k < count_; ++k) first_[k] = other.first_[k];
    return *this;
  }
  View& operator=(double x) {
    for (long k = 0; k < count_; ++k) first_[k] = x;
    return *this;
  }
  View& operator+=(double x) {
    for (long k = 0; k < count_; ++k) first_[k] += x;
    return *this;
  }
  void fill(double x) const {
    for (long k = 0; k < count_; ++k) first_[k] = x;
  }
  double& at(int k) { return first_[k]; }
  double sum() const {
    double sum = 0;
    for (long k = 0; k < count_; ++k) sum += first_[k];
    return sum;
  }
  double* begin() { return first_; }
  double* end() { return first_ + count_; }

 private:
  double* first_ = nullptr;
  long count_ = 0;
};

class Tensor;

/// A handle that leaves the keeping to others.
class Cell {
 public:
  Cell() = default;
  explicit Cell(const Tensor& of);
  double get() const { return *first_; }
  const Cell& put(double x) const {
    *first_ = x;
    return *this;
  }

 private:
  double* first_ = nullptr;
};

class Tensor {
 public:
  Tensor() = default;
  explicit Tensor(std::vector<double> values) : values_(std::make_shared<std::vector<double>>(std::move(values))) {}
  Tensor& add_(double x) const {
    if (values_)
      for (double& value : *values_) value += x;
    return const_cast<Tensor&>(*this);
  }
  Tensor& operator+=(const Tensor& other) {
    for (std::size_t k = 0; values_ && other.values_ && k < values_->size(); ++k)
      (*values_)[k] += (*other.values_)[k % other.values_->size()];
    return *this;
  }
  Tensor t() const { return *this; }
  Tensor clone() const { return values_ ? Tensor(*values_) : Tensor(); }
  void share(const Tensor& other) { values_ = other.values_; }
  double item() const { return values_ && !values_->empty() ? (*values_)[0] : 0; }
  double sum() const {
    double sum = 0;
    if (values_)
      for (const double value : *values_) sum += value;
    return sum;
  }
  double* data() const { return values_ ? values_->data() : nullptr; }
  long size() const { return values_ ? static_cast<long>(values_->size()) : 0; }
  bool defined() const { return values_ != nullptr; }
  Cell cell() const { return Cell(*this); }
  void swap(Tensor& other) { values_.swap(other.values_); }

 private:
  std::shared_ptr<std::vector<double>> values_;
};

inline Cell::Cell(const Tensor& of) : first_(of.data()) {}

class Matrix {
 public:
  Matrix() = default;
  Matrix(int rows, int columns, double x = 0)
      : rows_(rows), columns_(columns), values_(static_cast<std::size_t>(rows * columns), x) {}
  double& operator()(int i, int j) { return values_[static_cast<std::size_t>(i * columns_ + j)]; }
  double operator()(int i, int j) const { return values_[static_cast<std::size_t>(i * columns_ + j)]; }
  Matrix& operator+=(const Matrix& other) {
    for (std::size_t k = 0; k < values_.size(); ++k) values_[k] += other.values_[k];
    return *this;
  }
  View row(int i) { return {values_.data() + i * columns_, columns_}; }
  /// A view that may be written, of what is constant.
  View shown() const { return {const_cast<double*>(values_.data()), static_cast<long>(values_.size())}; }
  Matrix take() { return std::exchange(*this, Matrix()); }
  void clear() { values_.assign(values_.size(), 0); }
  void swap(Matrix& other) { std::swap(*this, other); }
  double norm() const {
    double sum = 0;
    for (const double value : values_) sum += value * value;
    return sum;
  }
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  double* data() { return values_.data(); }
  const double* data() const { return values_.data(); }
  std::size_t bytes() const { return values_.size() * sizeof(double); }
  double* begin() { return values_.data(); }
  double* end() { return values_.data() + values_.size(); }
  const double* begin() const { return values_.data(); }
  const double* end() const { return values_.data() + values_.size(); }

 private:
  int rows_ = 0, columns_ = 0;
  std::vector<double> values_;
};

class Point {
 public:
  Point() = default;
  Point(double x, double y) : x_(x), y_(y) {}
  double& x() { return x_; }
  double x() const { return x_; }
  double y() const { return y_; }
  void shift(double by) { x_ += by; }

 private:
  double x_ = 0, y_ = 0;
};

/// Handles, one behind the other.
class List {
 public:
  List() = default;
  List(std::initializer_list<Tensor> of) : tensors_(of) {}
  void push(const Tensor& tensor) { tensors_.push_back(tensor); }
  Tensor& at(int k) { return tensors_[static_cast<std::size_t>(k)]; }
  const Tensor& at(int k) const { return tensors_[static_cast<std::size_t>(k)]; }

 private:
  std::vector<Tensor> tensors_;
};

/// Counts in a number of somebody else's.
class Meter {
 public:
  explicit Meter(int& count) : count_(&count) { ++count; }
  void tick() { ++*count_; }

 private:
  int* count_;
};

/// Shows a handle, not its elements.
class Peek {
 public:
  explicit Peek(const Tensor& of) : of_(&of) {}
  const Tensor& get() const { return *of_; }

 private:
  const Tensor* of_;
};

inline Tensor ones(int n) { return Tensor(std::vector<double>(static_cast<std::size_t>(n), 1.0)); }
inline Tensor full(int n, double x) { return Tensor(std::vector<double>(static_cast<std::size_t>(n), x)); }
inline Tensor plus(const Tensor& x, const Tensor& y) {
  Tensor sum = x.clone();
  return sum += y;
}
inline Tensor operator+(const Tensor& x, const Tensor& y) { return plus(x, y); }
inline Matrix operator*(const Matrix& x, const Matrix& y) {
  Matrix product(x.rows(), y.columns());
  for (int i = 0; i < x.rows(); ++i)
    for (int j = 0; j < y.columns(); ++j)
      for (int k = 0; k < x.columns(); ++k) product(i, j) += x(i, k) * y(k, j);
  return product;
}
/// Draws where it is asked for its number: making one does nothing.
class Draw {
 public:
  Tensor tensor(int n) const {
    static int drawn = 0;
    return full(n, ++drawn);
  }
};
inline Draw draw() { return {}; }
inline const Tensor common = full(2, 1.0);
inline Tensor aliasOf(const Tensor& x = common) { return x; }
inline Tensor& same(Tensor& x) { return x; }
inline const Tensor& either(const Tensor& x, const Tensor&) { return x; }
inline void assign(Tensor& to, const Tensor& from) { to = from; }
inline void swap(Tensor& x, Tensor& y) { x.swap(y); }
inline void consume(Tensor&& x) { Tensor(std::move(x)).add_(1.0); }
inline double dot(const double* x, int n) {
  double sum = 0;
  for (int k = 0; k < n; ++k) sum += x[k] * x[k];
  return sum;
}
inline void scale(double* x, int n) {
  for (int k = 0; k < n; ++k) x[k] *= 0.5;
}
inline double rowsSum(double** rows, int n) {
  double sum = 0;
  for (int k = 0; k < n; ++k) sum += rows[1][k];
  return sum;
}
inline double normOf(const Matrix* matrices) { return matrices->norm(); }
inline int& number(int& x) { return x; }
inline double total(std::initializer_list<Tensor> all) {
  double sum = 0;
  for (const Tensor& one : all) sum += one.sum();
  return sum;
}
inline double least(const double& x, double& out) {
  out = x < 0 ? x : 0;
  return x + 1;
}
inline double checked(const Matrix& x, int k) {
  if (k >= x.rows()) throw std::out_of_range("row");
  return x(k, 0);
}

}  // namespace la

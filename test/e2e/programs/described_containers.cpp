// Containers of other libraries, of which a model says what they are: as std::vector, as std::span, and as std::array.
#include "show.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace grid {

/// Its elements are its own, and lie apart.
template <class T>
class Buffer {
public:
  explicit Buffer(std::size_t n, T value = T()) : first_(new T[n + 1]), count_(n) { std::fill(begin(), end(), value); }
  Buffer(const Buffer& other) : Buffer(other.count_) { std::copy(other.begin(), other.end(), begin()); }
  Buffer& operator=(Buffer other) {
    swap(other);
    return *this;
  }
  ~Buffer() { delete[] first_; }
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  T* data() { return first_; }
  const T* data() const { return first_; }
  T* begin() { return first_; }
  const T* begin() const { return first_; }
  T* end() { return first_ + count_; }
  const T* end() const { return first_ + count_; }
  T& operator[](std::size_t i) { return first_[i]; }
  const T& operator[](std::size_t i) const { return first_[i]; }
  T& back() { return first_[count_ - 1]; }
  void swap(Buffer& other) {
    std::swap(first_, other.first_);
    std::swap(count_, other.count_);
  }
  void grow(std::size_t n) {
    Buffer larger(n);
    std::copy(begin(), begin() + std::min(n, count_), larger.begin());
    swap(larger);
  }

private:
  T* first_;
  std::size_t count_;
};

/// Elements of others.
template <class T>
class Window {
public:
  Window(T* first, std::size_t count) : first_(first), count_(count) {}
  std::size_t size() const { return count_; }
  T* data() const { return first_; }
  T* begin() const { return first_; }
  T* end() const { return first_ + count_; }
  T& operator[](std::size_t i) const { return first_[i]; }

private:
  T* first_;
  std::size_t count_;
};

}  // namespace grid

template <class T>
void show(const char* name, const grid::Buffer<T>& values) {
  show(name, values.data(), static_cast<long long>(values.size()));
}

[[clustrix::cluster]]
void scale(grid::Buffer<double>& out, const grid::Buffer<double>& in, double a) {
  for (std::size_t i = 0; i < in.size(); ++i) out[i] = a * in[i];  // want: parallel
}

[[clustrix::cluster]]
double total(const grid::Buffer<double>& x) {
  double sum = 0;
  for (double one : x) sum += one;  // want: parallel
  return sum;
}

[[clustrix::cluster]]
void shift(grid::Window<int> w, int by) {
  for (std::size_t i = 0; i < w.size(); ++i) w[i] += by;  // want: parallel
}

[[clustrix::cluster]]
void rise(grid::Buffer<float>& x) {
  std::for_each(x.begin(), x.end(), [](float& one) { one = one * 2 + 1; });  // want: parallel
}

[[clustrix::cluster]]
void steps(grid::Buffer<double>& a, grid::Buffer<double>& b, int rounds) {
  for (int t = 0; t < rounds; ++t) {  // want: serial
    for (std::size_t i = 1; i + 1 < a.size(); ++i) b[i] = (a[i - 1] + a[i + 1]) / 2;  // want: parallel
    a.swap(b);
  }
}

struct Field {
  grid::Buffer<double> now;
  grid::Buffer<double> next;
};

[[clustrix::cluster]]
void advance(Field& field) {
  for (std::size_t i = 0; i < field.now.size(); ++i) field.next[i] = field.now[i] + field.now.size();  // want: parallel
}

/// Views of the iterations' own, whose functions devices lack.
[[clustrix::cluster]]
void rows(double* a, const double* b, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const grid::Window<double> row(a + static_cast<std::ptrdiff_t>(i) * m, static_cast<std::size_t>(m));
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = b[i] + static_cast<double>(k);
  }
}

/// The function's own, with host code between the loops.
[[clustrix::cluster]]
double own(std::size_t n) {
  grid::Buffer<double> a(n, 1), b(n, 2);
  for (std::size_t i = 0; i < n; ++i) b[i] += 2 * a[i];  // want: parallel
  a.swap(b);
  if (!a.empty()) a[0] = 7;
  for (std::size_t i = 0; i < a.size(); ++i) b[i] = a[i] + 1;  // want: parallel
  a.grow(n + 2);
  for (std::size_t i = 0; i < b.size(); ++i) a[i] = b[i] * a[i];  // want: parallel
  double sum = 0;
  for (double x : a) sum += x;  // want: parallel
  return sum;
}

int main() {
  for (int n : {0, 1, 2, 5, 300}) {
    const auto count = static_cast<std::size_t>(n);
    grid::Buffer<double> x(count, 1.5), y(count);
    scale(y, x, 3);
    scale(y, y, 0.5);
    show("scaled", y);
    put("total", total(y));
    std::vector<int> numbers(count, 4);
    shift({numbers.data(), numbers.size()}, n);
    show("shifted", numbers);
    grid::Buffer<float> f(count, 0.25F);
    rise(f);
    show("risen", f);
    grid::Buffer<double> a(count, 1), b(count, 2);
    if (n > 0) a.back() = 9;
    steps(a, b, 3);
    show("a", a);
    show("b", b);
    Field field{x, y};
    advance(field);
    show("next", field.next);
    x.grow(count + 3);
    scale(x, x, 2);
    show("grown", x);
    std::vector<double> table(count * 7, 1), heads(count, 0.5);
    rows(table.data(), heads.data(), n, 7);
    show("rows", table);
    put("own", own(count));
  }
}

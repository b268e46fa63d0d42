// Function and class templates: types, sizes and functors as arguments, several instantiations of one loop.
#include "show.h"

[[clustrix::cluster]]
void helper_first(double* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += 0.5;
}

template <class T>
[[clustrix::cluster]]
void scale(T* a, int n, T by) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = static_cast<T>(a[i] * by);
}

template <class T, int Columns>
[[clustrix::cluster]]
void row_sums(const T (*a)[Columns], T* sums, int rows) {
  for (int r = 0; r < rows; ++r) {  // want: parallel
    T sum{};
    for (int c = 0; c < Columns; ++c)  // want: parallel
      sum += a[r][c];
    sums[r] = sum;
  }
}

template <class Container>
[[clustrix::cluster]]
auto total(const Container& values) {
  typename Container::value_type sum{};
  for (std::size_t i = 0; i < values.size(); ++i)  // want: parallel
    sum += values[i];
  return sum;
}

template <class T>
class Field {
public:
  explicit Field(int n) : values_(n) {}
  [[clustrix::cluster]] void iota(T first) {
    for (int i = 0; i < static_cast<int>(values_.size()); ++i)  // want: parallel
      values_[i] = first + static_cast<T>(i % 50);
  }
  const std::vector<T>& values() const { return values_; }

private:
  std::vector<T> values_;
};

template <bool Negate>
[[clustrix::cluster]]
void branch(int* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if constexpr (Negate)
      a[i] = -a[i];
    else
      a[i] += 100;
  }
}

static double table[50][8];
static int counts[40][16];

int main() {
  Random random(41);
  const int n = 4001;
  std::vector<double> d(n);
  std::vector<float> f(n);
  std::vector<int> v(n);
  random.fillUnit(d);
  random.fillUnit(f);
  random.fillBelow(v, 900);
  helper_first(d.data(), n);
  scale(d.data(), n, 1.5);
  scale(f.data(), n, 0.25f);
  scale(v.data(), n, 3);
  show("d", d);
  show("f", f);
  show("v", v);
  for (auto& row : table) random.fillUnit(row);
  for (auto& row : counts) random.fillBelow(row, 100);
  std::vector<double> sums(50);
  std::vector<int> more(40);
  row_sums(table, sums.data(), 50);
  row_sums(counts, more.data(), 40);
  show("sums", sums);
  show("more", more);
  put("total", total(v));
  put("total_sums", total(more));
  Field<long> whole(3001);
  Field<double> real(3001);
  whole.iota(-7);
  real.iota(0.125);
  show("whole", whole.values());
  show("real", real.values());
  branch<true>(v.data(), n);
  branch<false>(v.data(), n / 2);
  show("branch", v);
}

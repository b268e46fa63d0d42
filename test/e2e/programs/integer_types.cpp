// Counters of every integer type, and subscripts that mix widths and signs without leaving their range.
#include "show.h"

#include <cstddef>

[[clustrix::cluster]]
void wide_counters(double* a, const double* b, unsigned count, std::size_t size, long long far, std::ptrdiff_t last) {
  for (unsigned i = 0; i < count; ++i)  // want: parallel
    a[i] += b[i];
  for (std::size_t i = 0; i < size; ++i)  // want: parallel
    a[i] *= 1.0 + b[i];
  for (long long i = 0; i < far; ++i)  // want: parallel
    a[i] -= 0.5 * b[i];
  for (std::ptrdiff_t i = last; i >= 0; --i)  // want: parallel
    a[i] += 0.25 * b[i];
  for (std::uint64_t i = 0; i != size; ++i)  // want: parallel
    a[i] = a[i] * 0.75 + 0.125;
}

[[clustrix::cluster]]
void narrow_counters(double* a, short count, unsigned char few, signed char fewer, std::uint16_t middle) {
  for (short i = 0; i < count; ++i)  // want: parallel
    a[i] += i;
  for (unsigned char i = 0; i < few; ++i)  // want: parallel
    a[i * 7] -= i;
  for (signed char i = 0; i < fewer; ++i)  // want: parallel
    a[3 * i + 1] *= 0.5;
  for (std::uint16_t i = 0; i < middle; ++i)  // want: parallel
    a[i] += 0.001 * i;
}

[[clustrix::cluster]]
void mixed(float* a, const float* b, int rows, std::size_t pitch, short columns) {
  for (int r = 0; r < rows; ++r)          // want: parallel
    for (short c = 0; c < columns; ++c)   // want: parallel
      a[static_cast<std::size_t>(r) * pitch + static_cast<std::size_t>(c)] += b[r] * 2.0f;
}

int main() {
  Random random(13);
  const int n = 12007;
  std::vector<double> a(n), b(n);
  random.fillUnit(a);
  random.fillUnit(b);
  wide_counters(a.data(), b.data(), n, n - 5, n - 10, n - 1);
  show("wide", a);
  wide_counters(a.data(), b.data(), 0, 0, 0, -1);
  narrow_counters(a.data(), 11000, 255, 127, 12000);
  show("narrow", a);
  std::vector<float> m(100 * 131), row(100);
  random.fillUnit(m);
  random.fillUnit(row);
  mixed(m.data(), row.data(), 100, 131, 120);
  show("mixed", m);
}

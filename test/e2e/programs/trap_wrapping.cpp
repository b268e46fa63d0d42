// Traps: counters and subscripts that wrap around, and counters that are not integers.
#include "show.h"

// idle: byte_subscript
[[clustrix::cluster]]
void byte_subscript(int* a, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    a[static_cast<unsigned char>(i)] = a[static_cast<unsigned char>(i)] % 1000 * 3 + i;
}

[[clustrix::cluster]]
void unsigned_subscript(unsigned* a, unsigned n, unsigned shift) {
  for (unsigned i = 0; i < n; ++i)  // want: serial
    a[(i + shift) % n] += a[i] + 1;
}

[[clustrix::cluster]]
void wraps_in_range(unsigned* a, unsigned first, unsigned count) {
  for (unsigned i = first; i != first + count; ++i)  // may: parallel
    a[i - first] += i;
}

[[clustrix::cluster]]
int unsigned_down(int* a, unsigned n) {
  int visits = 0;
  for (unsigned i = n - 1; i < n; --i) {  // may: parallel
    a[i] += 2;
    ++visits;
  }
  return visits;
}

[[clustrix::cluster]]
int byte_counter(int* a, int limit) {
  int visits = 0;
  for (unsigned char i = 1; i != 0 && visits < limit; ++i) {  // want: serial
    a[i] ^= 1;
    ++visits;
  }
  return visits;
}

[[clustrix::cluster]]
void float_counter(double* out) {
  int k = 0;
  for (float x = 0; x < 1.0f; x += 0.1f)  // want: serial
    out[k++] = x;
}

[[clustrix::cluster]]
void wrapping_product(std::uint32_t* a, std::uint32_t n, std::uint32_t m) {
  for (std::uint32_t i = 0; i < n; ++i)  // want: serial
    a[(i * m) >> 24] = a[(i * m) >> 24] * 5 + i;
}

[[clustrix::cluster]]
void wrapped_rows(int* a, unsigned rows, unsigned columns, unsigned back) {
  for (unsigned r = 0; r < rows; ++r)        // may: parallel
    for (unsigned c = 0; c < columns; ++c)   // may: parallel
      a[r * columns + c - back] += static_cast<int>(r + c);
}

int main() {
  Random random(68);
  std::vector<int> a(1000);
  std::vector<unsigned> u(1000);
  random.fillBelow(a, 100);
  random.fillBelow(u, 100);
  byte_subscript(a.data(), 1000);
  show("byte", a);
  unsigned_subscript(u.data(), 1000, 7);
  unsigned_subscript(u.data(), 900, 4294967290u);
  show("shift", u);
  wraps_in_range(u.data(), 4294967290u, 500);
  wraps_in_range(u.data(), 10, 500);
  show("range", u);
  put("down", unsigned_down(a.data(), 800));
  put("down_none", unsigned_down(a.data(), 0));
  put("visits", byte_counter(a.data(), 10000));
  put("visits_few", byte_counter(a.data(), 10));
  show("a", a);
  std::vector<double> out(20, -1.0);
  float_counter(out.data());
  show("out", out);
  wrapping_product(u.data(), 700, 123456789u);
  show("product", u);
  wrapped_rows(a.data() + 5, 10, 50, 0);
  wrapped_rows(a.data(), 10, 50, 0);
  show("rows", a);
}

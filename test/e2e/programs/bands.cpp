// Nests along whose inner loops a GPU's threads may run, and nests where they may not: what an iteration of the inner
// loop leaves for the next one, what stands around it, and arrays that are one.
#include "show.h"

#include <vector>

[[clustrix::cluster]]
void product(const double* a, const double* b, double* c, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < n; ++j) {  // want: parallel
      double sum = 0;
      for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];  // want: parallel
      c[i * n + j] = sum;
    }
}

[[clustrix::cluster]]
void down_the_columns(const int* in, long* out, int rows, int columns) {
  for (int j = 0; j < columns; ++j)  // want: parallel
    for (int i = 0; i < rows; ++i) out[i * columns + j] = in[i * columns + j] * 3L - j;  // want: parallel
}

[[clustrix::cluster]]
void lower_triangle(int* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j <= i; ++j) a[i * n + j] += i - 2 * j;  // want: parallel
}

[[clustrix::cluster]]
void upper_triangle(int* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = i + 1; j < n; j += 2) a[i * n + j] = i * 100 + j;  // want: parallel
}

[[clustrix::cluster]]
void backwards(int* a, int n, int m) {
  for (int i = n - 1; i >= 0; --i)  // want: parallel
    for (int j = m - 1; j >= 0; j -= 3) a[i * m + j] -= 7 * i + j;  // want: parallel
}

[[clustrix::cluster]]
void boxes(const double* in, double* out, unsigned n) {
  for (unsigned x = 1; x < n - 1; ++x)  // want: parallel
    for (unsigned y = 1; y < n - 1; ++y)  // want: parallel
      for (unsigned z = 1; z < n - 1; ++z)  // want: parallel
        out[(x * n + y) * n + z] = in[((x - 1) * n + y) * n + z] + in[((x + 1) * n + y) * n + z] -
                                   2 * in[(x * n + y) * n + z];
}

[[clustrix::cluster]]
void four_deep(short* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < n; ++j)  // want: parallel
      for (int k = 0; k < n; ++k)  // want: parallel
        for (int l = 0; l < 5; ++l) a[((i * n + j) * n + k) * 5 + l] += i + 2 * j - k * l;  // want: parallel
}

[[clustrix::cluster]]
void with_prologue(const double* weight, const double* in, double* out, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const double scale = weight[i] * 0.5;
    double own[3] = {scale, scale + 1, scale - 1};
    if (i % 5 == 3) continue;
    for (int j = 0; j < m; ++j) {  // want: parallel
      if (j % 7 == 2) continue;
      out[i * m + j] = own[j % 3] * in[i * m + j];
    }
  }
}

[[clustrix::cluster]]
void old_style(int* a, int n, int m) {
  int i, j;
  for (i = 0; i < n; i++)  // want: parallel
    for (j = 0; j < m; j++) a[i * m + j] = a[i * m + j] * 2 + j;  // want: parallel
}

[[clustrix::cluster]]
int old_style_and_after(int* a, int n, int m) {
  int i, j = -1;
  for (i = 0; i < n; i++)  // want: parallel
    for (j = 0; j < m; j++) a[i * m + j] ^= j;  // want: parallel
  return j;
}

[[clustrix::cluster]]
void unsigned_backwards(unsigned* a, unsigned n, unsigned short m) {
  for (unsigned i = n; i > 0; --i)  // want: parallel
    for (unsigned short j = m; j > 0; --j) a[(i - 1) * 40u + j - 1u] += 3u * i + j;  // want: parallel
}

// How far the inner loop runs depends on a remainder: what it leaves out stays as it was.
[[clustrix::cluster]]
void by_remainder(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < i % 12; ++j)  // want: parallel
      for (int k = 0; k < 5; ++k) out[(k * 12 + j) * 100 + i] = in[(k * 12 + j) * 100 + i + 1] * 3 + i - j;  // want: parallel
}

[[clustrix::cluster]]
void at_remainder(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    out[i % 12 * 100 + i / 12] = in[i] * 3;
}

// What stands around the inner loop writes: once, and not by each thread.
[[clustrix::cluster]]
void writes_in_front(int* a, int* count, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    count[i] += 1;
    for (int j = 0; j < m; ++j) a[i * m + j] += count[i];  // want: parallel
  }
}

// What stands in front reads what the inner loop writes: before any of it is written.
[[clustrix::cluster]]
void reads_in_front(int* a, const int* b, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const int first = a[i * m] + a[i * m + m - 1] - b[i * m + 1];
    for (int j = 0; j < m; ++j) a[i * m + j] = a[i * m + j] * 3 - first;  // want: parallel
  }
}

[[clustrix::cluster]]
void writes_behind(int* a, int* count, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int j = 0; j < m; ++j) a[i * m + j] += count[i];  // want: parallel
    count[i] *= 3;
  }
}

// The inner loop hands values on.
[[clustrix::cluster]]
void running_rows(int* a, int n, int m) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 1; j < m; ++j) a[i * m + j] += a[i * m + j - 1];  // want: serial
}

[[clustrix::cluster]]
void counted_on(int* a, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    int at = i * m;
    for (int j = 0; j < m; ++j) a[at++] = i - j;  // want: parallel
  }
}

[[clustrix::cluster]]
void two_in_a_row(int* a, int* b, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int j = 0; j < m; ++j) a[i * m + j] += j;  // want: parallel
    for (int j = 0; j < m; ++j) b[i * m + j] = a[i * m + m - 1 - j];  // want: parallel
  }
}

[[clustrix::cluster]]
void own_row(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    int row[8];
    for (int j = 0; j < 8; ++j) row[j] = in[i * 8 + j] + i;
    for (int j = 0; j < 8; ++j) out[i * 8 + j] = row[7 - j];
  }
}

namespace {

std::vector<double> data(std::size_t count, unsigned seed) {
  std::vector<double> values(count);
  Random(seed).fillUnit(values);
  return values;
}

void matrices() {
  for (const int n : {1, 2, 7, 33, 70}) {
    const auto size = static_cast<std::size_t>(n) * n;
    std::vector<double> a = data(size, 1), b = data(size, 2), c(size);
    product(a.data(), b.data(), c.data(), n);
    show("product", c);
    // In place: the rows of c are those of a, or the columns those of b.
    product(a.data(), b.data(), a.data(), n);
    show("product_in_place_of_a", a);
    product(c.data(), b.data(), b.data(), n);
    show("product_in_place_of_b", b);
  }
}

template <class T>
std::vector<T> numbers(int count) {
  std::vector<T> all(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) all[static_cast<std::size_t>(i)] = static_cast<T>(i * 37 % 101);
  return all;
}

void shapes() {
  for (const int n : {0, 1, 3, 20, 65}) {
    std::vector<int> in = numbers<int>(n * 40), square = numbers<int>(n * n);
    std::vector<long> out(in.size());
    down_the_columns(in.data(), out.data(), n, 40);
    show("down_the_columns", out);
    down_the_columns(in.data(), out.data(), 40, n);
    show("down_the_columns", out);
    lower_triangle(square.data(), n);
    upper_triangle(square.data(), n);
    show("triangles", square);
    backwards(in.data(), n, 40);
    backwards(in.data(), 40, n);
    show("backwards", in);
    std::vector<unsigned> natural = numbers<unsigned>(n * 40);
    unsigned_backwards(natural.data(), n, 40);
    unsigned_backwards(natural.data(), n, 7);
    show("unsigned_backwards", natural);
    old_style(in.data(), n, 40);
    show("old_style", in);
    const int last = old_style_and_after(in.data(), 40, n);
    show("old_style", in);
    put("old_style_and_after", last);
  }
  std::vector<int> block = numbers<int>(6100), other = numbers<int>(6100);
  by_remainder(block.data(), other.data(), 100);
  by_remainder(block.data(), other.data(), 7);
  show("by_remainder", other);
  at_remainder(block.data(), other.data(), 5);
  at_remainder(block.data(), other.data() + 1200, 1000);
  show("at_remainder", other);
  std::vector<int> many = numbers<int>(70000 * 3);
  old_style(many.data(), 70000, 3);
  old_style(many.data(), 3, 70000);
  backwards(many.data(), 70000, 3);
  show("more_rows_than_a_grid_has", many);
}

void volumes() {
  for (const unsigned n : {2u, 3u, 9u, 34u}) {
    std::vector<double> in = data(std::size_t{n} * n * n, 3), out(in.size());
    boxes(in.data(), out.data(), n);
    show("boxes", out);
  }
  std::vector<short> deep = numbers<short>(6 * 6 * 6 * 5);
  four_deep(deep.data(), 6);
  show("four_deep", deep);
}

void surroundings() {
  const int n = 50, m = 30;
  std::vector<double> weight = data(n, 4), in = data(n * m, 5), out = data(n * m, 6);
  with_prologue(weight.data(), in.data(), out.data(), n, m);
  show("with_a_prologue", out);
  std::vector<int> a = numbers<int>(n * m), b(a.size()), count = numbers<int>(n);
  writes_in_front(a.data(), count.data(), n, m);
  writes_behind(a.data(), count.data(), n, m);
  reads_in_front(a.data(), b.data(), n, m);
  reads_in_front(b.data(), a.data(), m, n);
  reads_in_front(a.data(), a.data(), n, m);
  show("writes_around", a);
  show("counts", count);
  running_rows(a.data(), n, m);
  show("running_rows", a);
  counted_on(a.data(), n, m);
  show("counted_on", a);
  two_in_a_row(a.data(), b.data(), n, m);
  show("two_in_a_row", b);
  std::vector<int> eights(static_cast<std::size_t>(n) * 8);
  own_row(a.data(), eights.data(), n);
  show("own_row", eights);
}

}  // namespace

int main() {
  matrices();
  shapes();
  volumes();
  surroundings();
}

// Arrays that iterations combine into: histograms, sums of columns, extremes, flags and hashes, several at once.
#include "show.h"

#include <algorithm>
#include <array>

[[clustrix::cluster]]
void histogram(const int* key, int n, std::vector<int>& count) {
  for (int i = 0; i < n; ++i)  // want: parallel
    ++count[key[i]];
}

[[clustrix::cluster]]
void weighted(const int* key, const double* w, int n, [[clustrix::extent(bins)]] double* sum, int bins) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (key[i] % 7 != 3) sum[key[i] % bins] += w[i];
}

[[clustrix::cluster]]
void column_sums(const double* a, double* c, int n, int m) {
  for (int i = 0; i < n; ++i)    // want: parallel
    for (int j = 0; j < m; ++j)  // want: parallel
      c[j] += a[i * m + j];
}

[[clustrix::cluster]]
void column_products(const int* a, unsigned* c, int n, int m) {
  for (int i = 0; i < n; ++i)    // want: parallel
    for (int j = 0; j < m; ++j)  // want: parallel
      c[3 * j + 1] *= static_cast<unsigned>(a[i * m + j]) | 1u;
}

[[clustrix::cluster]]
void outer_products(const double* x, double (*c)[8], int n) {
  for (int i = 0; i < n; ++i)      // want: parallel
    for (int j = 0; j < 8; ++j)    // want: parallel
      for (int k = 0; k < 8; ++k)  // want: parallel
        c[j][k] += x[i * 8 + j] * x[i * 8 + k];
}

[[clustrix::cluster]]
void extremes(const double* a, std::vector<double>& low, std::vector<double>& high, int n) {
  for (int i = 0; i < n; ++i)                        // want: parallel
    for (std::size_t j = 0; j < low.size(); ++j) {   // may: parallel
      low[j] = std::min(low[j], a[i * 16 + static_cast<int>(j)]);
      if (a[i * 16 + static_cast<int>(j)] >= high[j]) high[j] = a[i * 16 + static_cast<int>(j)];
    }
}

[[clustrix::cluster]]
double everything(const int* key, const double* w, int n, std::array<double, 10>& sum, long (&count)[10],
                  unsigned char* seen) {
  double total = 0;
  int last = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    const int k = key[i] % 10;
    sum[k] += w[i];
    count[k] -= 2;
    seen[i % 5] |= static_cast<unsigned char>(1 << (key[i] & 7));
    total += w[i];
    if (k == 4) last = i;
  }
  return total + last;
}

[[clustrix::cluster]]
void hashes(const unsigned* a, unsigned (&h)[32], bool (&odd)[32], int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    h[a[i] & 31] ^= a[i] * 2654435761u;
    odd[a[i] & 31] |= (a[i] >> 5) % 97 == 0;
  }
}

[[clustrix::cluster]]
void small_counters(const unsigned* a, unsigned char (&c)[4], short (&s)[4], int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    c[a[i] & 3] += static_cast<unsigned char>(a[i] >> 8);
    s[a[i] & 3] += static_cast<short>(a[i] >> 16);
  }
}

template <class T> [[clustrix::cluster]] void scatter(const int* key, const T* w, int n, std::vector<T>& sum) {
  for (int i = 0; i < n; ++i)  // want: parallel
    sum[key[i]] += w[i];
}

struct Grid {
  std::vector<double> cells;
  int width = 0;

  [[clustrix::cluster]] void deposit(const int* at, const double* charge, int n) {
    for (int p = 0; p < n; ++p) {  // want: parallel
      cells[at[p]] += 0.75 * charge[p];
      cells[at[p] + 1] += 0.25 * charge[p];
    }
  }
};

// Partial sums of another order than the source's leave the range of int where the source's own do not.
[[clustrix::cluster]]
void alternating(const int* a, int n, int (&sum)[2]) {
  for (int i = 0; i < n; ++i)  // want: parallel
    sum[i / 2 % 2] += i % 4 < 2 ? (i % 2 ? -a[i / 4] : a[i / 4]) : 1;
}

// Only some elements of the rows between the first and the last are touched: the others may change meanwhile.
[[clustrix::cluster]]
void strided(const double* a, double* c, int n, int m, int step) {
  for (int i = 0; i < n; ++i)    // want: parallel
    for (int j = 0; j < m; ++j)  // want: parallel
      c[j * step + 5] += a[i * m + j];
}

// The pointer has moved, and how far its elements go is known no more.
[[clustrix::cluster]] void marked(unsigned* __restrict flags [[clustrix::extent(n)]], const int* key,
                                  const unsigned* bits, int n, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    flags += n > 1000000;
    for (int i = 0; i < n; ++i) flags[key[i]] |= bits[i];
  }
}

int main() {
  Random random(411);
  const int n = 5003, m = 37;
  std::vector<int> key(n);
  std::vector<double> w(n * m);
  std::vector<unsigned> bits(n);
  random.fillBelow(key, 61);
  random.fillUnit(w);
  for (unsigned& x : bits) x = random.bits();

  std::vector<int> count(61, 3);
  histogram(key.data(), n, count);
  histogram(key.data(), 2, count);
  histogram(key.data(), 0, count);
  show("count", count);
  std::vector<double> sum(61, 0.5);
  weighted(key.data(), w.data(), n, sum.data(), 61);
  weighted(key.data(), w.data(), n, sum.data(), 7);
  show("weighted", sum);

  std::vector<double> c(m * 4 + 9, 1.0);
  column_sums(w.data(), c.data(), n, m);
  column_sums(w.data(), c.data() + 3, 1, m);
  column_sums(w.data(), c.data(), n, 0);
  strided(w.data(), c.data(), n / 2, m, 4);
  strided(w.data(), c.data(), n / 2, m, 1);
  show("columns", c);
  column_sums(c.data(), c.data(), 3, 10);  // reads what it sums into
  show("overlapping", c);
  std::vector<unsigned> products(m * 3 + 1, 1u);
  std::vector<int> factors(n * m);
  random.fillBelow(factors, 100000);
  column_products(factors.data(), products.data(), n, m);
  show("products", products);
  double square[8][8] = {};
  outer_products(w.data(), square, n);
  show("square", &square[0][0], 64);
  std::vector<double> low(16, 2.0), high(16, -2.0);
  extremes(w.data(), low, high, n);
  low[3] = std::nan("");
  extremes(w.data(), low, high, n / 2);
  low[3] = low[3] == low[3] ? 1 : -1;
  show("low", low);
  show("high", high);

  std::array<double, 10> ten{};
  long counts[10] = {};
  unsigned char seen[5] = {};
  put("everything", everything(key.data(), w.data(), n, ten, counts, seen));
  show("ten", ten.data(), 10);
  show("counts", counts, 10);
  show("seen", seen, 5);
  unsigned h[32] = {};
  bool odd[32] = {};
  hashes(bits.data(), h, odd, n);
  show("hashes", h, 32);
  show("odd", odd, 32);
  unsigned char small[4] = {};
  short narrow[4] = {};
  small_counters(bits.data(), small, narrow, n);
  show("small", small, 4);
  show("narrow", narrow, 4);
  std::vector<float> floats(61, 0.0f), weights(n);
  for (float& x : weights) x = static_cast<float>(random.coarse());
  scatter(key.data(), weights.data(), n, floats);
  show("floats", floats);
  std::vector<long long> longs(61), amounts(n);
  random.fillBelow(amounts, 1000000);
  scatter(key.data(), amounts.data(), n, longs);
  show("longs", longs);
  Grid grid{std::vector<double>(64, 0.0), 8};
  grid.deposit(key.data(), w.data(), n);
  show("cells", grid.cells);
  std::vector<int> large(n, 2000000000);
  int two[2] = {0, 0};
  alternating(large.data(), n, two);
  show("two", two, 2);
  std::vector<unsigned> flags(61, 0u);
  marked(flags.data(), key.data(), bits.data(), n, 2);
  marked(flags.data(), key.data(), bits.data(), n, 1);
  show("flags", flags);
}

// Calls of the library within an iteration: bytes of rows, extremes, sums and sorted tables of ranges.
#include "show.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <numeric>
#include <vector>

[[clustrix::cluster]] void copied(double* a, const double* b, int n, int m) {
  for (int i = 0; i < n; ++i)  // want: parallel
    std::memcpy(a + i * m, b + i * m, m * sizeof(double));
}

[[clustrix::cluster]] void reversed(std::vector<float>& a, const std::vector<float>& b, int n, std::size_t m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    memcpy(&a[i * m], b.data() + (n - 1 - i) * m, sizeof(float) * m);
    a[i * m] += 1;
  }
}

[[clustrix::cluster]] void up(double* a, int n, int m) {
  for (int i = 0; i < n; ++i)  // want: parallel
    std::memmove(a + i * m + 1, a + i * m, (m - 1) * sizeof(*a));
}

[[clustrix::cluster]] void down(double* a, int n, int m, int by) {
  for (int i = 0; i < n; ++i)  // may: parallel
    std::memmove(a + i * m, a + (i * m + by), (m - by) * sizeof(double));
}

// Two names, and perhaps one array: its own places only.
[[clustrix::cluster]] void moved(double* a, const double* b, int n, int m) {
  for (int i = 0; i < n; ++i)  // may: parallel
    std::memmove(a + i * m + 1, b + i * m, (m - 1) * sizeof(double));
}

[[clustrix::cluster]] void cleared(std::vector<int>& a, unsigned char* b, int n, int m, int value) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    std::memset(a.data() + i * m, 0, sizeof(int) * m);
    std::memset(b + i * m, value, m);
    a[i * m] = i;
  }
}

// A byte in each of an integer's: no number that the loop could say.
[[clustrix::cluster]] void bytewise(int* a, int n, int m) {
  for (int i = 0; i < n; ++i)  // may: parallel
    std::memset(a + i * m, 3, m * sizeof(int));
}

// Each row is the one before it.
[[clustrix::cluster]] void chained(double* a, int n, int m) {
  for (int i = 1; i < n; ++i)  // want: serial
    std::memcpy(a + i * m, a + (i - 1) * m, m * sizeof(double));
}

// No whole number of elements.
[[clustrix::cluster]] void halves(double* a, const double* b, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    std::memcpy(a + 2 * i, b + 2 * i, 12);
}

struct Pair {
  int first, second;
};
[[clustrix::cluster]] void pairs(std::vector<Pair>& a, const std::vector<Pair>& b, int n, int m) {
  for (int i = 0; i < n; ++i)  // want: parallel
    std::memcpy(a.data() + i * m, b.data() + i * m, m * sizeof(Pair));
}

[[clustrix::cluster]] void greatest(const std::vector<double>& a, std::vector<double>& s, int n, int w) {
  for (int i = 0; i < n; ++i)  // want: parallel
    s[i] = *std::max_element(a.begin() + i * w, a.begin() + (i + 1) * w);
}

[[clustrix::cluster]] void places(const double* a, int* s, int n, int w) {
  for (int i = 0; i < n; ++i)  // want: parallel
    s[i] = static_cast<int>(std::min_element(a + i * w, a + (i + 1) * w) - (a + i * w));
}

[[clustrix::cluster]] void spread(const std::vector<double>& a, std::vector<double>& s, int n, int w) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    const auto from = a.begin() + i * w, to = from + w;
    s[i] = *std::max_element(from, to) - *std::min_element(from, to);
  }
}

// The place is written.
[[clustrix::cluster]] void cut(std::vector<double>& a, int n, int w) {
  for (int i = 0; i < n; ++i)  // may: parallel
    *std::max_element(a.begin() + i * w, a.begin() + (i + 1) * w) = -1;
}

[[clustrix::cluster]] void sums(const std::vector<double>& a, const double* b, std::vector<double>& s, int n, int w) {
  for (int i = 0; i < n; ++i)  // want: parallel
    s[i] = std::accumulate(a.begin() + i * w, a.begin() + (i + 1) * w, 0.0) +
           std::inner_product(a.begin() + i * w, a.begin() + (i + 1) * w, b, 0.5) +
           static_cast<double>(std::count_if(a.begin() + i * w, a.begin() + (i + 1) * w, [](double x) { return x > 0.5; }));
}

[[clustrix::cluster]] void looked_up(const std::vector<double>& table, const std::vector<double>& x,
                                     std::vector<int>& low, std::vector<int>& high, std::vector<char>& has) {
  for (std::size_t i = 0; i < x.size(); ++i) {  // want: parallel
    low[i] = static_cast<int>(std::lower_bound(table.begin(), table.end(), x[i]) - table.begin());
    high[i] = static_cast<int>(std::distance(table.begin(), std::upper_bound(table.begin(), table.end(), x[i])));
    has[i] = std::binary_search(table.begin(), table.end(), x[i]) ? 1 : 0;
  }
}

[[clustrix::cluster]] void binned(const double* edges, int count, const std::vector<double>& x, std::vector<int>& bins) {
  for (std::size_t i = 0; i < x.size(); ++i) {  // may: parallel
    const auto at = std::upper_bound(edges, edges + count, x[i]) - edges;
    ++bins[at];
  }
}

[[clustrix::cluster]] void next_value(const std::vector<int>& table, const std::vector<int>& x, std::vector<int>& y) {
  for (std::size_t i = 0; i < x.size(); ++i)  // want: parallel
    y[i] = *std::lower_bound(table.begin(), table.end(), x[i]);
}

static void one(int n, int m) {
  Random random(static_cast<std::uint64_t>(n) * 31 + 7);
  const auto size = static_cast<std::size_t>(n) * static_cast<std::size_t>(m);
  std::vector<double> a(size + 2), b(size + 2), s(static_cast<std::size_t>(n));
  random.fillUnit(a);
  random.fillUnit(b);
  copied(a.data(), b.data(), n, m);
  show("copied", a);
  copied(a.data() + 1, a.data(), n, m > 1 ? 1 : m);
  show("overlapped", a);
  std::vector<float> f(size + 1), g(size + 1);
  random.fillUnit(g);
  reversed(f, g, n, static_cast<std::size_t>(m));
  show("reversed", f);
  up(a.data(), n, m);
  show("up", a);
  down(a.data(), n, m, 1);
  down(b.data(), n, m, m / 2);
  show("down", a);
  show("down.b", b);
  moved(a.data(), a.data(), n, m);
  moved(b.data(), a.data(), n, m);
  show("moved", a);
  show("moved.b", b);
  std::vector<int> k(size + 1, 7);
  std::vector<unsigned char> c(size + 1, 9);
  cleared(k, c.data(), n, m, 257);
  show("cleared", k);
  show("bytes", c);
  bytewise(k.data(), n, m);
  show("bytewise", k);
  chained(a.data(), n, m);
  show("chained", a);
  halves(a.data(), b.data(), n / 2);
  put("halves", a[0]);
  std::vector<Pair> p(size + 1, Pair{1, 2}), q(size + 1, Pair{3, 4});
  pairs(p, q, n, m);
  int total = 0;
  for (const Pair& pair : p) total += pair.first * 3 + pair.second;
  put("pairs", total);
  random.fillUnit(a);
  for (std::size_t i = 0; i < size; i += 5) a[i] = 0.75;
  greatest(a, s, n, m);
  show("greatest", s);
  std::vector<int> where(static_cast<std::size_t>(n));
  places(a.data(), where.data(), n, m);
  show("places", where);
  spread(a, s, n, m);
  show("spread", s);
  sums(a, b.data(), s, n, m);
  show("sums", s);
  cut(a, n, m);
  show("cut", a);
  std::vector<double> table(b.begin(), b.end()), x(static_cast<std::size_t>(n) * 3);
  std::sort(table.begin(), table.end());
  random.fillUnit(x);
  for (std::size_t i = 0; i < x.size(); i += 4) x[i] = table[i % table.size()];
  std::vector<int> low(x.size()), high(x.size()), bins(table.size() + 1);
  std::vector<char> has(x.size());
  looked_up(table, x, low, high, has);
  show("low", low);
  show("high", high);
  show("has", has);
  looked_up({}, x, low, high, has);
  show("none", low);
  binned(table.data(), static_cast<int>(table.size()), x, bins);
  show("bins", bins);
  std::vector<int> numbers{1, 4, 4, 9, 100}, wanted(x.size()), found(x.size());
  random.fillBelow(wanted, 100);
  next_value(numbers, wanted, found);
  show("found", found);
}

int main() {
  one(1, 1);
  one(3, 5);
  one(61, 33);
  one(200, 16);
  std::vector<double> odd{1, NAN, 3, NAN, 2, 5, 0.0, -0.0, -0.0, 0.0};
  std::vector<double> top(5);
  greatest(odd, top, 5, 2);
  for (const double x : top) put("top", std::isnan(x) ? -7.5 : std::signbit(x) ? x - 3 : x);
}

// Scans: running sums, products, minima and maxima whose value each iteration writes to memory.
#include "show.h"

#include <algorithm>

[[clustrix::cluster]]
double inclusive(const std::vector<double>& a, std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {  // want: parallel
    sum += a[i];
    b[i] = sum;
  }
  return sum;
}

[[clustrix::cluster]]
void exclusive(const int* counts, int* starts, int n) {
  int at = 100;
  for (int i = 0; i < n; ++i) {  // want: parallel
    starts[i] = at;
    at += counts[i];
  }
  starts[n] = at;
}

[[clustrix::cluster]]
void in_place(std::vector<long>& a) {
  long sum = -5;
  for (std::size_t i = 0; i < a.size(); ++i) {  // want: parallel
    sum += a[i];
    a[i] = sum;
  }
}

[[clustrix::cluster]]
int maximum_so_far(const int* a, int* top, int* low, int n) {
  int most = -1000000000, least = 1000000000;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] > most) most = a[i];
    least = std::min(least, a[i]);
    top[i] = most;
    low[i] = least * 2 - most;
  }
  return most - least;
}

[[clustrix::cluster]]
unsigned product(const unsigned* a, unsigned* b, int n) {
  unsigned p = 1;
  for (int i = n - 1; i >= 0; --i) {  // want: parallel
    p *= a[i] | 1u;
    b[i] = p >> 3;
  }
  return p;
}

[[clustrix::cluster]]
long chained(const int* a, long* b, int n) {
  long sum = 7;
  for (int i = 0; i < n; ++i)  // want: parallel
    b[i] = sum += a[i];
  return sum;
}

// Negative values behind zero: the running value keeps its sign.
[[clustrix::cluster]]
int signs(const int* a, double* b, int n, int start) {
  int sum = start;
  for (int i = 0; i < n; ++i) {  // want: parallel
    sum -= a[i];
    b[i] = sum * 0.5 + sum / 3;
  }
  return sum;
}

[[clustrix::cluster]]
int conditional(const int* a, int* b, int n, int& hits) {
  int sum = 0, last = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] % 3 == 0) {
      sum += a[i];
      ++hits;
    } else if (a[i] % 3 == 1)
      b[i] = sum;
    else
      b[i] = -sum;
    if (a[i] % 7 == 0) continue;
    b[i] += 1;
  }
  return sum + last;
}

[[clustrix::cluster]]
void rows(const double* a, double* b, int n, int m) {
  double before = 0.25;
  for (int i = 0; i < n; ++i) {  // want: parallel
    double total = 0;
    for (int j = 0; j < m; ++j) total += a[i * m + j];  // want: parallel
    before += total;
    for (int j = 0; j < m; ++j) b[i * m + j] = before * j;  // want: parallel
  }
}

[[clustrix::cluster]]
long two_at_once(const std::vector<int>& a, std::vector<long>& s, std::vector<long>& q) {
  long sum = 0, squares = 0;
  int odd = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {  // want: parallel
    sum += a[i];
    squares += static_cast<long>(a[i]) * a[i];
    odd += a[i] & 1;
    s[i] = sum + squares;
    q[i] = squares;
  }
  return sum * 31 + squares + odd;
}

// A position with a closed form beside a running value.
[[clustrix::cluster]]
long every_other(const int* a, long* b, int n) {
  long sum = 0;
  int k = 0, j = 0;
  for (int i = 0; i < n; ++i) {  // may: parallel
    sum += a[i];
    b[k] = sum;
    k += 2;
    b[2 * n + j++] = sum - a[i];
  }
  return sum + k + j;
}

struct Histogram {
  std::vector<int> bins, starts;
  int total = 0;
  [[clustrix::cluster]] void prefix() {
    int at = 0;
    for (std::size_t i = 0; i < bins.size(); ++i) {  // want: parallel
      starts[i] = at;
      at += bins[i];
    }
    total = at;
  }
};

template <class T>
[[clustrix::cluster]] T generic(const std::vector<T>& a, std::vector<T>& b) {
  T sum = 3;
  for (std::size_t i = 0; i < a.size(); ++i) {  // may: parallel
    sum += a[i];
    b[i] = sum;
  }
  return sum;
}

[[clustrix::cluster]]
double by_pointer(const double* a, double* b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    sum += a[i];
    b[i] = sum;
  }
  return sum;
}

int main() {
  Random random(91);
  for (const int n : {0, 1, 2, 5, 511, 1024, 20011}) {
    std::vector<int> a(n), b(n), c(n + 1), d(n, 3);
    random.fillBelow(a, 1000);
    for (int i = 0; i < n; i += 3) a[i] = -a[i];
    std::vector<double> x(n), y(n);
    for (auto& value : x) value = random.coarse();
    std::vector<long> l(n), m(n);
    std::vector<unsigned> u(n), v(n);
    for (int i = 0; i < n; ++i) l[i] = a[i] * 1000003L, u[i] = random.bits();
    put("inclusive", inclusive(x, y));
    show("sums", y);
    exclusive(a.data(), c.data(), n);
    show("starts", c);
    in_place(l);
    show("in_place", l);
    put("range", maximum_so_far(a.data(), b.data(), d.data(), n));
    show("top", b);
    show("low", d);
    put("product", product(u.data(), v.data(), n));
    show("products", v);
    put("chained", static_cast<long long>(chained(a.data(), m.data(), n)));
    show("chain", m);
    std::vector<long> wide(3 * n, -1);
    put("every_other", static_cast<long long>(every_other(a.data(), wide.data(), n)));
    show("wide", wide);
    put("signs", signs(a.data(), y.data(), n, 40));
    show("halves", y);
    int hits = 5;
    put("conditional", conditional(a.data(), b.data(), n, hits));
    put("hits", hits);
    show("conditions", b);
    rows(x.data(), y.data(), n / 7, 7);
    show("rows", y);
    put("two", static_cast<long long>(two_at_once(a, l, m)));
    show("s", l);
    show("q", m);
    Histogram histogram{a, b, 1};
    histogram.prefix();
    put("total", histogram.total);
    show("bins", histogram.starts);
    put("generic", generic(a, b));
    show("generic_b", b);
    put("generic_x", generic(x, y));
    show("generic_y", y);
    put("same", by_pointer(x.data(), x.data(), n));
    show("same_x", x);
    if (n < 9) continue;
    put("overlap", by_pointer(x.data(), x.data() + 1, n - 1));
    show("overlapping", x);
  }
}

// Algorithms of the standard library as loops: on pointers, containers and ranges, with values and without.
#include "show.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <span>

[[clustrix::cluster]]
void transforms(std::vector<double>& v, const std::vector<double>& w, double* p, int n, double s) {
  std::transform(w.begin(), w.end(), v.begin(), [s](double x) { return x * s; });  // want: parallel
  std::transform(v.begin(), v.end(), v.begin(),                                    // want: parallel
                 [=](double x) {
                   return x + s;
                 });
  std::transform(v.cbegin(), v.cend(), w.cbegin(), p, std::plus<>{});              // want: parallel
  std::transform(p, p + n, v.begin() + 0, [&](double x) { return x - w[0]; });     // want: parallel
  std::transform(p, p + n, p, std::negate<double>());                              // want: parallel
}

[[clustrix::cluster]]
void fills(std::vector<int>& v, float* p, int n) {
  std::fill(v.begin(), v.end(), 7);                  // want: parallel
  std::fill_n(p, n, 0.5f);                           // want: parallel
  std::iota(v.begin() + 1, v.end() - 1, n);          // want: parallel
  std::generate(p, p + n / 2, [] { return 2.0f; });  // want: parallel
  std::ranges::fill(v, v.size() > 9 ? 1 : 2);
}

[[clustrix::cluster]]
void copies(const std::vector<int>& v, std::vector<int>& w, int* p) {
  std::copy(v.begin(), v.end(), w.begin());        // want: parallel
  std::copy_n(w.data(), w.size() / 2, p);          // want: parallel
  std::ranges::copy(v, p + 1);                     // want: parallel
  if (w.size() > 3)
    std::copy(p, p + 3, w.begin());                // want: parallel
  else
    std::fill(w.begin(), w.end(), 3);              // want: parallel
}

[[clustrix::cluster]]
void each(std::vector<double>& v, std::span<int> s, double factor) {
  double total = 0;
  std::for_each(v.begin(), v.end(), [factor](double& x) { x *= factor; });  // want: parallel
  std::for_each(v.begin(), v.end(), [&](double x) { total += x; });         // want: parallel
  std::ranges::for_each(s, [](int& x) { x += 1; });                         // want: parallel
  std::for_each_n(v.data(), v.size() / 2, [&](double& x) { x += total; });  // want: parallel
}

[[clustrix::cluster]]
double sums(const std::vector<double>& v, const std::vector<int>& k, const double* p, int n) {
  double sum = std::accumulate(v.begin(), v.end(), 0.0);                                  // want: parallel
  const int whole = std::accumulate(k.begin(), k.end(), 5);                               // want: parallel
  sum += 2 * std::inner_product(p, p + n, v.begin(), 1.0);                                // want: parallel
  const auto squares = std::transform_reduce(p, p + n, 0.0, std::plus<>(),                // want: parallel
                                             [](double x) { return x * x; });
  const int most = std::accumulate(k.begin(), k.end(), 0, [](int a, int b) { return a > b ? a : b; });  // want: parallel
  sum += std::reduce(p, p + n);                                                           // want: parallel
  if (sum < 0) return std::transform_reduce(p, p + n, p, 0.0);                            // want: parallel
  return sum + whole + squares + most;
}

[[clustrix::cluster]]
long counts(const std::vector<int>& k, const float* p, int n, int what) {
  auto found = std::count(k.begin(), k.end(), what);                          // want: parallel
  found += std::count_if(p, p + n, [=](float x) { return x * 4 < what; });    // want: parallel
  return found + std::ranges::count(k, 3) + std::ranges::count_if(k, [](int x) { return x % 2 == 0; });  // want: parallel
}

[[clustrix::cluster]]
int extrema(const std::vector<int>& k, const double* p, int n) {
  const auto least = std::min_element(k.begin(), k.end());   // want: parallel
  const double* most = std::max_element(p, p + n);           // want: parallel
  const int at = static_cast<int>(least - k.begin()) * 3 + static_cast<int>(most - p);
  return at + static_cast<int>(std::ranges::max_element(k) - k.begin());  // want: parallel
}

[[clustrix::cluster]]
void rows(double* a, double* row_sums, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    std::fill(a + i * m, a + (i + 1) * m, i * 0.5);                                       // want: parallel
    std::for_each(a + i * m, a + (i + 1) * m, [=](double& x) { x += i; });                // want: parallel
    row_sums[i] = std::accumulate(a + i * m, a + (i + 1) * m, 0.25);                      // may: parallel
  }
}

[[clustrix::cluster]]
double steps(double* x, const double* y, int n) {
  double size = 1;
  for (int step = 0; step < 3; ++step) {  // want: serial
    size = std::inner_product(x, x + n, y, size / 2);                                     // want: parallel
    std::transform(x, x + n, y, x, [&](double a, double b) { return a + b / size; });     // want: parallel
  }
  return size;
}

class Field {
public:
  explicit Field(int n) : cells_(n, 1.0) {}
  [[clustrix::cluster]] double relax(double by) {
    std::for_each(cells_.begin(), cells_.end(), [by, this](double& x) { x = x * by + bias_; });  // want: parallel
    return std::accumulate(cells_.begin(), cells_.end(), 0.0);                                  // want: parallel
  }

private:
  std::vector<double> cells_;
  double bias_ = 0.5;
};

[[clustrix::cluster]]
double of_arrays() {
  std::array<double, 40> a{};
  double b[40];
  std::fill(a.begin(), a.end(), 1.5);                // want: parallel
  std::copy(a.begin(), a.end(), b);                  // want: parallel
  std::for_each(std::begin(b), std::end(b), [](double& x) { x *= 2; });  // want: parallel
  return std::accumulate(std::begin(b), std::end(b), 0.0);               // want: parallel
}

int main() {
  for (const int n : {0, 4, 3000}) {
    Random random(5);
    std::vector<double> a(n), b(n), c(n + 1), sums_of_rows(n + 1);
    std::vector<int> k(n), m(n), p(n + 5);
    std::vector<float> f(n + 1);
    random.fillUnit(a);
    random.fillUnit(b);
    random.fillUnit(f);
    random.fillBelow(k, 9);
    b.push_back(3);
    b.pop_back();
    if (n > 0) transforms(a, b, c.data(), n, 0.75);
    show("transforms.a", a);
    show("transforms.c", c);
    if (n > 2) fills(m, f.data(), n);
    show("fills.m", m);
    show("fills.f", f);
    copies(k, m, p.data());
    std::vector<int> few(3, n);
    copies(std::vector<int>(2, n), few, p.data());
    show("copies.few", few);
    show("copies.m", m);
    show("copies.p", p);
    each(a, k, 0.5);
    show("each.a", a);
    show("each.k", k);
    put("sums", sums(a, k, b.data(), n));
    put("sums", sums(std::vector<double>(n + 1, -5.0), k, b.data(), n));
    put("counts", counts(k, f.data(), n, 2));
    put("extrema", extrema(k, b.data(), n));
    rows(c.data(), sums_of_rows.data(), n / 10, 10);
    show("rows.c", c);
    show("rows.sums", sums_of_rows);
    put("steps", steps(a.data(), b.data(), n));
    show("steps.a", a);
    Field field(n);
    put("relax", field.relax(0.5));
    put("of_arrays", of_arrays());
  }
}

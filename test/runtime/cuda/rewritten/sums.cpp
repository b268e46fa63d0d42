// Reductions beside what the loop writes: a sum and a maximum with its place.
#include "compare.h"

[[clustrix::cluster]] void measure(std::vector<double>& a, const std::vector<int>& b, std::vector<double>& results) {
  const int n = static_cast<int>(a.size());
  double sum = 0;
  long long product = 0;
  for (int i = 0; i < n; ++i) {
    a[i] = a[i] * 2 + b[i];
    sum += a[i];
    product += static_cast<long long>(b[i]) * i;
  }
  double top = a[0];
  int where = 0;
  for (int i = 1; i < n; ++i)
    if (a[i] > top) {
      top = a[i];
      where = i;
    }
  results = {sum, static_cast<double>(product), top, static_cast<double>(where)};
}

void measurePlainly(std::vector<double>& a, const std::vector<int>& b, std::vector<double>& results) {
  const int n = static_cast<int>(a.size());
  double sum = 0;
  long long product = 0;
  for (int i = 0; i < n; ++i) {
    a[i] = a[i] * 2 + b[i];
    sum += a[i];
    product += static_cast<long long>(b[i]) * i;
  }
  double top = a[0];
  int where = 0;
  for (int i = 1; i < n; ++i)
    if (a[i] > top) {
      top = a[i];
      where = i;
    }
  results = {sum, static_cast<double>(product), top, static_cast<double>(where)};
}

int main() {
  std::vector<double> a(9000), results, plainResults;
  std::vector<int> b(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = 0.25 * static_cast<double>(i * 7 % 1000);
    b[i] = static_cast<int>(i * 31 % 2000) - 1000;
  }
  std::vector<double> plainA = a;
  measure(a, b, results);
  measurePlainly(plainA, b, plainResults);
  return same("a", a, plainA) && same("results", results, plainResults) ? rightWith(results) : 1;
}

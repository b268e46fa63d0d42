// Elements that loops add: one in each iteration, and stream compaction by containers, counters and pointers.
#include <algorithm>
#include <iterator>

#include "digest.h"

[[clustrix::cluster]] void each(const double* x, int n, std::vector<double>& all) {
  for (int i = 0; i < n; ++i) all.push_back(x[i] * 2 + 1);
}
[[clustrix::cluster]] void some(const double* x, int n, std::vector<double>& kept) {
  for (int i = 0; i < n; ++i)
    if (x[i] > 0.5) kept.push_back(x[i] * x[i]);
}
[[clustrix::cluster]] int indices(const double* x, int n, int* at) {
  int k = 0;
  for (int i = 0; i < n; ++i)
    if (x[i] < -20) at[k++] = i;
  return k;
}
[[clustrix::cluster]] int* moving_pointer(const int* a, int n, int* to) {
  for (int i = 0; i < n; ++i)
    if (a[i] % 3 == 1) *to++ = a[i];
  return to;
}
[[clustrix::cluster]] int two_sides(const int* a, int n, int* even, int* odd) {
  int e = 0, o = 0;
  for (int i = 0; i < n; ++i) {
    if (a[i] % 2 == 0)
      even[e++] = a[i];
    else
      odd[o++] = a[i];
  }
  return e * 10000 + o;
}
[[clustrix::cluster]] int ranks(const int* a, int n, int* place, int* kept) {
  int k = 0;
  for (int i = 0; i < n; ++i) {
    place[i] = k;
    if (a[i] % 4 == 0) kept[k++] = a[i];
  }
  return k;
}
[[clustrix::cluster]] void copied(const std::vector<int>& a, std::vector<int>& kept) {
  std::copy_if(a.begin(), a.end(), std::back_inserter(kept), [](int x) { return x % 7 == 2; });
}
struct Hit {
  int at;
  double value;
};
[[clustrix::cluster]] void records(const double* x, int n, std::vector<Hit>& hits) {
  for (int i = 0; i < n; ++i)
    if (x[i] > 40) hits.push_back(Hit{i, x[i]});
}

int main() {
  const int n = 6007;
  const std::vector<double> x = quarters(n, 12);
  const std::vector<int> a = integers(n, 5000, 13);
  std::vector<double> all, kept;
  std::vector<int> at(n, -1), odd(n, -1), found;
  for (int round = 0; round < 2; ++round) {  // into memory that is there, and into new memory
    each(x.data(), n, all);
    show("each", all);
    some(x.data(), n, kept);
    show("some", kept);
    copied(a, found);
    show("copied", found);
  }
  show("indices", indices(x.data(), n, at.data()));
  show("indices", at);
  show("moving_pointer", static_cast<double>(moving_pointer(a.data(), n, at.data()) - at.data()));
  show("moving_pointer", at);
  show("two_sides", two_sides(a.data(), n, at.data(), odd.data()));
  show("two_sides", at);
  show("two_sides", odd);
  show("ranks", ranks(a.data(), n, at.data(), odd.data()));
  show("ranks", at);
  show("ranks", odd);
  std::vector<Hit> hits;
  records(x.data(), n, hits);
  show("records", static_cast<double>(hits.size()));
  show("records", hits.back().at + hits.front().value);
}

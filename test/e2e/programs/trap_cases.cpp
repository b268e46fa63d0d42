// Traps: values that are one of several, where two iterations may come to the same one.
#include "show.h"

#include <algorithm>
#include <vector>

[[clustrix::cluster]]
void meets_at_the_border(std::vector<int>& a, int n) {
  for (int i = 0; i < n; ++i) a[std::max(i - 3, 0)] = i;  // want: serial
}

[[clustrix::cluster]]
void reads_its_left(std::vector<int>& a, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    const int left = i > 0 ? i - 1 : 0;
    a[i] = a[left] + 1;
  }
}

[[clustrix::cluster]]
void wraps_round(std::vector<int>& a, int n) {
  for (int i = 0; i < n; ++i) a[i] += a[i + 1 < n ? i + 1 : 0];  // want: serial
}

[[clustrix::cluster]]
void blocks_that_overlap(std::vector<int>& a, int n) {
  for (int lo = 0; lo < n; lo += 8) {  // want: serial
    int hi = lo + 9;
    if (hi > n) hi = n;
    for (int i = lo; i < hi; ++i) a[i] = lo;  // want: parallel
  }
}

[[clustrix::cluster]]
void the_greater_end(std::vector<int>& a, int n) {
  for (int lo = 0; lo < n; lo += 8) {  // want: serial
    const int hi = std::max(lo + 8, n);
    for (int i = lo; i < hi; ++i)  // want: parallel
      if (i < n) a[i] = lo;
  }
}

[[clustrix::cluster]]
void one_of_two_places(std::vector<int>& a, const std::vector<int>& key) {
  for (int i = 0; i + 1 < static_cast<int>(key.size()); ++i) {  // want: serial
    int place = i;
    if (key[i] % 2 == 0) place = i + 1;
    a[place] = i;
  }
}

// `i - 1` wraps around: the greater of it and 0 is not 0, and what lies there is read nowhere.
[[clustrix::cluster]]
void wraps_around(std::vector<int>& a, const std::vector<int>& b, unsigned n) {
  for (unsigned i = 0; i < n; ++i) {  // may: parallel
    const unsigned left = std::max(i - 1, 0u);
    a[i] = left < n ? b[left] : -1;
  }
}

[[clustrix::cluster]]
void one_after_the_other(std::vector<int>& a, int n) {
  int end = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (a[i] > 3) end = i;
    a[end] += 1;
  }
}

// The same cases twice, chosen by different tests: their difference is not 0.
[[clustrix::cluster]]
void two_choices(std::vector<int>& a, const std::vector<int>& key, const std::vector<int>& b) {
  for (int i = 1; i + 1 < static_cast<int>(key.size()); ++i) {  // want: serial
    const int right = key[i] % 2 == 0 ? 0 : 1;
    const int left = b[i] % 2 == 0 ? 0 : 1;
    a[i + right - left] = i;
  }
}

static int chosen(int x) {
  if (x > 4) return 0;
  return 1;
}

[[clustrix::cluster]]
void two_results(std::vector<int>& a, const std::vector<int>& key, const std::vector<int>& b) {
  for (int i = 1; i + 1 < static_cast<int>(key.size()); ++i)  // want: serial
    a[i + chosen(key[i]) - chosen(b[i])] += i;
}

[[clustrix::cluster]]
void two_bounds(std::vector<int>& a, const std::vector<int>& key, const std::vector<int>& b) {
  for (int i = 1; i < static_cast<int>(key.size()); ++i) {  // want: serial
    const int low = key[i] > 4 ? 0 : 1;
    const int high = b[i] > 4 ? 0 : 1;
    for (int j = i + low - high; j <= i; ++j)  // may: parallel
      if (j < static_cast<int>(a.size())) a[j] += 1;
  }
}

static int folded(int i, int n) {
  if (i >= n) return 2 * n - 1 - i;
  return i;
}

[[clustrix::cluster]]
void folds_over(std::vector<int>& a, int n) {
  for (int i = 0; i < 2 * n; ++i) a[folded(i, n)] += i;  // may: parallel
}

int main() {
  std::vector<int> a(40), b(40), key(40);
  const auto fill = [&] {
    for (int i = 0; i < 40; ++i) a[i] = i * 5 % 7, b[i] = i * 3 % 11, key[i] = i * i % 9;
  };
  fill(), meets_at_the_border(a, 40), show("border", a);
  fill(), reads_its_left(a, 40), show("left", a);
  fill(), wraps_round(a, 40), show("round", a);
  fill(), blocks_that_overlap(a, 37), show("overlap", a);
  fill(), the_greater_end(a, 37), show("greater", a);
  fill(), one_of_two_places(a, key), show("places", a);
  fill(), wraps_around(a, b, 40), show("around", a);
  fill(), one_after_the_other(a, 40), show("after", a);
  fill(), folds_over(a, 20), show("folds", a);
  fill(), two_choices(a, key, b), show("choices", a);
  fill(), two_results(a, key, b), show("results", a);
  fill(), two_bounds(a, key, b), show("bounds", a);
}

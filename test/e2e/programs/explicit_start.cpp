// A declared reduction of a class that nothing is converted to: its partial results are made in no other way than the
// class allows.
#include "show.h"

#include <vector>

struct Count {
  int value;
  explicit Count() : value(0) {}
  explicit Count(int start) : value(start) {}
};
[[clustrix::reduction(Count(0))]] Count operator+(Count a, Count b) { return Count(a.value + b.value); }

[[clustrix::cluster]]
Count total(const int* a, int n) {
  Count all;
  for (int i = 0; i < n; ++i) all = all + Count(a[i]);  // want: parallel
  return all;
}

int main() {
  std::vector<int> a(70000);
  for (int i = 0; i < 70000; ++i) a[i] = i * 7 % 101;
  put("total", total(a.data(), 70000).value);
  put("few", total(a.data(), 3).value);
}
